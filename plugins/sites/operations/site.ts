// What the addresses of sites have in common.
import { anyone, t } from "../../../kernel/plugin.ts";

export const SITE = {
  host: "content",
  anonymous: true,
  permit: anyone(),
  // Beside pages there are feeds, maps and texts.
  raw: "download",
  error_format: "content",
  also: [301, 302, 304, 308],
  refuses: [404, 429],
} as const;

export const workspace = t.String({ maxLength: 100, description: "The workspace's slug." });

const version = t.Optional(
  t.Version({
    description: "A version of the document, for members who may look it up; without it, the current one.",
  }),
);

export const PAGE_QUERY = t.Object({
  version,
  format: t.Optional(
    t.OneOf(["md"], { description: "The page as markdown; `Accept: text/markdown` asks for the same." }),
  ),
});

const search = {
  q: t.Optional(
    // A search takes the beginning of any text, and a database's page says by itself what is too long for it.
    t.String({ description: "The words to find, where it is searched: of a long text, its beginning." }),
  ),
  format: t.Optional(
    t.OneOf(["json", "md"], {
      description: "json: what is found, for a list below the field; md: a page as markdown.",
    }),
  ),
};

export const SEARCH_QUERY = t.Object(search);

/** Of addresses that may be a page's or the search's. */
export const ANY_QUERY = t.Object({ version, ...search });

/** How addresses name the tree of a site. */
export const rootSlug = t.String({
  pattern: "^(~[1-9][0-9]{0,15}|[a-z0-9-]{1,64})$",
  description: "A root's slug, or ~ and the id of whose My documents they are.",
});
