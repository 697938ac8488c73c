// What clients see changed of the plugin links, newest first. Pure data; it imports nothing.

export const linksChanges = [
  {
    date: "2026-11-28",
    kind: "changed",
    what: "`GET /api/docs/{doc_id}/links`, `list_links` and the `references` and `backlinks` of `/rendered` have links by the names of notes too, `[[Note]]`, `[[Note#Heading]]` and `![[picture.png]]`, both ways and by the rights of whoever asks; one that leads nowhere is a row with `resolved: false`. Texts from before are listed so within an hour.",
  },
  {
    date: "2026-11-28",
    kind: "changed",
    what: "`GET /api/docs/{doc_id}/links` has a row for each reference with how often its source says it, in place of a row for each document with `refs`.",
  },
  {
    date: "2026-11-22",
    kind: "added",
    what: "`GET /api/docs/{doc_id}/links` takes `limit` and `cursor`, and tells of every document that refers to one. Tool: `list_links`.",
  },
] as const;
