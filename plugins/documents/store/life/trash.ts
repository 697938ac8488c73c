// What lies in the trash, deleted or expired: listed for whoever may bring it back, and removed for good.
import { type Actor, DAY_MS, later, pagesOf, type Runtime, type Sql } from "../../../../kernel/plugin.ts";
import { type RootRow, reach } from "../../../places/port.ts";
import { levelColumns, takesAway } from "../../model/levels.ts";
import { held } from "../../model/live.ts";
import { type LoadedDocument, purgeTimeOf, TRASH_DAYS } from "../../model/rows.ts";
import { findRemovable } from "../../write/removing.ts";
import { countChange } from "../counting/counters.ts";
import { documentColumns, placedFor } from "../reading/documents.ts";
import { atLeast } from "../reading/list_pages.ts";

/** What the trash shows of a document. */
export interface TrashRow extends Omit<LoadedDocument, "files"> {
  /** When it left: deleted, or expired. */
  left_at: Date;
  /** Null while it is held. */
  purge_at: Date | null;
  deleted_by_email: string | null;
}

/** A person's own trash, or with `root_id` what left that root from folders where they may edit. */
export interface TrashOptions {
  actor: Actor;
  now: Date;
  root_id: number | null;
}

export const TRASH = pagesOf("trash", (at) => ({ left_at: at.time("left_at"), document_id: at.id("document_id") }));

export interface TrashPage extends Omit<TrashOptions, "root_id"> {
  root: RootRow | null;
  folder: string | null;
  after: { left_at: Date; document_id: number } | null;
  limit: number;
}

/** Deleted and expired documents, the last to leave first: the person's own, or those of a root whose settings they may change. */
export async function listTrash(sql: Sql, options: TrashPage): Promise<TrashRow[]> {
  const { actor, now, limit } = options;
  const rows = await sql<TrashRow[]>`
    with ${reach(sql, actor)}, ${trashPage(sql, options)}
    select * from (
      select ${documentColumns(sql)}, ${levelColumns(sql, actor)}, page.left_at, u.email as deleted_by_email
      from ${placedFor(sql, actor)} join page on page.document_id = d.document_id left join users u on u.user_id = d.deleted_by
    ) as gone
    where ${mayChangeSettings(sql)} order by left_at desc, document_id desc`;
  return rows.slice(0, limit).map((row) => ({ ...row, purge_at: purgeTimeOf(row, now) }));
}

/**
 * Over `reach`: the keys of a page and when each left, as `page`. Each place whose settings the caller may change gives its last to
 * leave, deleted and expired ones from an index each, so that nothing is read of what left before those.
 */
function trashPage(sql: Sql, { actor, now, root, folder, after, limit }: TrashPage) {
  const tree = root === null ? sql`here.owner_id = ${actor.user_id}` : sql`here.root_id = ${root.root_id}`;
  const path = folder === null ? sql`` : sql`and p.path = ${folder}`;
  const owner = root === null ? sql`and d.owner_id = ${actor.user_id}` : sql``;
  const newest = (leftAt: Fragment, where: Fragment) => sql`
    select d.document_id, ${leftAt} as left_at from documents d
    where d.place_id = at.place_id and d.workspace_id = ${actor.workspace.id} and ${where} ${owner}
      and (d.lost_root is null or at.level = 4)
      ${after === null ? sql`` : sql`and (${leftAt}, d.document_id) < (${after.left_at}, ${after.document_id})`}
    order by ${leftAt} desc, d.document_id desc ${atLeast(sql, limit)}`;
  const deleted = sql`d.deleted_at is not null and (d.purge_at > ${now} or (${held(sql)} and d.deleted_at <= ${now}))`;
  const expired = sql`d.deleted_at is null and d.expires_at <= ${now}
    and (d.expires_at >= ${expiredAfter(now)} or ${held(sql)})`;
  return sql`at as materialized (
      select here.place_id, here.level from open_places here join places p using (place_id)
      where ${tree} and here.level >= 3 ${path}
    ), page as materialized (
      select document_id, left_at from (
        select gone.* from at cross join lateral (${newest(sql`d.deleted_at`, deleted)}) as gone
        union all
        select gone.* from at cross join lateral (${newest(sql`d.expires_at`, expired)}) as gone
      ) as gone order by left_at desc, document_id desc ${atLeast(sql, limit)}
    )`;
}

type Fragment = ReturnType<typeof held>;

/** Documents are removed in the order of their ids, so many at once; what must stay is passed by. */
export interface Batch {
  /** The id behind which to go on; 0 at first. */
  after: number;
  limit: number;
  callHook: Runtime["callHook"];
}

export interface Purged {
  gone: PurgedDocument[];
  /** Where the next batch goes on, null when there is none. */
  next: number | null;
}

/** How many documents of those that `listTrash` would list in all its pages the person may remove for good, and how many not. */
export async function countTrash(sql: Sql, options: TrashOptions): Promise<{ docs: number; kept: number }> {
  const mine = takesAway(sql, options.actor);
  const [row] = await sql<{ docs: number; kept: number }[]>`
    select (count(*) filter (where ${mine} and not ${held(sql)}))::int as docs,
      (count(*) filter (where not ${mine} or ${held(sql)}))::int as kept from (
      select d.legal_hold, d.held_with, p.root_id, d.created_by, ${levelColumns(sql, options.actor)}
      from ${placedFor(sql, options.actor)} where ${isInTrash(sql, options)}
    ) as gone where ${mayChangeSettings(sql)}`;
  return row ?? { docs: 0, kept: 0 };
}

