// The shapes of search on the wire.
import { t } from "../../kernel/plugin.ts";
import { DocumentShape, RootShape } from "../documents/port/read.ts";
import { manifest } from "../manifest.ts";

/** The most characters that a pattern may have (rules: search/bounds). */
export const PATTERN_CHARS_MAX = manifest.caps.search_pattern_chars;

const nextCursor = t.Optional(t.String({ description: "Present when there is more to look at." }));

const LineMatchShape = t.Object(
  {
    line: t.Integer({ description: "From 1." }),
    text: t.String({ description: "The line; of a very long one the part around the match." }),
    before: t.Array(t.String(), { description: "Lines right before it, as many as context says." }),
    after: t.Array(t.String()),
  },
  { $id: "LineMatch" },
);

export const GrepAnswer = t.Object(
  {
    doc_id: t.String(),
    title: t.String(),
    url: t.String(),
    version: t.Integer(),
    files: t.Array(t.Object({ path: t.String(), matches: t.Array(LineMatchShape) })),
    total_matches: t.Integer({ description: "Lines that match from the cursor on, those beyond the shown ones too." }),
    truncated: t.Boolean({
      description: "True when not all matches are shown, or the time was over before the end.",
      "x-more-of": "files",
    }),
    too_large: t.Optional(t.Array(t.String(), { description: "Files of more than 1 MiB, which nobody looks into." })),
    next_cursor: nextCursor,
  },
  { $id: "GrepAnswer" },
);

/** What every kind of result says of its document. */
const found = t.Pick(DocumentShape, ["doc_id", "title", "url", "folder", "kind"]).properties;
const whose = { mine: t.Boolean(), owner_email: t.String() };

export const SearchAnswer = t.Object(
  {
    query: t.String(),
    count: t.Integer({ description: "How many files are in results.", "x-counts": "results" }),
    results: t.Array(t.Object({ ...found, ...whose, path: t.String(), matches: t.Array(LineMatchShape) })),
    truncated: t.Boolean({
      description:
        "True when there is more: further files, which next_cursor leads to, or further lines of a file, which grep_doc shows.",
      "x-more-of": "results",
    }),
    next_cursor: nextCursor,
  },
  { $id: "SearchAnswer" },
);

export const RankedAnswer = t.Object(
  {
    query: t.String(),
    engine: t.String({ description: "The search engine in use." }),
    count: t.Integer({ "x-counts": "results" }),
    results: t.Array(
      t.Object({
        ...found,
        ...t.Pick(DocumentShape, ["tags", "icon", "alias", "visibility", "updated_at"]).properties,
        ...whose,
        root: t.Nullable(RootShape, { description: "Null for a document in someone's My documents." }),
        path: t.String({ description: "The document's file that matches best." }),
        snippet: t.String({
          description:
            "The words and what stands around them, as a reader sees them: without the markup of HTML and markdown.",
        }),
        snippet_html: t.String({ description: "The same, escaped, with the words in <mark>." }),
        score: t.Number({ description: "Lower is better." }),
      }),
    ),
    truncated: t.Boolean({
      description:
        "True when there is more: next_cursor leads to it, or more documents hold the words than are compared.",
      "x-more-of": "results",
    }),
    next_cursor: nextCursor,
  },
  { $id: "RankedAnswer" },
);

export const rootMember = t.Optional(
  t.String({ description: "~ for My documents, or a shared root's slug; without it, everything." }),
);

/** Parameters that both searches share. */
export const scopeQuery = {
  folder: t.Optional(t.String({ description: "Only documents in this folder.", maxLength: 1024 })),
  recursive: t.Optional(t.Boolean({ default: true, description: "With folder, its subfolders too." })),
  tag: t.Optional(t.String({ description: "Only documents with this tag.", maxLength: 200 })),
  kinds: t.Optional(
    t.String({ description: "Only these kinds, separated by commas, such as markdown,html.", maxLength: 200 }),
  ),
  include_team: t.Optional(
    t.Boolean({
      default: true,
      description: "False takes only your own documents and those of shared roots that you can open.",
    }),
  ),
};
