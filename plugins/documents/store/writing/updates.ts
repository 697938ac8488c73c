// Changes a document's own fields, and settles what every write of it owes:
// its end, its charge, references that lead somewhere again.
import { DAY_MS, later } from "../../../../kernel/plugin.ts";
import type { NotingCall, WriteCall } from "../../model/calls.ts";
import { chargeOf, type DocumentRow, isHeld } from "../../model/rows.ts";
import { askToPublish } from "../../write/publishing.ts";
import { closeAnew } from "../../write/showing.ts";
import { touchCounter } from "../counting/counters.ts";
import { relinkLater } from "../names/relink.ts";
import { documentCachePort } from "../reading/document_cache.ts";

/** Columns that decide who may open a document, and until when. */
const CLOSING = ["visibility", "listing", "password_hash", "expires_at"] as const;

/** Columns that somebody may have a rule about. */
const PUBLISHING = ["visibility", "listing", "password_hash", "retention_days", "title", "description"] as const;

/** Changes a document's own columns; the members given are exactly the columns set. Another expiry brings back what expired. */
export async function updateDocument(
  call: WriteCall,
  document: DocumentRow,
  changes: Partial<Omit<DocumentRow, "document_id" | "workspace_id" | "doc_id" | "slug" | "version" | "size_bytes">>,
): Promise<void> {
  if (PUBLISHING.some((name) => name in changes)) {
    await askToPublish(call, { ...document, ...changes }, { before: document, files: [] });
  }
  const isBack = document.released_at !== null && changes.expires_at !== undefined;
  const back = { ...(isBack && { released_at: null }), ...(changes.expires_at !== undefined && { lost_root: null }) };
  const { attrs, ...plain } = { ...changes, ...back };
  const columns = attrs === undefined ? plain : { ...plain, attrs: call.sql.json(attrs) };
  if (Object.keys(columns).length > 0) {
    await call.sql`update documents set ${call.sql(columns)} where document_id = ${document.document_id}`;
  }
  countWrite(call, document, isBack ? growthOf(document, document.size_bytes) : { bytes: 0, live: 0 });
  if (changes.expires_at !== undefined) await relinkRevived(call, document, changes.expires_at);
  if (CLOSING.some((name) => name in changes)) await closeAnew(call, document.slug);
}

/** `retention_days` counts from the last content write, or from when it was set (rules: documents/retention); a legal hold takes no end. */
export function expiryOf(
  { retention_days, ...holds }: Pick<DocumentRow, "retention_days" | "legal_hold" | "held_with">,
  from: Date,
): Date | null {
  return retention_days === 0 || isHeld(holds) ? null : later(from, retention_days * DAY_MS);
}

/** Numbers and counts a write at the transaction's end, and forgets what was remembered of the document after it. */
export function countWrite(call: WriteCall, document: DocumentRow, growth: { bytes: number; live: number }): void {
  touchCounter(call, { ...document, ...growth });
  forgetAfter(call, document);
}

/** Forgets what was remembered of a document, after the commit. */
function forgetAfter(call: NotingCall, { doc_id }: Pick<DocumentRow, "doc_id">): void {
  call.afterCommit(() => call.use(documentCachePort).forget({ actor: call.actor, doc_id }));
}

/** What content of this size adds to the charge; of an expired document, which it brings back, all of it. */
export function growthOf(document: DocumentRow, size: number): { bytes: number; live: number } {
  const charged = chargeOf(document);
  return { bytes: size - charged.bytes, live: 1 - charged.live };
}

/** What had expired is back with a later expiry: references to it lead somewhere again. */
export async function relinkRevived(
  { sql, now }: WriteCall,
  document: DocumentRow,
  expiresAt: Date | null,
): Promise<void> {
  const { workspace_id, expires_at, deleted_at } = document;
  if (deleted_at || !expires_at || expires_at > now || (expiresAt && expiresAt <= now)) return;
  await relinkLater(sql, { workspace_id, documents: [document], now });
}
