// What clients see changed of the plugin scim, newest first. Pure data; it imports nothing.

export const scimChanges = [
  {
    date: "2026-11-23",
    kind: "added",
    what: "`GET /api/scim/tokens` takes `q` and says who made each, by `created_by`; `/api/limits` says `caller` of throttles that count by account once somebody is signed in.",
  },
] as const;
