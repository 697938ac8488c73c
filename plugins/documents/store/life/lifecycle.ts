// A document's life beyond its content: into the trash, out of it, and gone for good.
import { DAY_MS, later, refuse } from "../../../../kernel/plugin.ts";
import type { WriteCall } from "../../model/calls.ts";
import { holds } from "../../model/levels.ts";
import { chargeOf, isPurgeDue, type LoadedDocument, TRASH_DAYS } from "../../model/rows.ts";
import { lockWith, refuseMissing, refuseUnpurgeable } from "../../permits.ts";
import { move } from "../../write/moves.ts";
import { askToPublish, heldTexts } from "../../write/publishing.ts";
import { documentsHoldHook, refuseRemoval } from "../../write/removing.ts";
import { settleRetention } from "../../write/retention.ts";
import { type FieldChanges, passwordColumns } from "../../write/settings.ts";
import { closeAnew } from "../../write/showing.ts";
import type { Target } from "../../write/targets.ts";
import { tellType } from "../../write/typed_documents.ts";
import { touchCounter } from "../counting/counters.ts";
import { regainAlias } from "../names/aliases.ts";
import { lockDocument, lockLoaded } from "../reading/documents.ts";
import { expiryOf, updateDocument } from "../writing/updates.ts";
import { holdWith } from "./holds.ts";

/** Moves a document to the trash. Throws 404 when somebody else just did, 403 when the caller may not any more, 423 for a hold. */
export async function trashDocument(call: WriteCall, subject: LoadedDocument): Promise<void> {
  const { sql, now, actor } = call;
  const current = await lockWith(call, subject, "settings");
  await refuseRemoval(call, current, "delete");
  await closeAnew(call, current.slug);
  await tellType(call, current, { what: "delete" });
  await sql`
    update documents set deleted_at = ${now}, deleted_by = ${actor.user_id}, purge_at = ${later(now, TRASH_DAYS * DAY_MS)}
    where document_id = ${current.document_id}`;
  const charged = chargeOf(current);
  touchCounter(call, { ...current, bytes: -charged.bytes, live: -charged.live });
}

/**
 * Puts a document under legal hold, or releases it: nothing removes it meanwhile and it has no expiry; one that is released has its
 * retention from then on. Answers false when it was so already. Who may is for the caller to say.
 */
export async function setLegalHold(call: WriteCall, documentId: number, on: boolean): Promise<boolean> {
  const { sql, now } = call;
  // Before its own lock: whoever writes what belongs to it takes that last.
  const beside = (await call.callHook(documentsHoldHook, { sql, now, document_id: documentId, on })).flat();
  const current = await lockDocument(sql, documentId);
  if (!current) throw refuseMissing();
  if (current.legal_hold === on) return false;
  // What has expired already stays in the trash, held there.
  const isOver = current.expires_at !== null && current.expires_at <= call.now;
  const end = isOver ? {} : { expires_at: expiryOf({ ...current, legal_hold: on }, call.now) };
  await updateDocument(call, current, { legal_hold: on, ...end });
  if (!on && isPurgeDue({ ...current, legal_hold: false }, call.now)) await startPurgeAnew(call, current);
  if (on) await holdWith(sql, { holder_id: documentId, document_ids: beside, now });
  else await sql`select release_held_with(${documentId}, ${now}, ${TRASH_DAYS})`;
  return true;
}

/** What was held past its days in the trash has them once more: its release alone is to remove nothing. */
async function startPurgeAnew(
  { sql, now }: WriteCall,
  { document_id }: Pick<LoadedDocument, "document_id">,
): Promise<void> {
  await sql`
    update documents set purge_at = case when deleted_at is null then purge_at else ${later(now, TRASH_DAYS * DAY_MS)} end,
      expires_at = case when deleted_at is null then ${now} else expires_at end
    where document_id = ${document_id}`;
}

/** Removes a document for good, live or out of the trash. Throws 404 when it is gone, 403 when the caller may not any more, 423 for a hold. */
export async function purgeDocument(call: WriteCall, subject: LoadedDocument): Promise<void> {
  const current = await lockLoaded(call.sql, subject.document_id, call.actor);
  if (!current) throw refuseMissing();
  refuseUnpurgeable(call.actor, call.now, current);
  await refuseRemoval(call, current, "purge");
  await closeAnew(call, current.slug);
  // What lay in the trash was told of on its way there.
  if (current.deleted_at === null) await tellType(call, current, { what: "delete", meta: { purged: true } });
  await call.sql`delete from documents where document_id = ${current.document_id}`;
  const { bytes, live } = chargeOf(current);
  touchCounter(call, { document_id: null, owner_id: current.owner_id, bytes: -bytes, live: -live });
}

/** Whom a document opens for from its return on; without a visibility, whom it opened for before. */
type Readers = Partial<Pick<FieldChanges, "visibility">> & Pick<FieldChanges, "password_hash">;

/** Brings a document back from the trash, with a fresh retention. Throws 404 when the purge was faster. */
export async function undeleteDocument(
  call: WriteCall,
  subject: LoadedDocument,
  { target, readers }: { target: Target | null; readers: Readers },
): Promise<LoadedDocument & { alias_lost: string | null }> {
  const { sql, now, actor } = call;
  const current = await lockLoaded(sql, subject.document_id, actor);
  if (!current || isPurgeDue(current, now) || !holds(current, "settings")) throw refuseMissing();
  if (!current.deleted_at && !(current.expires_at && current.expires_at <= now)) {
    throw refuse.conflict("the document is not in the trash; there is nothing to bring back");
  }
  const retention_days = await settleRetention(call, current);
  const { visibility = current.visibility } = readers;
  const { password_hash = current.password_hash } = passwordColumns(current, readers);
  const after = { ...current, retention_days, visibility, password_hash };
  // Another visibility has all of it looked through anyway.
  const entries = () => (visibility === current.visibility ? heldTexts(call, current) : []);
  // Where it is to lie is what counts, not where it lay.
  const place = target ? { root_id: target.root?.root_id ?? null, folder: target.path } : {};
  await askToPublish(call, { ...after, ...place }, { before: current, files: current.files, entries });
  const expiresAt = expiryOf({ ...current, retention_days }, now);
  const alias = await regainAlias(sql, current);
  await sql`
    update documents set deleted_at = null, deleted_by = null, purge_at = null, released_at = null,
      visibility = ${visibility}, password_hash = ${password_hash},
      retention_days = ${retention_days}, expires_at = ${expiresAt}, lost_root = null, updated_at = ${now}, alias = ${alias}
    where document_id = ${current.document_id}`;
  const charged = chargeOf(current);
  touchCounter(call, { ...current, bytes: current.size_bytes - charged.bytes, live: 1 - charged.live });
  await closeAnew(call, current.slug);
  const ending = { visibility, password_hash, retention_days, expires_at: expiresAt };
  const back = { deleted_at: null, purge_at: null, released_at: null, ...ending, lost_root: null, alias };
  const { document } = await move(call, { ...current, ...back }, target);
  return { ...document, ...back, updated_at: now, alias_lost: alias === current.alias ? null : current.alias };
}
