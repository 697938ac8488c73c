// What clients see changed of the plugin documents, newest first. Pure data; it imports nothing.

export const documentsChanges = [
  {
    date: "2026-11-29",
    kind: "added",
    what: "`GET /api/docs` takes `pages=true`, which leaves out pictures, sound, film and other files.",
  },
  {
    date: "2026-11-28",
    kind: "changed",
    what: "`docsvc sync` gives every file and folder its own name back on another machine; documents remember in `attrs.local_path` what their folder and filename cannot say. `publish` and `sync` refuse folders more than 8 deep and two that the server would call the same, which were cut and merged, and tell of folders that are called otherwise. Folder names keep their combining marks, and one of which nothing can be kept is `folder`.",
  },
  {
    date: "2026-11-28",
    kind: "changed",
    what: "Text and HTML in other encodings than UTF-8 (a mark of UTF-16, a declared charset, windows-1252 else) are taken as they are: bytes stay, titles, pages and search read them, and `content_type` and Content-Type name the encoding.",
  },
  {
    date: "2026-11-27",
    kind: "added",
    what: "`PATCH /api/docs/{doc_id}` takes the `markdown` of a markdown document, which it passed over, and says with `changed` whether new content was any.",
  },
  {
    date: "2026-11-27",
    kind: "changed",
    what: "`get_link` and `list_files` answer whoever may view a document, and `update_markdown` refuses one that is no markdown.",
  },
  {
    date: "2026-11-23",
    kind: "added",
    what: "`POST /api/docs/{doc_id}/undelete` takes `visibility` and `password`, for a document whose former visibility a policy does not allow any more.",
  },
  { date: "2026-11-22", kind: "added", what: "`POST /api/files` takes the `files` that an HTML page shows." },
] as const;
