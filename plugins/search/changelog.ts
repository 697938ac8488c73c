// What clients see changed of the plugin search, newest first. Pure data; it imports nothing.

export const searchChanges = [
  {
    date: "2026-11-29",
    kind: "added",
    what: "Each result of `GET /api/search/ranked` says the `root` that the document lies in. Tool: `search_ranked`.",
  },
  {
    date: "2026-11-28",
    kind: "changed",
    what: "Ranked search finds ł, ø, đ, ð, þ, æ, œ, ß and ı as they are written without them, and emoji as words.",
  },
  {
    date: "2026-11-28",
    kind: "added",
    what: "`GET /api/search/ranked` takes `root` as `GET /api/search` does.",
  },
  {
    date: "2026-11-28",
    kind: "changed",
    what: "`include_team=false` in searches leaves out documents of shared roots that you cannot open.",
  },
  {
    date: "2026-11-24",
    kind: "changed",
    what: "`snippet` and `snippet_html` of `GET /api/search/ranked` begin below a heading that only says the title again.",
  },
  {
    date: "2026-11-23",
    kind: "changed",
    what: "`snippet` and `snippet_html` of `GET /api/search/ranked` hold what a reader of markdown sees, without its markup.",
  },
] as const;
