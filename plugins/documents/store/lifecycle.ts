// A document's life beyond its content: into the trash, out of it, and gone for good.
import { type Actor, DAY_MS, later, refuse, type Sql } from "../../../kernel/mod.ts";
import type { RootRow } from "../../places/port.ts";
import type { WriteCall } from "../calls.ts";
import { levelColumns } from "../levels.ts";
import { move } from "../moves.ts";
import { refuseMissing } from "../permits.ts";
import { isPurgeDue, type LoadedDocument, TRASH_DAYS } from "../rows.ts";
import type { Target } from "../targets.ts";
import { regainAlias } from "./aliases.ts";
import { countChange, touchCounter } from "./counters.ts";
import { documentColumns, lockDocument, lockLoaded, placedFor } from "./documents.ts";
import { closeAnew, expiryOf } from "./writes.ts";

/** Moves a live document to the trash. False when somebody else just did. */
export async function trashDocument(call: WriteCall, subject: LoadedDocument): Promise<boolean> {
  const { sql, now, actor } = call;
  const current = await lockDocument(sql, subject.document_id);
  if (!current || current.deleted_at) return false;
  await closeAnew(call, current.slug);
  await sql`
    update documents set deleted_at = ${now}, deleted_by = ${actor.user_id}, purge_at = ${later(now, TRASH_DAYS * DAY_MS)}
    where document_id = ${current.document_id}`;
  touchCounter(call, { ...current, bytes: -current.size_bytes, live: -1 });
  return true;
}

/** Removes a document for good, live or out of the trash. False when it is gone already. */
export async function purgeDocument(call: WriteCall, subject: LoadedDocument): Promise<boolean> {
  const current = await lockDocument(call.sql, subject.document_id);
  if (!current) return false;
  await closeAnew(call, current.slug);
  await call.sql`delete from documents where document_id = ${current.document_id}`;
  // What is in the trash is charged to nobody any more.
  const freed = current.deleted_at ? { bytes: 0, live: 0 } : { bytes: -current.size_bytes, live: -1 };
  touchCounter(call, { document_id: null, owner_id: current.owner_id, ...freed });
  return true;
}

/** Brings a document back from the trash, with a fresh retention. Throws 404 when the purge was faster. */
export async function undeleteDocument(
  call: WriteCall,
  subject: LoadedDocument,
  target: Target | null,
): Promise<LoadedDocument & { alias_lost: string | null }> {
  const { sql, now, actor } = call;
  const current = await lockLoaded(sql, subject.document_id, actor);
  if (!current || isPurgeDue(current, now)) throw refuseMissing();
  if (!current.deleted_at && !(current.expires_at && current.expires_at <= now)) {
    throw refuse.conflict("the document is not in the trash; there is nothing to bring back");
  }
  const expiresAt = expiryOf(current.retention_days, now);
  const alias = await regainAlias(sql, current);
  await sql`
    update documents set deleted_at = null, deleted_by = null, purge_at = null, expires_at = ${expiresAt}, lost_root = null,
      updated_at = ${now}, alias = ${alias}
    where document_id = ${current.document_id}`;
  const taken = current.deleted_at ? { bytes: current.size_bytes, live: 1 } : { bytes: 0, live: 0 };
  touchCounter(call, { ...current, ...taken });
  await closeAnew(call, current.slug);
  const { document } = await move(call, current, target);
  const back = { deleted_at: null, purge_at: null, expires_at: expiresAt, lost_root: null, updated_at: now, alias };
  return { ...document, ...back, alias_lost: alias === current.alias ? null : current.alias };
}

/** What the trash shows of a document. */
export interface TrashRow extends Omit<LoadedDocument, "files"> {
  /** When it left: deleted, or expired. */
  left_at: Date;
  purge_at: Date;
  deleted_by_email: string | null;
}

/** Deleted and expired documents, the last to leave first: the person's own, or those of a root whose settings they may change. */
export async function listTrash(
  sql: Sql,
  wish: {
    actor: Actor;
    now: Date;
    root: RootRow | null;
    folder: string | null;
    before: { left_at: Date; document_id: number } | null;
    limit: number;
  },
): Promise<TrashRow[]> {
  const { actor, now, root, folder, before, limit } = wish;
  const inTrashOf =
    root === null
      ? sql`d.owner_id = ${actor.user_id} and p.owner_id = ${actor.user_id}`
      : sql`p.root_id = ${root.root_id}`;
  const expiredAfter = later(now, 1 - TRASH_DAYS * DAY_MS);
  const rows = await sql<(Omit<TrashRow, "purge_at"> & { purge_at: Date | null })[]>`
    select * from (
      select ${documentColumns(sql)}, ${levelColumns(sql, actor)}, coalesce(d.deleted_at, d.expires_at) as left_at, u.email as deleted_by_email
      from ${placedFor(sql, actor)} left join users u on u.user_id = d.deleted_by
      where d.workspace_id = ${actor.workspace.id} and ${inTrashOf}
        and (d.purge_at > ${now} or (d.deleted_at is null and d.expires_at between ${expiredAfter} and ${now}))
        ${folder === null ? sql`` : sql`and p.path = ${folder}`}
    ) as gone
    where (level = 'own' or place_level in ('edit', 'own')) and ${before === null ? sql`true` : sql`(left_at, document_id) < (${before.left_at}, ${before.document_id})`}
    order by left_at desc, document_id desc limit ${limit}`;
  return rows.map((row) => ({ ...row, purge_at: row.purge_at ?? later(row.left_at, TRASH_DAYS * DAY_MS) }));
}

interface GoneDocument {
  doc_id: string;
  workspace_id: number;
  owner_id: number;
  title: string;
  size_bytes: number;
  /** It expired without having been deleted, so its bytes and its owner's count still held it. */
  charged: boolean;
}

interface FreedAccount {
  workspace_id: number;
  owner_id: number;
  bytes: number;
  live: number;
}

/** Removes, for good, what has been in the trash for its days; at most `limit` documents at once. Answers what went. */
export async function purgeDue(
  sql: Sql,
  wish: { now: Date; limit: number },
): Promise<{ doc_id: string; workspace_id: number; title: string }[]> {
  const expiredBefore = later(wish.now, -TRASH_DAYS * DAY_MS);
  const gone = await sql<GoneDocument[]>`
    delete from documents where document_id in (
      select document_id from documents
      where purge_at <= ${wish.now} or (deleted_at is null and expires_at <= ${expiredBefore})
      order by document_id limit ${wish.limit} for update skip locked
    )
    returning doc_id, workspace_id, owner_id, title, deleted_at is null as charged, size_bytes`;
  const freed = new Map<number, FreedAccount>();
  for (const { workspace_id, owner_id, charged, size_bytes } of gone) {
    const account = freed.get(owner_id) ?? { workspace_id, owner_id, bytes: 0, live: 0 };
    if (charged) {
      account.bytes -= size_bytes;
      account.live -= 1;
    }
    freed.set(owner_id, account);
  }
  // Whoever counts in several workspaces takes them in this order, so that no two wait for each other.
  const ordered = [...freed.values()].sort((a, b) => a.workspace_id - b.workspace_id || a.owner_id - b.owner_id);
  for (const account of ordered) await countChange(sql, { ...account, document_id: null, now: wish.now });
  return gone.map(({ doc_id, workspace_id, title }) => ({ doc_id, workspace_id, title }));
}
