// What clients see changed of the plugin oauth, newest first. Pure data; it imports nothing.

export const oauthChanges = [
  {
    date: "2026-11-28",
    kind: "added",
    what: "A program may be answered at any port of a loopback address that it registered. A token may be asked for any address of the protocol as its metadata name it, with a slash at its end too. Pages of origins that the operator allows (`MCP_ORIGINS`) may connect to `/mcp`, which answers their OPTIONS.",
  },
  {
    date: "2026-11-28",
    kind: "changed",
    what: "A connection with a highest visibility is a 403 for what lets others in through the workspace as a whole: invites, viewer domains, names that members read, and a policy that allows more than the connection may open.",
  },
] as const;
