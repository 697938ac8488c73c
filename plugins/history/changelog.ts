// What clients see changed of the plugin history, newest first. Pure data; it imports nothing.

export const historyChanges = [
  {
    date: "2026-11-29",
    kind: "added",
    what: "`GET /api/docs/{doc_id}/rendered` says `root`, `doc_type` and `visibility` too.",
  },
] as const;
