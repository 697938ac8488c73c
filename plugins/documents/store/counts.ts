// How many documents somebody may open, root by root: one query for all of them.
import type { Actor, Sql } from "../../../kernel/mod.ts";
import { reach } from "../../places/port.ts";
import { openTo } from "../levels.ts";

/** Live documents that the caller may open, by root, and under null those of their own My documents; absent where there are none. */
export async function countByRoot(
  sql: Sql,
  wish: { actor: Actor; now: Date; root_id?: number },
): Promise<ReadonlyMap<number | null, number>> {
  const { actor, now, root_id } = wish;
  const inRoot = sql`and d.place_id in (select place_id from places p where p.root_id = ${root_id ?? null})`;
  // Counted by place first: joining a row a document to its place took as long again.
  const rows = await sql<{ root_id: number | null; docs: number }[]>`
    with ${reach(sql, actor)}
    select p.root_id, sum(by_place.docs)::int as docs
    from (
      select d.place_id, count(*) as docs from documents d
      where d.deleted_at is null and (d.expires_at is null or d.expires_at > ${now}) and ${openTo(sql, actor)}
        ${root_id === undefined ? sql`` : inRoot}
      group by d.place_id
    ) as by_place join places p on p.place_id = by_place.place_id
    where p.workspace_id = ${actor.workspace.id} and (p.root_id is not null or p.owner_id = ${actor.user_id})
    group by p.root_id`;
  return new Map(rows.map((row) => [row.root_id, row.docs]));
}
