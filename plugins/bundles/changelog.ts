// What clients see changed of the plugin bundles, newest first. Pure data; it imports nothing.

export const bundlesChanges = [
  {
    date: "2026-11-28",
    kind: "changed",
    what: "In bundles the file that a document was made of has its own name, with `stored_as` in `meta.json` where that is another than its path; `meta.json` has `filename`. Pages of a site export are called after that file where no other page of the place is; others by title and a part of their id.",
  },
] as const;
