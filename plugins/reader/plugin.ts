// A document's page in the app.
import type { Plugin } from "../../kernel/plugin.ts";
import { showDocumentPage } from "./document_page.ts";
import { readProseStyle, readReaderScript, readReaderStyle } from "./files.ts";

export const reader: Plugin = {
  name: "reader",
  operations: [showDocumentPage, readReaderStyle, readProseStyle, readReaderScript],
};
