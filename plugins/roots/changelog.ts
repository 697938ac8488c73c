// What clients see changed of the plugin roots, newest first. Pure data; it imports nothing.

export const rootsChanges = [
  {
    date: "2026-11-29",
    kind: "added",
    what: "`GET /api/roots/{root}/access/preview` says whose access a change of a root's or a folder's list would change, before anybody makes it.",
  },
  {
    date: "2026-11-23",
    kind: "added",
    what: "`GET /api/roots/{root}/access/review` and `review.csv` say who may open what in a root, and by which entry.",
  },
  {
    date: "2026-11-23",
    kind: "added",
    what: "`GET /api/roots/{root}/deletion` says who would be let in and shut out; `DELETE /api/roots/{root}` takes `target` and answers it.",
  },
] as const;
