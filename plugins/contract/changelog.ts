// What clients see changed of the plugin contract, newest first. Pure data; it imports nothing.

export const contractChanges = [
  {
    date: "2026-11-28",
    kind: "changed",
    what: "Another request under a used idempotency key is a 409 before what it names is looked up; where that was gone or closed it was a 404 or 403.",
  },
  {
    date: "2026-11-28",
    kind: "changed",
    what: "A member of a body that a neighbouring operation takes, such as `visibility` on changing a form or `tables` on making a database, is a 400 that names where it is set, unless it says what holds; it was passed over. A form may be made with `active: false`.",
  },
  {
    date: "2026-11-28",
    kind: "changed",
    what: "Names of files that are sent, of groups by SCIM, of custom domains and of e-mail domains are a 400 where they hold controls, direction marks or, in domains, escapes; groups by SCIM are one in whatever Unicode normal form they are named.",
  },
  {
    date: "2026-11-28",
    kind: "changed",
    what: "What takes rights away is answered when the server that answers has forgotten them: disconnecting a directory, a policy and a lower plan too.",
  },
  {
    date: "2026-11-28",
    kind: "changed",
    what: "What one server closes, the others answer no longer than two seconds after it, whatever keeps the message from them, and not at all once they stood still.",
  },
  {
    date: "2026-11-28",
    kind: "changed",
    what: "Answers in JSON of 15 KiB and more come in chunks, without a `Content-Length`; HEAD still tells the length.",
  },
  {
    date: "2026-11-28",
    kind: "changed",
    what: "Refusals advise what the next call takes: a shared file names the route that replaces it, a generated page its source, a database its records and tables, a policy whoever may change the visibility, and an icon that is none the library. A SCIM request without a body, where one is taken, is a 400 with `invalidSyntax`. `GET /api/invites` lists the open invites alone; `status=expired` lists those whose link has ended, `status=all` both. `sitemap.xml` of a published tree of folders is served on every host that serves the tree; it was 404 but on an indexable domain. Lengths count characters as JSON Schema says (code points), where a character beyond the basic plane counted as two. Slashes of a `{path}` may come encoded, as clients made from the API document send them; booleans of queries and forms are taken in whatever case; `root=` with nothing is My documents on every route; `view` is ignored beside `root`, whatever it is; `/x/` takes a bare id as `/api/resolve` does.",
  },
  {
    date: "2026-11-28",
    kind: "changed",
    what: "Searches, grep, diff, blame, activity, rendered documents and SQL may be asked for as often in the cloud edition as elsewhere: 3,000 times a minute and account, 1,200 for blame, 600 for SQL.",
  },
  {
    date: "2026-11-28",
    kind: "added",
    what: "`diff_versions` answers `from`, `to` and `hunks`; `render_markdown` takes `doc_id`, `delete_doc` `purge` and `base_version`, `delete_file` `base_sha256`. Tools take ids as numbers and as texts.",
  },
  {
    date: "2026-11-28",
    kind: "changed",
    what: "A rename that is sent again under its idempotency key gets its first answer; members of a request may come in another order under its key, at every depth.",
  },
  {
    date: "2026-11-28",
    kind: "changed",
    what: "Icons with more than twelve blurs, or with filters more than three deep, are a 400. A folder or tag of a navigation that shows a reader nothing is not shown to them, whatever its label. Connections limited to roots see no notice that is about no document.",
  },
  {
    date: "2026-11-28",
    kind: "changed",
    what: "Where the database has no room, no memory or takes no writes, writes are a 503 that says what to do, and `GET /readyz` is one; writes were a 500.",
  },
  {
    date: "2026-11-27",
    kind: "added",
    what: "`GET /api/resolve` takes the address of a document too, and `GET /api/docs/{doc_id}/grep` names in `too_large` the files that it does not look into.",
  },
  {
    date: "2026-11-22",
    kind: "added",
    what: "`GET /api/limits` says every quota, cap, allowance, gate and throttle, and what is left. Tool: `get_limits`.",
  },
  {
    date: "2026-11-22",
    kind: "added",
    what: "Every answer of the app host says its version as `Service-Version`; a request may ask for one by the same header, and an unknown one is refused with 400.",
  },
  { date: "2026-11-22", kind: "added", what: "`GET /api/changelog`." },
  {
    date: "2026-11-22",
    kind: "added",
    what: "Every error carries a `code` beside its words, and every writing call takes an `Idempotency-Key`.",
  },
  {
    date: "2026-11-22",
    kind: "added",
    what: "What writes a file takes `content`, `content_base64` or `upload_id`.",
  },
  { date: "2026-11-01", kind: "added", what: "The first version." },
] as const;
