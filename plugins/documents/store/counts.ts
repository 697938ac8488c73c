// How many documents somebody may open, root by root: one query for all of them.
import type { Actor, Sql } from "../../../kernel/mod.ts";
import { andInReach, reach } from "../../places/port.ts";
import { isOpenToMembers } from "../model/levels.ts";

/** Live documents that the caller may open, by root, and under null those of their own My documents; absent where there are none. */
export async function countByRoot(
  sql: Sql,
  options: { actor: Actor; now: Date; root_id?: number },
): Promise<ReadonlyMap<number | null, number>> {
  const { actor, now, root_id } = options;
  const isLive = sql`d.deleted_at is null and (d.expires_at is null or d.expires_at > ${now})`;
  const inOpenPlace = sql`d.place_id in (select place_id from open_places)`;
  const isShared = sql`d.document_id in (select document_id from held where document_id is not null)`;
  // Three parts that do not overlap and have an index each, so that what is closed to the caller is never looked at.
  const rows = await sql<{ root_id: number | null; docs: number }[]>`
    with ${reach(sql, actor)}, counted as (
      select d.place_id, count(*) as docs from documents d
      where d.place_id = any(array(select place_id from open_places)) and ${isLive} group by d.place_id
      union all
      select d.place_id, count(*) from documents d
      where d.document_id = any(array(select document_id from held where document_id is not null)) and ${isLive}
        and not ${inOpenPlace} group by d.place_id
      union all
      select d.place_id, count(*) from documents d
      where d.workspace_id = ${actor.workspace.id} and ${isOpenToMembers(sql)} and ${isLive}
        and not ${inOpenPlace} and not ${isShared} group by d.place_id
    )
    select p.root_id, sum(counted.docs)::int as docs from counted join places p using (place_id)
    where p.workspace_id = ${actor.workspace.id} and (p.root_id is not null or p.owner_id = ${actor.user_id})${andInReach(sql, actor)}
      ${root_id === undefined ? sql`` : sql`and p.root_id = ${root_id}`}
    group by p.root_id`;
  return new Map(rows.map((row) => [row.root_id, row.docs]));
}
