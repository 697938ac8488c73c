// Counts of tags, over the documents that a list of the same view would hold.
import type { Sql } from "../../../kernel/mod.ts";
import { reach } from "../../places/port.ts";
import { type ListWish, scopeOf } from "./lists.ts";

/** The tags of the live documents in view, the most used first. `shared` where somebody else's document carries the tag. */
export function countTags(
  sql: Sql,
  wish: Pick<ListWish, "actor" | "now" | "view">,
): Promise<{ tag: string; count: number; shared: boolean }[]> {
  const { actor, now } = wish;
  return sql<{ tag: string; count: number; shared: boolean }[]>`
    with ${reach(sql, actor)}
    select tag, count(*)::int as count, bool_or(d.owner_id <> ${actor.user_id}) as shared
    from documents d, unnest(d.tags) as tag
    where d.deleted_at is null and (d.expires_at is null or d.expires_at > ${now}) and ${scopeOf(sql, wish)}
    group by tag order by count(*) desc, tag collate "C"`;
}
