// What clients see changed of the plugin policy, newest first. Pure data; it imports nothing.

export const policyChanges = [
  {
    date: "2026-11-29",
    kind: "added",
    what: "`GET /api/docs/{doc_id}/secret-findings` says where a document's text looks like credentials, where `secret_scan` of the policy is on.",
  },
  {
    date: "2026-11-28",
    kind: "changed",
    what: "While a database is under legal hold, deleting its tables, records, saved views and forms, and the documents that its records name, is a 423, as is deleting a comment on any held document, or changing its text; nothing of it is forgotten with time.",
  },
  {
    date: "2026-11-22",
    kind: "added",
    what: "`GET` and `PUT /api/policy`: visibilities, retention, folder publishing and networks that a workspace allows; `GET /api/policy/violations`. Tool: `get_policy`.",
  },
  {
    date: "2026-11-22",
    kind: "added",
    what: "Writes of content that looks like credentials are refused, or answered with `warnings`, where `secret_scan` of the policy says so.",
  },
  {
    date: "2026-11-22",
    kind: "added",
    what: "`GET /api/docs/{doc_id}/policy-state` and `POST /api/docs/{doc_id}/legal-hold`.",
  },
] as const;
