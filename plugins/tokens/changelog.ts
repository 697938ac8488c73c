// What clients see changed of the plugin tokens, newest first. Pure data; it imports nothing.

export const tokensChanges = [
  { date: "2026-11-28", kind: "added", what: "`PATCH /api/me` changes one's own name, and `GET /api/me` says it." },
] as const;
