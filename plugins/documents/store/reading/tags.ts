// Counts of tags, over the documents that a list of the same view would hold.

import { type PageOptions, pagesOf, type Sql } from "../../../../kernel/plugin.ts";
import { countOwnTagged, countTagged } from "../counting/counts.ts";
import type { ListOptions } from "./lists.ts";

interface CountedTag {
  tag: string;
  count: number;
  shared: boolean;
}

export const TAGS = pagesOf("tags", (at) => ({ count: at.id("count"), tag: at.text("tag") }));

/** The tags of the live documents in view, the most used first. `shared` where somebody else's document carries the tag. */
export function countTags(
  sql: Sql,
  options: Pick<ListOptions, "actor" | "now"> & { view: "mine" | "all" } & Partial<
      PageOptions<Pick<CountedTag, "count" | "tag">>
    >,
): Promise<CountedTag[]> {
  const { after = null, limit = null } = options;
  return sql<CountedTag[]>`
    with ${options.view === "mine" ? countOwnTagged(sql, options) : countTagged(sql, options)}
    select tag, docs as count, docs > own as shared from tagged
    ${after === null ? sql`` : sql`where (-docs, tag collate "C") > (${-after.count}::bigint, ${after.tag})`}
    order by -docs, tag collate "C" limit ${limit}`;
}
