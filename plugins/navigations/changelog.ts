// What clients see changed of the plugin navigations, newest first. Pure data; it imports nothing.

export const navigationsChanges = [
  {
    date: "2026-11-23",
    kind: "added",
    what: "`user` of `GET /api/navigations/{id}/preview`: owners and admins see the tree as a member does, as far as it is open to themselves.",
  },
] as const;
