// The tags in use, with how many documents carry each (rules: permission/lists).
import { nextCursor, paging, signedIn, t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { countTags, TAGS } from "../store/reading/tags.ts";

const TagCount = t.Object(
  {
    tag: t.String(),
    count: t.Integer({ description: "Live documents that carry it and that you may open." }),
    shared: t.Optional(t.Literal(true, { description: "Present when a document that is not yours carries it." })),
  },
  { $id: "TagCount" },
);

export const listTags = operation({
  id: "doc.tags",
  route: "GET /api/tags",
  tool: {
    name: "list_tags",
    wording: "List the tags in use with their counts, the most used first.",
    idempotent: true,
  },
  summary: "List tags with their counts",
  description: "The tags of your own documents; with include_team also those of every document that is listed to you.",
  query: t.Object({
    include_team: t.Optional(t.Boolean({ default: false, description: "Count what is shared with you, too." })),
    ...paging({ maximum: 500 }),
  }),
  output: t.Object({ tags: t.Array(TagCount), ...nextCursor }),
  permit: signedIn(),
  connection_limit: "places",
  run: async ({ sql, actor, now }, { query }) => {
    const view = query.include_team ? "all" : "mine";
    const { rows, next } = TAGS.page(await countTags(sql, { actor, now, view, ...TAGS.options(query) }), query);
    const tags = rows.map(({ shared, ...row }) => (shared ? { ...row, shared: true as const } : row));
    return { tags, ...next };
  },
});
