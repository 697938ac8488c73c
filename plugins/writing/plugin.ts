// Writing a document's text in the app.
import { handle, type Plugin } from "../../kernel/plugin.ts";
import { formSentHook } from "../app/port/sent.ts";
import { documentActionsHook } from "../app/port/slots.ts";
import { writeAction } from "./action.ts";
import { showEditPage } from "./edit_page.ts";
import { readWritingScript, readWritingStyle } from "./files.ts";
import { keepSentLines } from "./sent_text.ts";

export const writing: Plugin = {
  name: "writing",
  operations: [showEditPage, readWritingStyle, readWritingScript],
  handles: () => [handle(documentActionsHook, writeAction), handle(formSentHook, keepSentLines)],
};
