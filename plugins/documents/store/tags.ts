// Counts of tags, over the documents that a list of the same view would hold.
import { type PageOptions, pagesOf, type Sql } from "../../../kernel/mod.ts";
import { reach } from "../../places/port.ts";
import { type ListOptions, scopeOf } from "./lists.ts";

interface CountedTag {
  tag: string;
  count: number;
  shared: boolean;
}

export const TAGS = pagesOf("tags", (at) => ({ count: at.id("count"), tag: at.text("tag") }));

/** The tags of the live documents in view, the most used first. `shared` where somebody else's document carries the tag. */
export function countTags(
  sql: Sql,
  options: Pick<ListOptions, "actor" | "now" | "view"> & Partial<PageOptions<Pick<CountedTag, "count" | "tag">>>,
): Promise<CountedTag[]> {
  const { actor, now, after = null, limit = null } = options;
  return sql<CountedTag[]>`
    with ${reach(sql, actor)}
    select tag, count(*)::int as count, bool_or(d.owner_id <> ${actor.user_id}) as shared
    from documents d, unnest(d.tags) as tag
    where d.deleted_at is null and (d.expires_at is null or d.expires_at > ${now}) and ${scopeOf(sql, options)}
    group by tag
    ${after === null ? sql`` : sql`having (-count(*), tag collate "C") > (${-after.count}::bigint, ${after.tag})`}
    order by -count(*), tag collate "C" limit ${limit}`;
}
