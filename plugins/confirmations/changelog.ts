// What clients see changed of the plugin confirmations, newest first. Pure data; it imports nothing.

export const confirmationsChanges = [
  {
    date: "2026-11-29",
    kind: "added",
    what: "`GET /api/confirmations` lists what is set about sign-in and waits for an owner.",
  },
  {
    date: "2026-11-28",
    kind: "changed",
    what: "What a token sets about sign-in waits until an owner confirms it in a session, at `/auth/confirmations`: `PUT /api/sso`, `POST /api/email-domains/{id}/verify`, `POST /api/directory/{provider}/connect` and its `policy`. Answers show it in `waiting`, what was confirmed last goes on, and owners are told. Whoever becomes owner or comes as admin otherwise than in an owner's session sets nothing of it until an owner confirms that. A provider that takes another's place signs in nobody whom that had let in until they, or the owners for all, say so. `DELETE /api/sso/links/{user_id}` asks for a session, and connections with any limit reach nothing that decides who signs in, who belongs to the workspace, or what credentials are worth. OAuth clients register no redirect at `filesystem:`, `jar:`, `resource:` or `chrome:`.",
  },
] as const;