/**
 * Removes for good what `countTrash` counts as `docs` and had left by then; what somebody brought back meanwhile stays, and so
 * does what is held.
 */
export async function purgeTrash(sql: Sql, options: TrashOptions & Batch & { left_by: Date }): Promise<Purged> {
  const found = await sql<{ document_id: number }[]>`
    select document_id from (
      select d.document_id, p.root_id, d.created_by, ${levelColumns(sql, options.actor)}, ${leftAt(sql)}
      from ${placedFor(sql, options.actor)} where ${isInTrash(sql, options)} and not ${held(sql)}
    ) as gone where ${takesAway(sql, options.actor)} and left_at <= ${options.left_by} and document_id > ${options.after}
    order by document_id limit ${options.limit}`;
  const document_ids = found.map((row) => row.document_id);
  const ids = await findRemovable(options.callHook, { sql, now: options.now, by: "trash", document_ids });
  // In the order of ids, as every other purge takes them.
  await sql`select 1 from documents where document_id = any(${ids}::bigint[]) order by document_id for update`;
  const gone = await sql<GoneDocument[]>`
    delete from documents
    where document_id = any(${ids}::bigint[]) and workspace_id = ${options.actor.workspace.id}
      and coalesce(deleted_at, expires_at) <= ${options.left_by} and not ${held(sql)}
    returning ${goneColumns(sql)}`;
  await countGone(sql, gone, options.now);
  return { gone, next: found.length === options.limit ? (document_ids.at(-1) ?? null) : null };
}

/** Removes, for good, what has been in the trash for its days and is not held. */
export async function purgeDue(sql: Sql, options: Batch & { now: Date }): Promise<Purged> {
  const expiredBefore = later(options.now, -TRASH_DAYS * DAY_MS);
  const due = await sql<{ document_id: number }[]>`
    select document_id from documents
    where (purge_at <= ${options.now} or (deleted_at is null and expires_at <= ${expiredBefore}))
      and not ${held(sql)} and document_id > ${options.after}
    order by document_id limit ${options.limit} for update skip locked`;
  const document_ids = due.map((row) => row.document_id);
  const ids = await findRemovable(options.callHook, { sql, now: options.now, by: "due", document_ids });
  const gone = await sql<GoneDocument[]>`
    delete from documents where document_id = any(${ids}::bigint[]) returning ${goneColumns(sql)}`;
  await countGone(sql, gone, options.now);
  return { gone, next: due.length === options.limit ? (document_ids.at(-1) ?? null) : null };
}

export interface PurgedDocument {
  doc_id: string;
  workspace_id: number;
  title: string;
}

export interface GoneDocument extends PurgedDocument {
  owner_id: number;
  /** What its workspace and its owner were still charged for it. */
  bytes: number;
  live: number;
}

export function goneColumns(sql: Sql) {
  return sql`doc_id, workspace_id, owner_id, title, ${chargedColumns(sql)}`;
}

/** Over `documents`: the columns of `chargeOf`. */
export function chargedColumns(sql: Sql) {
  const isCharged = sql`deleted_at is null and released_at is null`;
  return sql`case when ${isCharged} then size_bytes else 0 end as bytes, (${isCharged})::int as live`;
}

/** Takes documents off the books of their workspaces and accounts. */
export async function countGone(
  sql: Sql,
  gone: readonly { workspace_id: number; owner_id: number; bytes: number; live: number }[],
  now: Date,
): Promise<void> {
  // Whoever left a workspace still owns what lies in its roots, beside what went along.
  const accounts = new Map<string, { workspace_id: number; owner_id: number; bytes: number; live: number }>();
  for (const { workspace_id, owner_id, bytes, live } of gone) {
    const key = `${workspace_id} ${owner_id}`;
    const account = accounts.get(key) ?? { workspace_id, owner_id, bytes: 0, live: 0 };
    account.bytes -= bytes;
    account.live -= live;
    accounts.set(key, account);
  }
  // Whoever counts in several workspaces takes them in this order, so that no two wait for each other.
  const ordered = [...accounts.values()].sort((a, b) => a.workspace_id - b.workspace_id || a.owner_id - b.owner_id);
  for (const account of ordered) await countChange(sql, { ...account, document_id: null, now });
}

/** Over `placedFor`: in the trash asked for, as far as its place says. What is held lies there until it is released. */
function isInTrash(sql: Sql, { actor, now, root_id }: TrashOptions) {
  const inTrashOf =
    root_id === null
      ? sql`d.owner_id = ${actor.user_id} and p.owner_id = ${actor.user_id}`
      : sql`p.root_id = ${root_id}`;
  return sql`d.workspace_id = ${actor.workspace.id} and ${inTrashOf}
    and (d.purge_at > ${now} or (d.deleted_at is null and d.expires_at between ${expiredAfter(now)} and ${now})
      or (${held(sql)} and coalesce(d.deleted_at, d.expires_at) <= ${now}))`;
}

/** What expired before is purged, unless it is held. */
function expiredAfter(now: Date): Date {
  return later(now, 1 - TRASH_DAYS * DAY_MS);
}

function leftAt(sql: Sql) {
  return sql`coalesce(d.deleted_at, d.expires_at) as left_at`;
}

/** Over `levelColumns` in a root or one's own My documents: the right `settings`. */
function mayChangeSettings(sql: Sql) {
  return sql`(level = 'own' or place_level in ('edit', 'own'))`;
}
