// What may keep documents from being removed: a legal hold, and what plugins above say.
import { hook, type Runtime, refuse, type Sql } from "../../../kernel/plugin.ts";
import type { WriteCall } from "../model/calls.ts";
import { isHeld, type LoadedDocument } from "../model/rows.ts";

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

/** Asked in the transaction before documents go; a handler answers which of them stay. Those that are held are not asked about. */
export const documentsRemoveHook = hook<Removal, readonly number[]>("documents.remove");

/** A document that is about to be put under legal hold, or released. */
export interface Holding {
  sql: Sql;
  now: Date;
  document_id: number;
  on: boolean;
}

/**
 * Asked in the transaction before the document is locked. A handler keeps back until the end of the transaction who writes what belongs to the
 * document, and answers which other documents are held together with it.
 */
export const documentsHoldHook = hook<Holding, readonly number[]>("documents.hold");

/** Those of the documents that nobody keeps. */
export async function findRemovable(callHook: Runtime["callHook"], removal: Removal): Promise<number[]> {
  if (removal.document_ids.length === 0) return [];
  const kept = new Set((await callHook(documentsRemoveHook, removal)).flat());
  return removal.document_ids.filter((id) => !kept.has(id));
}

/** Throws 423 for a document that must stay. The caller holds its lock. */
export async function refuseRemoval(call: WriteCall, document: LoadedDocument, by: Removing): Promise<void> {
  const { sql, now } = call;
  const { document_id, legal_hold } = document;
  const free = isHeld(document)
    ? []
    : await findRemovable(call.callHook, { sql, now, by, document_ids: [document_id] });
  if (free.length > 0) return;
  if (legal_hold) throw refuse.locked(HELD);
  throw refuse.locked(
    document.held_with
      ? "a database under legal hold names this document, in its records or as a form; the owner of that database or an admin of the workspace must release the hold first"
      : "a rule of the workspace keeps this document; ask an admin of the workspace",
  );
}

/** Throws 423 for what belongs to a document that is held, such as a comment: it would end with less than the whole of it. */
export function refuseHeld(what: string): Error {
  return refuse.locked(
    `${what} belongs to a document under legal hold, of which nothing is deleted; its owner or an admin of the workspace must release the hold first`,
  );
}

const HELD = "the document is under legal hold; its owner or an admin of the workspace must release the hold first";

/** Throws 423 when an account cannot end because documents that would go with it must stay; `document_ids` are those not under hold. */
export async function refuseEnd(
  call: WriteCall,
  { document_ids, on_hold }: { document_ids: readonly number[]; on_hold: number },
): Promise<void> {
  const { sql, now } = call;
  const free = await findRemovable(call.callHook, { sql, now, by: "account", document_ids });
  const kept = on_hold + document_ids.length - free.length;
  if (kept === 0) return;
  throw refuse.locked(
    `${kept} of the documents that would go with the account must stay: ${on_hold} under legal hold; an admin of the workspace must release them first`,
    { documents: kept },
  );
}
