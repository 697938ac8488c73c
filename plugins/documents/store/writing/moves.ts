// Documents changing their places: one by one, and all of those of a root or of a person.
import { type PersonMove, type Runtime, refuse, type Sql } from "../../../../kernel/plugin.ts";
import type { WriteCall } from "../../model/calls.ts";
import { chargeOf, type DocumentRow } from "../../model/rows.ts";
import { askToPublish } from "../../write/publishing.ts";
import { closeAnew, tellClosed } from "../../write/showing.ts";
import { type Settled, withPlace } from "../../write/targets.ts";
import { countChange, touchCounter } from "../counting/counters.ts";

/** Puts a locked document at a place, for the account of `owner_id`. It is no new version (rules: versions/settings). */
export async function moveToPlace(
  call: WriteCall,
  document: DocumentRow,
  to: Settled & { owner_id: number },
): Promise<void> {
  await askToPublish(call, { ...document, ...to }, { before: document, files: [] });
  await withPlace(call.sql`
    update documents set place_id = ${to.place_id}, owner_id = ${to.owner_id}, updated_at = ${call.now}
    where document_id = ${document.document_id}`);
  if (to.owner_id !== document.owner_id) {
    const { live } = chargeOf(document);
    touchCounter(call, { document_id: null, owner_id: document.owner_id, bytes: 0, live: -live });
    touchCounter(call, { document_id: document.document_id, owner_id: to.owner_id, bytes: 0, live });
  } else {
    touchCounter(call, { ...document, bytes: 0, live: 0 });
  }
  await closeAnew(call, document.slug);
}

/**
 * Takes a person's My documents to their new workspace. Whom they were open to stays behind: grants on them go, and what was
 * open to the whole workspace is restricted until its owner says otherwise. Names that are taken there are left behind, too,
 * and so are pictures of the old workspace's library.
 */
export async function moveOwnDocuments(move: PersonMove, callHook: Runtime["callHook"]): Promise<void> {
  const { sql, user_id, from_workspace_id, to_workspace_id } = move;
  const moved = await sql<{ document_id: number; slug: string; is_held: boolean; bytes: number; live: number }[]>`
    update documents d set workspace_id = ${to_workspace_id}, listing = 'private',
      visibility = case when d.visibility = 'workspace' then 'restricted' else d.visibility end,
      icon = case when starts_with(d.icon, 'svg:') then null else d.icon end,
      alias = case when not exists (
        select from documents other where other.workspace_id = ${to_workspace_id} and other.alias = d.alias
          and other.deleted_at is null) then d.alias end
    from places p
    where p.place_id = d.place_id and p.owner_id = ${user_id} and d.workspace_id = ${from_workspace_id}
    returning d.document_id, d.slug, (d.legal_hold or d.held_with) as is_held,
      case when d.deleted_at is null and d.released_at is null then d.size_bytes else 0 end as bytes,
      (d.deleted_at is null and d.released_at is null)::int as live`;
  refuseTakingHeld(moved.filter((row) => row.is_held).length);
  if (moved.length === 0) return;
  const ids = moved.map((row) => row.document_id);
  await sql`update document_versions set workspace_id = ${to_workspace_id} where document_id = any(${ids}::bigint[])`;
  await sql`update document_files set workspace_id = ${to_workspace_id} where document_id = any(${ids}::bigint[])`;
  await sql`delete from grants where document_id = any(${ids}::bigint[])`;
  const bytes = moved.reduce((sum, row) => sum + row.bytes, 0);
  const live = moved.reduce((sum, row) => sum + row.live, 0);
  const counted = [
    { workspace_id: from_workspace_id, owner_id: user_id, document_id: null, bytes: -bytes, live: -live },
    { workspace_id: to_workspace_id, owner_id: user_id, document_id: null, bytes, live },
  ].sort((a, b) => a.workspace_id - b.workspace_id);
  for (const change of counted) await countChange(sql, { ...change, now: move.now });
  await numberChanges(sql, { workspace_id: to_workspace_id, document_ids: ids });
  await tellClosed(
    callHook,
    sql,
    moved.map((row) => row.slug),
  );
}

/** What a workspace holds stays where its owners and admins reach it. */
function refuseTakingHeld(held: number): void {
  if (held === 0) return;
  throw refuse.locked(
    `${held} under legal hold would leave the workspace with their owner; an admin of the workspace must release them first`,
    { documents: held },
  );
}

/** Gives many documents of one workspace their numbers at once. The caller has counted a change there, and so holds its turn. */
export function numberChanges(
  sql: Sql,
  { workspace_id, document_ids }: { workspace_id: number; document_ids: readonly number[] },
): Promise<void> {
  return numberFound(sql, { workspace_id, found: sql`select unnest(${[...document_ids]}::bigint[]) as document_id` });
}

/** The same for those that a query finds in its turn, in the order of `document_id`: what was committed until then is among them. */
export async function numberFound(
  sql: Sql,
  { workspace_id, found }: { workspace_id: number; found: ReturnType<Sql> },
): Promise<void> {
  await sql`
    with found as materialized (${found}),
    placed as (select document_id, row_number() over (order by document_id) as place, count(*) over () as total from found),
    counted as (
      update document_counters set change_seq = change_seq + (select count(*) from found)
      where workspace_id = ${workspace_id} returning change_seq, changed_at
    )
    insert into document_changes (document_id, workspace_id, change_seq, changed_at)
    select document_id, ${workspace_id}, change_seq - total + place, changed_at from counted, placed
    on conflict (document_id) do update set workspace_id = excluded.workspace_id, change_seq = excluded.change_seq,
      changed_at = excluded.changed_at`;
}
