// What clients see changed of the plugin uploads, newest first. Pure data; it imports nothing.

export const uploadsChanges = [
  {
    date: "2026-11-27",
    kind: "changed",
    what: "`PUT /api/upload` needs no `filename` to replace a file, which `path` names.",
  },
  {
    date: "2026-11-22",
    kind: "changed",
    what: "Replacing a file by an upload needs `base_version`, `base_sha256` or `If-Match`, and is refused with 400 without one.",
  },
] as const;
