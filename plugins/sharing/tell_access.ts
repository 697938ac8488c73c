// Tells of access to a document that was given or ended, so that the plugin that brings its type notes that too.
import type { Note, WriteCall } from "../../kernel/plugin.ts";
import { tellType } from "../documents/port/write.ts";

export function tellAccess(
  call: WriteCall<unknown, boolean>,
  document: { document_id: number; doc_id: string },
  note: Pick<Note, "by" | "meta">,
): Promise<void> {
  return tellType(call, { ...document, doc_type: null }, { what: "access", ...note });
}
