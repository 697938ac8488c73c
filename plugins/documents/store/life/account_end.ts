// What becomes of a person's documents when their account is deleted:
// into the trash at once, and purged with it after its days.
import { DAY_MS, later, type PersonEnd, type Runtime, type Sql } from "../../../../kernel/plugin.ts";
import type { PersonsDue } from "../../../../kernel/ports/access.ts";
import { deleteOwnPlaces } from "../../../places/port.ts";
import type { WriteCall } from "../../model/calls.ts";
import { held } from "../../model/live.ts";
import { TRASH_DAYS } from "../../model/rows.ts";
import { findRemovable, refuseEnd } from "../../write/removing.ts";
import { countChange } from "../counting/counters.ts";
import { numberChanges } from "../writing/moves.ts";
import { type ChangedDocument, changedColumns, settleMany } from "./many.ts";
import { type GoneDocument, goneColumns, type PurgedDocument } from "./trash.ts";

/**
 * Moves the caller's My documents to the trash, and with `roots` those of the workspace's roots too, when nobody is left to
 * look after them. Answers how many there were. In the transaction that ends the account. Throws 423 when one must stay.
 */
export async function trashAccount(call: WriteCall, { roots }: { roots: boolean }): Promise<number> {
  const { sql, now, actor } = call;
  const workspace_id = actor.workspace.id;
  const found = await sql<{ document_id: number; is_held: boolean; is_live: boolean }[]>`
    select d.document_id, ${held(sql)} as is_held, d.deleted_at is null as is_live from documents d join places p using (place_id)
    where d.workspace_id = ${workspace_id} and (p.owner_id = ${actor.user_id} ${roots ? sql`or p.root_id is not null` : sql``})
    order by d.document_id for no key update of d`;
  const free = found.filter((row) => !row.is_held).map((row) => row.document_id);
  await refuseEnd(call, { document_ids: free, on_hold: found.length - free.length });
  const live = found.filter((row) => row.is_live).map((row) => row.document_id);
  const gone = await sql<ChangedDocument[]>`
    update documents d set deleted_at = ${now}, deleted_by = ${actor.user_id}, purge_at = ${later(now, TRASH_DAYS * DAY_MS)}
    where d.document_id = any(${live}::bigint[])
    returning ${changedColumns(sql)}`;
  await settleMany(call, { documents: gone, are_live: false });
  return gone.length;
}

/** Whose account may not be erased yet: something in their My documents, or of theirs in the trash of roots, must stay. */
export async function findKeptOwners(
  callHook: Runtime["callHook"],
  { sql, now, user_ids }: PersonsDue,
): Promise<readonly number[]> {
  const rows = await sql<{ document_id: number; is_held: boolean; user_id: number }[]>`
    select d.document_id, ${held(sql)} as is_held, coalesce(p.owner_id, d.owner_id) as user_id
    from documents d join places p using (place_id)
    where p.owner_id = any(${[...user_ids]}::bigint[]) or (d.owner_id = any(${[...user_ids]}::bigint[]) and d.purge_at <= ${now})`;
  const free = rows.filter((row) => !row.is_held).map((row) => row.document_id);
  const removable = new Set(await findRemovable(callHook, { sql, now, by: "erasure", document_ids: free }));
  return [...new Set(rows.filter((row) => !removable.has(row.document_id)).map((row) => row.user_id))];
}

/**
 * Removes a person's My documents for good, and what of theirs is due in the trash of roots. The rest of what they owned lies in
 * roots and goes to who looks after its workspace. Then nothing of documents names them. Answers what was removed.
 */
export async function removeOwner({ sql, now, user_id }: PersonEnd): Promise<PurgedDocument[]> {
  const isTheirs = sql`(d.owner_id = ${user_id} and d.purge_at <= ${now})
    or d.place_id in (select place_id from places where owner_id = ${user_id})`;
  // In the order of ids, as every other purge takes them.
  await sql`select 1 from documents d where ${isTheirs} order by document_id for update`;
  const gone = await sql<GoneDocument[]>`delete from documents d where ${isTheirs} returning ${goneColumns(sql)}`;
  const handed = await handOver(sql, user_id);
  await countEnd(sql, { user_id, gone, handed, now });
  await deleteOwnPlaces(sql, user_id);
  await sql`update documents set created_by = null where created_by = ${user_id}`;
  await sql`update documents set deleted_by = null where deleted_by = ${user_id}`;
  await sql`update document_versions set created_by = null where created_by = ${user_id}`;
  await sql`
    update document_tombstones set owner_id = nullif(owner_id, ${user_id}), user_ids = array_remove(user_ids, ${user_id})
    where owner_id = ${user_id} or ${user_id} = any(user_ids)`;
  await settleOwned(sql, user_id);
  return gone;
}

/** What lies in a root of a workspace that nobody is left in has no heir, and is counted as before. */
async function settleOwned(sql: Sql, userId: number): Promise<void> {
  await sql`
    with left_behind as (
      select workspace_id, count(*)::int as live from documents
      where owner_id = ${userId} and deleted_at is null and released_at is null group by workspace_id
    ), kept as (
      update document_owners o set live = l.live from left_behind l
      where o.owner_id = ${userId} and o.workspace_id = l.workspace_id
    )
    delete from document_owners where owner_id = ${userId} and workspace_id not in (select workspace_id from left_behind)`;
}

interface HandedDocument {
  document_id: number;
  workspace_id: number;
  owner_id: number;
  live: number;
}

/** The new owner is the workspace's owner, else whoever of it is there longest; it gives nobody a right that they had not. */
function handOver(sql: Sql, userId: number): Promise<HandedDocument[]> {
  return sql<HandedDocument[]>`
    with heirs as (
      select distinct on (u.workspace_id) u.workspace_id, u.user_id from users u
      where u.user_id <> ${userId} and u.workspace_id in (select workspace_id from documents where owner_id = ${userId})
      order by u.workspace_id, u.disabled_at is not null, array_position(array['owner', 'admin', 'member'], u.role), u.user_id
    )
    update documents d set owner_id = heirs.user_id from heirs
    where d.owner_id = ${userId} and heirs.workspace_id = d.workspace_id
    returning d.document_id, d.workspace_id, d.owner_id, (d.deleted_at is null and d.released_at is null)::int as live`;
}

/** Counts every workspace once, in the order of their ids. Whoever inherits is not held to the most documents of an account. */
async function countEnd(
  sql: Sql,
  end: { user_id: number; gone: readonly GoneDocument[]; handed: readonly HandedDocument[]; now: Date },
): Promise<void> {
  const { user_id, gone, handed, now } = end;
  const ids = new Set([...gone, ...handed].map((row) => row.workspace_id));
  for (const workspace_id of [...ids].sort((a, b) => a - b)) {
    const left = gone.filter((row) => row.workspace_id === workspace_id);
    const kept = handed.filter((row) => row.workspace_id === workspace_id);
    const bytes = -left.reduce((sum, row) => sum + row.bytes, 0);
    await countChange(sql, { workspace_id, owner_id: user_id, document_id: null, bytes, live: 0, now });
    const [heir] = kept;
    if (!heir) continue;
    const live = kept.reduce((sum, row) => sum + row.live, 0);
    await countChange(sql, { workspace_id, owner_id: heir.owner_id, document_id: null, bytes: 0, live, now });
    await numberChanges(sql, { workspace_id, document_ids: kept.map((row) => row.document_id) });
  }
}
