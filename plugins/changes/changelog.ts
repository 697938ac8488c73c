// What clients see changed of the plugin changes, newest first. Pure data; it imports nothing.

export const changesChanges = [
  { date: "2026-11-22", kind: "added", what: "Changes say whether you own the document, by `mine`." },
] as const;
