// What may keep documents from being removed: a legal hold, and what plugins above say.
import { type House, refuse, type Sql, slot } from "../../../kernel/mod.ts";
import type { WriteCall } from "../model/calls.ts";
import type { LoadedDocument } from "../model/rows.ts";

/**
 * How documents are about to go: `delete` and `purge` of one, `trash` as somebody empties it, `due` after its days in the trash,
 * `account` as its owner's account is deleted, `erasure` as that account's own days are over.
 */
export type Removing = "delete" | "purge" | "trash" | "due" | "account" | "erasure";

export interface Removal {
  sql: Sql;
  now: Date;
  by: Removing;
  document_ids: readonly number[];
}

/** Asked in the transaction before documents go; a filler answers which of them stay. Those under legal hold are not asked about. */
export const documentsRemoveSlot = slot<Removal, readonly number[]>("documents.remove");

/** Those of the documents that nobody keeps. */
export async function findRemovable(ask: House["ask"], removal: Removal): Promise<number[]> {
  if (removal.document_ids.length === 0) return [];
  const kept = new Set((await ask(documentsRemoveSlot, removal)).flat());
  return removal.document_ids.filter((id) => !kept.has(id));
}

/** Throws 423 for a document that must stay. The caller holds its lock. */
export async function refuseRemoval(call: WriteCall, document: LoadedDocument, by: Removing): Promise<void> {
  const { sql, now } = call;
  const { document_id, legal_hold } = document;
  const free = legal_hold ? [] : await findRemovable(call.ask, { sql, now, by, document_ids: [document_id] });
  if (free.length > 0) return;
  throw refuse.locked(
    legal_hold
      ? "the document is under legal hold; its owner or an admin of the workspace must release the hold first"
      : "a rule of the workspace keeps this document; ask an admin of the workspace",
  );
}

/** Throws 423 when an account cannot end because documents that would go with it must stay; `document_ids` are those not under hold. */
export async function refuseEnd(
  call: WriteCall,
  { document_ids, on_hold }: { document_ids: readonly number[]; on_hold: number },
): Promise<void> {
  const { sql, now } = call;
  const free = await findRemovable(call.ask, { sql, now, by: "account", document_ids });
  const kept = on_hold + document_ids.length - free.length;
  if (kept === 0) return;
  throw refuse.locked(
    `${kept} of the documents that would go with the account must stay: ${on_hold} under legal hold; an admin of the workspace must release them first`,
    { documents: kept },
  );
}
