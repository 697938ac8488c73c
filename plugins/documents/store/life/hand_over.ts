// A person's My documents on their way to a colleague: a few statements, however many there are.
import { type HandOver, type PersonLeave, type RemovalFacts, refuse, type Sql } from "../../../../kernel/plugin.ts";
import { capOf } from "../../../operation.ts";
import { ensurePlace, handOverTree, isInForce } from "../../../places/port.ts";
import { held, live } from "../../model/live.ts";
import { closeAnew } from "../../write/showing.ts";
import { countChange, tellChange } from "../counting/counters.ts";
import { numberChanges } from "../writing/moves.ts";

/**
 * Makes a colleague the owner of everything in a person's My documents, in the same folders below a new one. Links, grants, versions,
 * names, comments and holds stay as they are; what is in the trash stays with the person. Throws 413 where the colleague's account
 * does not hold them all.
 */
export async function handOverDocuments({
  call,
  workspace_id,
  from,
  to,
}: HandOver): Promise<{ docs: number; folder: string | null }> {
  const { sql, now } = call;
  const theirs = sql`d.workspace_id = ${workspace_id}
    and d.place_id in (select place_id from places where owner_id = ${from.user_id} and root_id is null)`;
  // Documents before places, as whoever moves one takes them.
  const held = await sql<{ is_trashed: boolean }[]>`
    select d.deleted_at is not null as is_trashed from documents d where ${theirs} order by d.document_id for no key update`;
  const docs = held.filter((row) => !row.is_trashed).length;
  if (docs === 0) return { docs, folder: null };
  await refuseTooMany(sql, { call, workspace_id, from, to, docs });
  const top = await ensurePlace(sql, { workspace_id, root: null, owner_id: from.user_id, path: "" });
  await sql`update documents d set place_id = ${top} where ${theirs} and d.deleted_at is not null and d.place_id <> ${top}`;
  const { place_id, folder } = await handOverTree(sql, { workspace_id, from, to_user_id: to.user_id });
  const moved = await sql<{ document_id: number; slug: string; live: number }[]>`
    update documents d set owner_id = ${to.user_id}, updated_at = ${now},
      place_id = case when d.place_id = ${top} then ${place_id} else d.place_id end
    where d.workspace_id = ${workspace_id} and d.deleted_at is null and (d.place_id = ${top}
      or (d.owner_id = ${from.user_id} and d.place_id in (select place_id from places where owner_id = ${to.user_id} and root_id is null)))
    returning d.document_id, d.slug, (d.released_at is null)::int as live`;
  const counted = moved.reduce((sum, row) => sum + row.live, 0);
  const change = { workspace_id, document_id: null, bytes: 0, now };
  call.lastly(async (last) => {
    const document_ids = moved.map((row) => row.document_id);
    await Promise.all([
      countChange(last, { ...change, owner_id: from.user_id, live: -counted }),
      countChange(last, { ...change, owner_id: to.user_id, live: counted }),
      numberChanges(last, { workspace_id, document_ids }),
    ]);
  });
  tellChange(call);
  await closeAnew(call, ...moved.map((row) => row.slug));
  return { docs: moved.length, folder };
}

async function refuseTooMany(sql: Sql, { call, workspace_id, to, docs }: HandOver & { docs: number }): Promise<void> {
  const cap = capOf(call.runtime, "documents_per_account");
  const [row] = await sql<{ live: number }[]>`
    select live from document_owners where workspace_id = ${workspace_id} and owner_id = ${to.user_id}`;
  const has = row?.live ?? 0;
  if (cap === null || has + docs <= cap) return;
  throw refuse.tooLarge(
    `${to.email} holds ${has} documents, and ${docs} more would pass the ${cap} that one account may hold; name somebody with more room`,
    { code: "document_limit", cap, has, docs },
  );
}

/** What of a person's documents their removal from the workspace concerns. */
export async function readRemovalFacts({
  sql,
  now,
  workspace_id,
  user_id,
}: PersonLeave): Promise<Partial<RemovalFacts>> {
  const inForce = isInForce(sql, { clock: { now: () => now } });
  const [row] = await sql<{ own: number; shared: number; on_hold: number; trashed: number; elsewhere: number }[]>`
    select count(*) filter (where p.owner_id = ${user_id} and ${live(sql, now)})::int as own,
      count(*) filter (where p.owner_id = ${user_id} and ${live(sql, now)} and (d.visibility <> 'restricted' or exists (
        select from grants g where (g.document_id = d.document_id or g.place_id = any(p.guard_ids)) and ${inForce})))::int as shared,
      count(*) filter (where p.owner_id = ${user_id} and ${held(sql)})::int as on_hold,
      count(*) filter (where p.owner_id = ${user_id} and d.deleted_at is not null)::int as trashed,
      count(*) filter (where p.root_id is not null and ${live(sql, now)})::int as elsewhere
    from documents d join places p using (place_id)
    where d.workspace_id = ${workspace_id} and (p.owner_id = ${user_id} or (p.root_id is not null and d.created_by = ${user_id}))`;
  if (!row) return {};
  return {
    documents: row.own,
    documents_shared: row.shared,
    documents_on_hold: row.on_hold,
    documents_in_trash: row.trashed,
    documents_staying: row.elsewhere,
  };
}
