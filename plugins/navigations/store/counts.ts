// How many entries navigations have, for their editor and for who reads them.
import type { Sql } from "../../../kernel/plugin.ts";
import type { Reader } from "../reader.ts";
import { openNamed, sectionItems } from "./entries.ts";
import { navigationSets } from "./reached.ts";

/** All entries of a navigation. */
export async function countEntries(sql: Sql, by: { workspace_id: number; navigation_id: number }): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from navigation_entries e
    where e.navigation_id = ${by.navigation_id} and e.workspace_id = ${by.workspace_id}`;
  return row?.count ?? 0;
}

/**
 * The entries that a reader is shown, by the navigation: what is for others, and what leads to nothing that they may open, is not
 * counted either.
 */
export async function countShown(
  sql: Sql,
  by: { navigation_ids: readonly number[]; reader: Reader; now: Date },
): Promise<ReadonlyMap<number, number>> {
  const { navigation_ids, reader, now } = by;
  if (navigation_ids.length === 0) return new Map();
  const isSection = sql`s.kind = e.kind and s.sort = coalesce(e.sort, 'title') and s.tag is not distinct from e.tag
    and s.path is not distinct from e.path and s.root_id is not distinct from e.root_id and s.owner_id is not distinct from e.owner_id`;
  const rows = await sql<{ navigation_id: number; count: number }[]>`
    with ${navigationSets(sql, { navigation_id: navigation_ids, reader, now })}, filled as materialized (
      select section_id from (${sectionItems(sql, { reader, now, items_max: 0 })}) as items
    )
    select e.navigation_id, count(*)::int as count from seen_entries e
    where case
      when e.kind = 'document' then e.entry_id in (select named.entry_id from ${openNamed(sql, { reader, now })})
      when e.kind = 'folder' and num_nonnulls(e.root_id, e.owner_id) = 0 then false
      when e.kind in ('folder', 'tag')
        then exists (select from sections s join filled using (section_id) where ${isSection})
      else true end
    group by e.navigation_id`;
  return new Map(rows.map(({ navigation_id, count }) => [navigation_id, count]));
}
