// How many documents of places somebody may open: counts that triggers keep for each place, and what those cannot know.
import type { Actor, Sql } from "../../../../kernel/plugin.ts";
import { andInReach, reach } from "../../../places/port.ts";
import { isOpenToMembers } from "../../model/levels.ts";
import { live } from "../../model/live.ts";
import { earlyDocuments, heldEach, overdueDocuments } from "./counts.ts";

interface Asked {
  actor: Actor;
  now: Date;
}

type Fragment = ReturnType<typeof changed>;

/** Live documents by place, and how many of them the caller may open; places without any are absent. */
export async function countDocumentsFor(
  sql: Sql,
  { actor, now, place_ids }: Asked & { place_ids: readonly number[] },
): Promise<ReadonlyMap<number, { live: number; open: number }>> {
  const isOpen = sql`(asked.is_open or (asked.is_reached and ${isOpenToMembers(sql)}))`;
  const kept = sql`case when asked.is_open then c.docs when asked.is_reached then c.open_docs else 0 end`;
  const rows = await sql<{ place_id: number; live: number; open: number }[]>`
    with ${reach(sql, actor)}, asked as materialized (
      select p.place_id, here.place_id is not null as is_open, (true${andInReach(sql, actor)}) is true as is_reached
      from unnest(${[...place_ids]}::bigint[]) as named(place_id) join places p using (place_id)
        left join open_places here using (place_id)
      where p.workspace_id = ${actor.workspace.id}
    ), counted as (
      select c.place_id, c.docs as live, ${kept} as open from asked join document_place_counts c using (place_id)
      union all
      select c.place_id, c.docs, ${kept} from asked join ${changed(sql, actor)} using (place_id)
      union all
      select d.place_id, -1, -${isOpen}::int from ${overdueDocuments(sql, { actor, now })} join asked using (place_id)
      union all
      select d.place_id, 1, ${isOpen}::int from ${earlyDocuments(sql, now)} join asked using (place_id)
      union all
      select d.place_id, 0, 1 from ${heldEach(sql)} join asked on asked.place_id = d.place_id
      where asked.is_reached and ${live(sql, now)} and ${isOpen} is not true
    )
    select place_id, sum(live)::int as live, sum(open)::int as open from counted group by place_id having sum(live) <> 0`;
  return new Map(rows.map(({ place_id, ...count }) => [place_id, count]));
}

/** Others' live documents that are listed to the team or shared with the caller, by the path of their folder. */
export async function countTeamDocuments(sql: Sql, { actor, now }: Asked): Promise<ReadonlyMap<string, number>> {
  const { isShared, isListed } = teamAt(sql);
  const kept = sql`case when ${isShared} then c.docs when asked.is_open then c.team_docs else c.listed_docs end`;
  const rows = await sql<{ path: string; docs: number }[]>`
    with ${reach(sql, actor)}, asked as materialized (
      select p.place_id, p.path, p.root_id, here.place_id is not null as is_open
      from places p left join open_places here using (place_id)
      where p.workspace_id = ${actor.workspace.id} and p.owner_id is distinct from ${actor.user_id}${andInReach(sql, actor)}
    ), counted as (
      select asked.path, ${kept} as docs from asked join document_place_counts c using (place_id)
      union all
      select asked.path, ${kept} from asked join ${changed(sql, actor)} using (place_id)
      union all
      select asked.path, -1 from ${overdueDocuments(sql, { actor, now })} join asked using (place_id) where ${isListed}
      union all
      select asked.path, 1 from ${earlyDocuments(sql, now)} join asked using (place_id) where ${isListed}
      union all
      select asked.path, 1 from ${heldEach(sql)} join asked on asked.place_id = d.place_id
      where ${live(sql, now)} and ${isListed} is not true
    )
    select path, sum(docs)::int as docs from counted group by path having sum(docs) <> 0`;
  return new Map(rows.map((row) => [row.path, row.docs]));
}

/** Over `asked`, and over `documents d` there: what is listed to the team by its place, or open to all members and listed to them. */
function teamAt(sql: Sql): { isShared: Fragment; isListed: Fragment } {
  const isShared = sql`(asked.is_open and asked.root_id is null)`;
  const isListed = sql`(${isShared} or (d.listing = 'team' and (asked.is_open or ${isOpenToMembers(sql)})))`;
  return { isShared, isListed };
}

/** What is not added up yet, as `c`. */
function changed(sql: Sql, actor: Actor) {
  return sql`(select * from document_count_changes where workspace_id = ${actor.workspace.id}) as c`;
}
