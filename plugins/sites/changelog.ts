// What clients see changed of the plugin sites, newest first. Pure data; it imports nothing.

export const sitesChanges = [
  {
    date: "2026-11-27",
    kind: "added",
    what: "Folders, tags and overviews of sites are answered as markdown too (`?format=md`, `Accept: text/markdown`), and pages that were sent as HTML with what they say, there and in `llms-full.txt`.",
  },
  {
    date: "2026-11-24",
    kind: "changed",
    what: "Pages of documents without an alias are files called by title and the end of the id in `GET /api/wiki-site/export`, not by the whole id.",
  },
  {
    date: "2026-11-23",
    kind: "added",
    what: "`format=tar` of `GET /api/wiki-site/export`: the same files as a tar, in `zstd` for a program that accepts it. What a page shows itself lies in no second file any more.",
  },
  {
    date: "2026-11-23",
    kind: "changed",
    what: "Addresses below `/w/` that lead to another one of the sites, or to sign in and back, take their query along.",
  },
  {
    date: "2026-11-23",
    kind: "added",
    what: "Databases on pages below `/w/`: their tables stand in the site, with the query of a database's own page.",
  },
  {
    date: "2026-11-23",
    kind: "changed",
    what: "A published folder's site leaves out the folders below it in which nothing is open to its reader.",
  },
  {
    date: "2026-11-23",
    kind: "added",
    what: "`?version=` on pages of documents below `/w/`, for members who may look versions up.",
  },
  {
    date: "2026-11-23",
    kind: "added",
    what: "`GET /w/~{agent_slug}/...` on the content host: the wiki of an agent that has a navigation.",
  },
] as const;
