// What changed in the API before 28 November 2026, newest first; the changelog takes it. Pure data; it imports nothing.

export const earlierChanges = [
  {
    date: "2026-11-27",
    kind: "added",
    what: "`agent` in `GET /api/docs/{doc_id}/rendered` and in workflows names one of the workspace's agents.",
  },
  {
    date: "2026-11-27",
    kind: "added",
    what: "Folders, tags and overviews of sites are answered as markdown too (`?format=md`, `Accept: text/markdown`), and pages that were sent as HTML with what they say, there and in `llms-full.txt`.",
  },
  {
    date: "2026-11-27",
    kind: "added",
    what: "`record.created`, `record.updated`, `record.deleted`, `record.restored` and `record.imported` among `events` of `POST /api/webhooks`, for connections of a table. The audit log calls what happens to records so, each record of a batch by itself.",
  },
  {
    date: "2026-11-27",
    kind: "added",
    what: "`GET /api/resolve` takes the address of a document too, and `GET /api/docs/{doc_id}/grep` names in `too_large` the files that it does not look into.",
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
    date: "2026-11-27",
    kind: "changed",
    what: "`PUT /api/upload` needs no `filename` to replace a file, which `path` names.",
  },
  {
    date: "2026-11-24",
    kind: "changed",
    what: "Pages of documents without an alias are files called by title and the end of the id in `GET /api/wiki-site/export`, not by the whole id.",
  },
  {
    date: "2026-11-24",
    kind: "changed",
    what: "`snippet` and `snippet_html` of `GET /api/search/ranked` begin below a heading that only says the title again.",
  },
  {
    date: "2026-11-24",
    kind: "changed",
    what: "An import of an Excel sheet tells of errors in its cells (`#N/A`), which were taken for empty ones: in a text field they are kept, anywhere else their row fails.",
  },
  {
    date: "2026-11-24",
    kind: "added",
    what: "`database_id`, `table_id`, `fields` and `provider` of `POST /api/webhooks`, and `fields` of its PATCH: a connection is sent the events of one database's forms, with the answers that it names.",
  },
  {
    date: "2026-11-23",
    kind: "added",
    what: "`user` of `GET /api/navigations/{id}/preview`: owners and admins see the tree as a member does, as far as it is open to themselves.",
  },
  {
    date: "2026-11-23",
    kind: "added",
    what: "`format=tar` of `GET /api/wiki-site/export`: the same files as a tar, in `zstd` for a program that accepts it. What a page shows itself lies in no second file any more.",
  },
  {
    date: "2026-11-23",
    kind: "changed",
    what: "A view of a table refuses members of `config` that it does not have with 400; `display` holds whatever else says how to show it.",
  },
  {
    date: "2026-11-23",
    kind: "changed",
    what: "Addresses below `/w/` that lead to another one of the sites, or to sign in and back, take their query along.",
  },
  {
    date: "2026-11-23",
    kind: "changed",
    what: "`snippet` and `snippet_html` of `GET /api/search/ranked` hold what a reader of markdown sees, without its markup.",
  },
  {
    date: "2026-11-23",
    kind: "added",
    what: "Databases on pages below `/w/`: their tables stand in the site, with the query of a database's own page.",
  },
  {
    date: "2026-11-23",
    kind: "changed",
    what: "A published folder's site leaves out the folders below it in which nothing is open to its reader.",
  },
  {
    date: "2026-11-23",
    kind: "added",
    what: "`?version=` on pages of documents below `/w/`, for members who may look versions up.",
  },
  {
    date: "2026-11-23",
    kind: "added",
    what: "`GET /w/~{agent_slug}/...` on the content host: the wiki of an agent that has a navigation.",
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
  {
    date: "2026-11-23",
    kind: "added",
    what: "`GET /api/roots/{root}/access/review` and `review.csv` say who may open what in a root, and by which entry.",
  },
  {
    date: "2026-11-23",
    kind: "added",
    what: "`GET /api/roots/{root}/deletion` says who would be let in and shut out; `DELETE /api/roots/{root}` takes `target` and answers it.",
  },
  {
    date: "2026-11-23",
    kind: "added",
    what: "`GET /api/members/{user_id}/removal` counts what a removal concerns; `DELETE /api/members/{user_id}` takes `hand_over_to`, where `hand_over` of the policy has it so; `POST /api/account/hand-over` gives My documents to a colleague.",
  },
  {
    date: "2026-11-23",
    kind: "added",
    what: "`GET /api/members`, `/api/invites` and `/api/groups` take `q` and filters; `GET /api/groups/{id}/members` lists who is in a group, in pages.",
  },
  {
    date: "2026-11-23",
    kind: "added",
    what: "`POST /api/invites/batch` invites up to 100 people, with a result for each; `POST /api/groups` takes a `handle`.",
  },
  {
    date: "2026-11-23",
    kind: "added",
    what: "`GET /api/scim/tokens` takes `q` and says who made each, by `created_by`; `/api/limits` says `caller` of throttles that count by account once somebody is signed in.",
  },
  {
    date: "2026-11-23",
    kind: "added",
    what: "`POST /api/docs/{doc_id}/undelete` takes `visibility` and `password`, for a document whose former visibility a policy does not allow any more.",
  },
  {
    date: "2026-11-23",
    kind: "added",
    what: "`GET` and `PUT /api/notifications/settings`: what you are told of by the app, by mail and in your chat; `PUT` and `DELETE /api/notifications/chat`, and `POST /api/notifications/chat/test`.",
  },
  {
    date: "2026-11-23",
    kind: "added",
    what: "`GET`, `POST` and `DELETE /api/watch`: what you watch and what you have muted. Tools: `list_watches`, `watch`, `unwatch`.",
  },
  { date: "2026-11-22", kind: "added", what: "Changes say whether you own the document, by `mine`." },
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
  { date: "2026-11-22", kind: "added", what: "`POST /api/files` takes the `files` that an HTML page shows." },
  {
    date: "2026-11-22",
    kind: "added",
    what: "`GET /api/docs/{doc_id}/links` takes `limit` and `cursor`, and tells of every document that refers to one. Tool: `list_links`.",
  },
  {
    date: "2026-11-22",
    kind: "changed",
    what: "`GET /api/export` keeps folders, as bundles do; both hold folders in which nothing lies, and `index.json` names them in `folders`.",
  },
  {
    date: "2026-11-22",
    kind: "changed",
    what: "A notification about a document that its reader may not open any more says null for `doc_id` and `target.id`.",
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
  {
    date: "2026-11-22",
    kind: "changed",
    what: "Replacing a file by an upload needs `base_version`, `base_sha256` or `If-Match`, and is refused with 400 without one.",
  },
  { date: "2026-11-01", kind: "added", what: "The first version." },
] as const;
