// What clients see changed of the plugin content, newest first. Pure data; it imports nothing.

export const contentChanges = [
  {
    date: "2026-11-29",
    kind: "added",
    what: "`POST /api/docs/{doc_id}/frame` answers an address at which a page of the app shows a document in a frame: once, within 60 seconds, for whoever may open it.",
  },
] as const;
