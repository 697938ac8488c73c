// What clients see changed of the plugin sharing, newest first. Pure data; it imports nothing.

export const sharingChanges = [
  {
    date: "2026-11-29",
    kind: "added",
    what: "`GET /api/me/shared` lists your documents that somebody else may open, with by which ways.",
  },
  {
    date: "2026-11-29",
    kind: "added",
    what: "`POST /api/access-requests`, its status and `request_access` take a `doc_id` in place of a slug; one that leads nowhere is answered as one that is closed.",
  },
  {
    date: "2026-11-29",
    kind: "added",
    what: "`GET /api/access-requests` lists what waits for one's own decision, on whatever document.",
  },
  {
    date: "2026-11-23",
    kind: "added",
    what: "Grants take `expires_at`, on documents, folders and roots, and show it; `access.expiring` and `access.expire` in the audit log.",
  },
  {
    date: "2026-11-23",
    kind: "added",
    what: "`DELETE /api/docs/{doc_id}/access/me`, `/api/folders/access/me` and `/api/roots/{root}/access/me` give up what one was given by name.",
  },
] as const;
