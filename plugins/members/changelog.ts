// What clients see changed of the plugin members, newest first. Pure data; it imports nothing.

export const membersChanges = [
  {
    date: "2026-11-29",
    kind: "added",
    what: "`POST /api/members/{user_id}/sign-in-link` makes a sign-in link for a member of a lower role where no mail is set up; for 24 hours its session makes no credential, exports, hands over and deletes nothing.",
  },
  {
    date: "2026-11-29",
    kind: "changed",
    what: "The link of an invite that was made while no mail was set up leads somebody who is signed out to a page whose button makes the account of its address and joins, once; whoever has an account signs in first.",
  },
  {
    date: "2026-11-23",
    kind: "added",
    what: "`GET /api/members/{user_id}/removal` counts what a removal concerns; `DELETE /api/members/{user_id}` takes `hand_over_to`, where `hand_over` of the policy has it so; `POST /api/account/hand-over` gives My documents to a colleague.",
  },
  {
    date: "2026-11-23",
    kind: "added",
    what: "`GET /api/members`, `/api/invites` and `/api/groups` take `q` and filters; `GET /api/groups/{id}/members` lists who is in a group, in pages.",
  },
  {
    date: "2026-11-23",
    kind: "added",
    what: "`POST /api/invites/batch` invites up to 100 people, with a result for each; `POST /api/groups` takes a `handle`.",
  },
] as const;
