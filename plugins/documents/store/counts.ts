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
  const within =
    root_id === undefined ? sql`(p.root_id is not null or p.owner_id = ${actor.user_id})` : sql`p.root_id = ${root_id}`;
  const rows = await sql<{ root_id: number | null; docs: number }[]>`
    with ${reach(sql, actor)}
    select p.root_id, count(*)::int as docs from documents d join places p on p.place_id = d.place_id
    where d.deleted_at is null and (d.expires_at is null or d.expires_at > ${now})
      and p.workspace_id = ${actor.workspace.id} and ${within} and ${openTo(sql, actor)}
    group by p.root_id`;
  return new Map(rows.map((row) => [row.root_id, row.docs]));
}
