// All documents of a root at once, when it is deleted or called something else:
// a few statements, however many there are.

import { type Actor, refuse, type Sql } from "../../../../kernel/plugin.ts";
import {
  copyPlaces,
  holdRoot,
  levelNamed,
  placeLevel,
  type RootRow,
  reaches,
  shareRoot,
} from "../../../places/port.ts";
import type { WriteCall } from "../../model/calls.ts";
import { live } from "../../model/live.ts";
import { closeAnew } from "../../write/showing.ts";
import { countChange, touchCounter } from "../counting/counters.ts";
import { numberChanges, numberFound } from "./moves.ts";

/**
 * Moves every document of `from` into the same folder of `to`, those in the trash too, which remember where they were
 * deleted, and with `force` the folders in which there are none. Answers how many live ones moved; the root is held until the
 * transaction ends, and nothing can come into it. Throws 409 with their count when there are any and `force` is false, and 403
 * where one, or an empty folder, would come into a folder that the caller may not edit.
 */
export async function moveDocumentsOf(
  call: WriteCall,
  options: { from: RootRow; to: RootRow; force: boolean },
): Promise<number> {
  const { sql, now, actor } = call;
  const { from, to, force } = options;
  await holdDocuments(sql, { from, to });
  const live = await countLive(sql, from, now);
  if (live > 0 && !force) {
    throw refuse.conflict(
      `"${from.name}" still holds ${live} ${live === 1 ? "document" : "documents"}; move them first, or pass force=true to move them into ${to.name}`,
      { docs: live },
    );
  }
  await copyPlaces(sql, { from, to, standing: force });
  await refuseClosedFolder(sql, { actor, from, to, force });
  const moved = await sql<{ document_id: number; slug: string }[]>`
    update documents d set place_id = twin.place_id,
      lost_root = case when d.deleted_at is not null or d.expires_at <= ${now} then ${from.slug} else d.lost_root end,
      updated_at = case when d.deleted_at is null then ${now} else d.updated_at end
    from places p join places twin on twin.root_id = ${to.root_id} and twin.owner_id is null and twin.path = p.path
    where p.root_id = ${from.root_id} and d.place_id = p.place_id and d.workspace_id = ${from.workspace_id}
    returning d.document_id, d.slug`;
  if (moved.length === 0) return live;
  const workspace_id = actor.workspace.id;
  call.lastly(async (last) => {
    const counted = { workspace_id, owner_id: actor.user_id, document_id: null, bytes: 0, live: 0, now };
    const document_ids = moved.map((row) => row.document_id);
    // Both are sent before either is waited for; the first takes the workspace's turn.
    await Promise.all([countChange(last, counted), numberChanges(last, { workspace_id, document_ids })]);
  });
  const slugs = moved.map((row) => row.slug);
  await closeAnew(call, ...slugs);
  return live;
}

/**
 * Documents before the root before its places: in this order whoever moves a document takes them, too. Who comes too late
 * finds neither the root nor the place.
 */
async function holdDocuments(sql: Sql, { from, to }: { from: RootRow; to: RootRow }): Promise<void> {
  await holdDocumentsOf(sql, from);
  // In the order of their ids, so that two roots that go into each other do not wait for each other.
  if (to.root_id < from.root_id) await shareRoot(sql, to);
  await holdRoot(sql, from);
  await sql`select 1 from places where root_id = ${from.root_id} order by place_id for update`;
}

/** Locks the documents of a root; whoever holds the root takes these before. */
export async function holdDocumentsOf(sql: Sql, root: RootRow): Promise<void> {
  await sql`
    select 1 from documents where place_id in (select place_id from places where root_id = ${root.root_id})
      and workspace_id = ${root.workspace_id} order by document_id for no key update`;
}

/**
 * Tells whoever follows the documents of a root, those in the trash too, that it has another name or slug. In the transaction
 * that gives it one, which holds the documents and the root.
 */
export function tellRootRenamed(call: WriteCall, { root_id, workspace_id }: RootRow): void {
  touchCounter(call, { document_id: null, owner_id: call.actor.user_id, bytes: 0, live: 0 });
  call.lastly((sql) =>
    numberFound(sql, {
      workspace_id,
      // What came into the root before this turn is told again; what somebody is changing now is told behind it.
      found: sql`select document_id from documents where place_id in (select place_id from places where root_id = ${root_id})
        and workspace_id = ${workspace_id} for no key update skip locked`,
    }),
  );
}

/** An expired document is no longer anybody's to see and does not keep its root. */
async function countLive(sql: Sql, root: RootRow, now: Date): Promise<number> {
  const [row] = await sql<{ live: number }[]>`
    select count(*)::int as live from documents d
    where place_id in (select place_id from places where root_id = ${root.root_id}) and workspace_id = ${root.workspace_id}
      and ${live(sql, now)}`;
  return row?.live ?? 0;
}

/** Whoever may not edit a folder of `to` brings nothing into it, as with a document that they move. */
async function refuseClosedFolder(
  sql: Sql,
  { actor, from, to, force }: { actor: Actor; from: RootRow; to: RootRow; force: boolean },
): Promise<void> {
  const folders = await sql<{ path: string; level: number }[]>`
    select p.path, ${placeLevel(sql, actor)} as level from places p join roots r using (root_id)
    where p.root_id = ${to.root_id} and p.workspace_id = ${to.workspace_id} and p.path in (
      select source.path from places source
      where source.root_id = ${from.root_id} and ((source.explicit and ${force}) or exists (
        select from documents d where d.place_id = source.place_id and d.deleted_at is null)))
    order by p.path`;
  const closed = folders.find(({ level }) => !reaches(levelNamed(level), "edit"));
  if (!closed) return;
  const level = levelNamed(closed.level);
  throw refuse.forbidden(
    `what is in folder "${closed.path}" would go into that folder of ${to.name}, where you hold ${level}; move them first`,
    { level },
  );
}
