// Tells the plugin that brings a type of documents what happens to one of them,
// so that it notes a row of its own beside the usual one.
import { type Call, hook, type Note, type NotingCall } from "../../../kernel/plugin.ts";
import type { DocType } from "../model/rows.ts";

/** It was made as a copy, its content was written or shown, it went to the trash or for good, or others may open it. */
export type Happening = "create" | "write" | "delete" | "access";

type Telling = Pick<Call<unknown, boolean>, "sql" | "callHook"> & Pick<NotingCall, "noteLent">;

export interface TypedHappening {
  call: Telling;
  document_id: number;
  doc_id: string;
  what: Happening;
  /** What the row says beside which document it is, and whose doing it is where that is not the caller's. */
  note: Pick<Note, "by"> & { meta: Readonly<Record<string, unknown>> };
}

/** Asked in the transaction of what happened, of documents that have a type of their own. */
export const typedDocumentHook = hook<TypedHappening>("documents.typed");

/** A plain document costs no question; where the type is not at hand it is null, and who knows the document answers. */
export async function tellType(
  call: Telling,
  document: { document_id: number; doc_id: string; doc_type: DocType | null },
  { what, meta = {}, by }: { what: Happening } & Pick<Note, "by" | "meta">,
): Promise<void> {
  const { document_id, doc_id, doc_type } = document;
  if (doc_type !== "document")
    await call.callHook(typedDocumentHook, { call, document_id, doc_id, what, note: { meta, ...(by && { by }) } });
}
