// A document's page in the app.
import type { Plugin } from "../../kernel/plugin.ts";
import { showDocumentPage } from "./document_page.ts";
import { readProseStyle, readReaderScript, readReaderStyle } from "./files.ts";
import { showInfoPage } from "./info_page.ts";
import { showMovePage } from "./move_page.ts";

export const reader: Plugin = {
  name: "reader",
  operations: [showDocumentPage, showInfoPage, showMovePage, readReaderStyle, readProseStyle, readReaderScript],
};
