// What clients see changed of the plugin agents, newest first. Pure data; it imports nothing.

export const agentsChanges = [
  {
    date: "2026-11-29",
    kind: "added",
    what: "`GET /api/brain-proposals` takes `to_decide`, for those that are one's own to decide.",
  },
  {
    date: "2026-11-28",
    kind: "changed",
    what: "The slug of an agent with protected files, once it has lost it, is given to another agent by a person who is signed in alone; a token gets a 403, or the next slug where it names none.",
  },
  {
    date: "2026-11-28",
    kind: "added",
    what: "`brain.write`, `brain.access`, `brain.delete` and, for a copy, `brain.create` in the audit log, beside the row of the agent's document.",
  },
  {
    date: "2026-11-28",
    kind: "changed",
    what: "A token is a 403 where it has a file of an agent read before a protected one, and an agent's context begins with protected files where the budget does not hold everything.",
  },
  {
    date: "2026-11-27",
    kind: "added",
    what: "`agent` in `GET /api/docs/{doc_id}/rendered` and in workflows names one of the workspace's agents.",
  },
] as const;
