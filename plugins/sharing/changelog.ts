// What clients see changed of the plugin sharing, newest first. Pure data; it imports nothing.

export const sharingChanges = [
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
