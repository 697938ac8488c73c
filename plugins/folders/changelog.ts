// What clients see changed of the plugin folders, newest first. Pure data; it imports nothing.

export const foldersChanges = [
  {
    date: "2026-11-29",
    kind: "added",
    what: "`GET /api/docs/{doc_id}/neighbours` shows what comes before and behind a document in its folder.",
  },
  {
    date: "2026-11-29",
    kind: "added",
    what: "`GET /api/folders/find` finds folders by their name.",
  },
  {
    date: "2026-11-28",
    kind: "changed",
    what: "`folder.publish` and `folder.unpublish` are written where `folder.update` was for a folder that becomes a site or is none any more; `folder.update` stands beside them where something else changed. `brain.source`, `brain.includes` and `brain.access` tell of changes of an agent's files, documents and protection, `brain.update` of its slug, navigation and default.",
  },
] as const;
