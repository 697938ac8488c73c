// What clients see changed of the plugin account, newest first. Pure data; it imports nothing.

export const accountChanges = [
  {
    date: "2026-11-22",
    kind: "changed",
    what: "`GET /api/export` keeps folders, as bundles do; both hold folders in which nothing lies, and `index.json` names them in `folders`.",
  },
] as const;
