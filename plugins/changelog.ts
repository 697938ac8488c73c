// THE table of the API's versions: each with its date and what changed, newest first. Pure data.
import { earlierChanges } from "./earlier_changes.ts";

/**
 * A version is the shape of requests and answers that a client can rely on. What is only added comes under the version that
 * is current, with its own date; what would break a client makes a new version. A plugin that is new is told of by the day in its
 * line of the manifest instead.
 */
export const changelog = [
  {
    version: "2026-11-01",
    ends_on: null,
    changes: [
      {
        date: "2026-11-28",
        kind: "added",
        what: "`POST /api/databases/import` makes a database of a file with its table and records in one transaction, so that a refused file leaves nothing; with `dry_run` it makes nothing and tells columns, types, counts and failures.",
      },
      {
        date: "2026-11-28",
        kind: "added",
        what: "Markdown may choose syntax beyond GitHub's, by `markdown` in its front matter or by `attrs.markdown`: `attributes` (`{#id}`), `admonitions` (`!!! note`), `containers` (`:::note`), `emoji` (`:rocket:`), or `mkdocs`, `docusaurus`, `vitepress`, `mdbook` for what those read. Words that are not known are told in `warnings`. What chooses nothing is read as before.",
      },
      {
        date: "2026-11-28",
        kind: "changed",
        what: "Another request under a used idempotency key is a 409 before what it names is looked up; where that was gone or closed it was a 404 or 403.",
      },
      {
        date: "2026-11-28",
        kind: "changed",
        what: "Numbers that an Excel sheet shows in other signs, such as `01234`, `12.50` and `25%`, come into a new table and into fields of texts as they are shown, where that is all of them.",
      },
      {
        date: "2026-11-28",
        kind: "added",
        what: "Databases are exported as Excel workbooks too (`format=xlsx`): a sheet for each table, or that of `table_id` alone, with typed cells and texts that are no formulas. What a sheet does not hold is a 413.",
      },
      {
        date: "2026-11-28",
        kind: "added",
        what: "Pages that the service makes, and pages of sites that are for everybody, say title and description to previews (`og:`, `twitter:card`, `description`): the front matter's `description`, else how the first paragraph begins.",
      },
      {
        date: "2026-11-28",
        kind: "changed",
        what: "Limited connections no longer register, verify, choose or remove custom domains. Domains have `signs_in`: people are sent to one signed in once an owner or admin has verified it in a session, which those that stand count as, and only while both of its records are seen; else they read at the shared host.",
      },
      {
        date: "2026-11-28",
        kind: "changed",
        what: "The slug of an agent with protected files, once it has lost it, is given to another agent by a person who is signed in alone; a token gets a 403, or the next slug where it names none.",
      },
      {
        date: "2026-11-28",
        kind: "changed",
        what: "`docsvc sync` gives every file and folder its own name back on another machine; documents remember in `attrs.local_path` what their folder and filename cannot say. `publish` and `sync` refuse folders more than 8 deep and two that the server would call the same, which were cut and merged, and tell of folders that are called otherwise. Folder names keep their combining marks, and one of which nothing can be kept is `folder`.",
      },
      {
        date: "2026-11-28",
        kind: "changed",
        what: "In bundles the file that a document was made of has its own name, with `stored_as` in `meta.json` where that is another than its path; `meta.json` has `filename`. Pages of a site export are called after that file where no other page of the place is; others by title and a part of their id.",
      },
      {
        date: "2026-11-28",
        kind: "changed",
        what: "Another answer by a form's ticket that has brought one is a 409; it was told the first one's receipt, and dropped.",
      },
      {
        date: "2026-11-28",
        kind: "changed",
        what: "Pages of short texts in Arabic, Hebrew, Persian, Urdu, Greek, Thai, Chinese, Japanese and Korean say their language and direction, as those of long ones did.",
      },
      {
        date: "2026-11-28",
        kind: "added",
        what: "The CSV export of a table takes `bom=true`: a byte order mark, by which Excel reads it as UTF-8.",
      },
      {
        date: "2026-11-28",
        kind: "changed",
        what: "Text and HTML in other encodings than UTF-8 (a mark of UTF-16, a declared charset, windows-1252 else) are taken as they are: bytes stay, titles, pages and search read them, and `content_type` and Content-Type name the encoding.",
      },
      {
        date: "2026-11-28",
        kind: "changed",
        what: "An import that makes a table guesses numbers, dates, times, addresses, JSON and checkboxes where every cell comes back as it is written, and texts otherwise: no row is lost to a guess. Reports of imports have `empty_formulas`: formulas whose value the file does not hold. A text of which nothing shows is no value of a required field.",
      },
      {
        date: "2026-11-28",
        kind: "changed",
        what: "`[[Note name]]`, `[[folder/Note#Heading|text]]` and `![[picture.png|200]]` in markdown lead to the document that the author of the page may open, by file name, title or the names in `attrs.aliases`, where the contract's references mean nothing. Links to a heading by its words reach its id, and an id that a page sets itself comes before those of its headings.",
      },
      {
        date: "2026-11-28",
        kind: "changed",
        what: "Ranked search finds ł, ø, đ, ð, þ, æ, œ, ß and ı as they are written without them, and emoji as words.",
      },
      {
        date: "2026-11-28",
        kind: "changed",
        what: "A member of a body that a neighbouring operation takes, such as `visibility` on changing a form or `tables` on making a database, is a 400 that names where it is set, unless it says what holds; it was passed over. A form may be made with `active: false`.",
      },
      {
        date: "2026-11-28",
        kind: "added",
        what: "A program may be answered at any port of a loopback address that it registered. A token may be asked for any address of the protocol as its metadata name it, with a slash at its end too. Pages of origins that the operator allows (`MCP_ORIGINS`) may connect to `/mcp`, which answers their OPTIONS.",
      },
      {
        date: "2026-11-28",
        kind: "changed",
        what: "`closed_because` of a form is `unfillable` while its page of somebody's own has lost the places by which answers are sent. Notices of answers name the form in place of its database.",
      },
      {
        date: "2026-11-28",
        kind: "changed",
        what: "A form with `spam.pow` takes `work` with the first `save` of `POST /d/{slug}/_draft`, and `X-Service-Form-Work` with a first file, instead of with `complete`; one proof buys one answer, and a refusal says `work_required`. Pages of people's own get theirs by `ServiceForm.proof()`, also where the form keeps no drafts. The rates of answers hold from the first save on.",
      },
      {
        date: "2026-11-28",
        kind: "changed",
        what: "`complete` of `POST /d/{slug}/_draft` takes the `data` that is sent with it, which it dropped. `data` beside `load`, values beside `data` and a `save` without `data` are refused.",
      },
      {
        date: "2026-11-28",
        kind: "changed",
        what: "What a token sets about sign-in waits until an owner confirms it in a session, at `/auth/confirmations`: `PUT /api/sso`, `POST /api/email-domains/{id}/verify`, `POST /api/directory/{provider}/connect` and its `policy`. Answers show it in `waiting`, what was confirmed last goes on, and owners are told. Whoever becomes owner or comes as admin otherwise than in an owner's session sets nothing of it until an owner confirms that. A provider that takes another's place signs in nobody whom that had let in until they, or the owners for all, say so. `DELETE /api/sso/links/{user_id}` asks for a session, and connections with any limit reach nothing that decides who signs in, who belongs to the workspace, or what credentials are worth. OAuth clients register no redirect at `filesystem:`, `jar:`, `resource:` or `chrome:`.",
      },
      {
        date: "2026-11-28",
        kind: "changed",
        what: "A form that is made without `visibility` is `restricted`, as every document is, and the answer's `warnings` say that only people with access to its page can answer; `restricted` may be sent. Until now it was `unlisted`: send that where everybody with the link shall answer.",
      },
      {
        date: "2026-11-28",
        kind: "changed",
        what: "`html`, `title`, `visibility` and `password` beside `doc_id` are left aside when a form is made of a page, which `warnings` say; they were refused.",
      },
      {
        date: "2026-11-28",
        kind: "changed",
        what: "A connection with a highest visibility is a 403 for what lets others in through the workspace as a whole: invites, viewer domains, names that members read, and a policy that allows more than the connection may open.",
      },
      {
        date: "2026-11-28",
        kind: "changed",
        what: "While a database is under legal hold, deleting its tables, records, saved views and forms, and the documents that its records name, is a 423, as is deleting a comment on any held document, or changing its text; nothing of it is forgotten with time.",
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
        kind: "added",
        what: "`brain.write`, `brain.access`, `brain.delete` and, for a copy, `brain.create` in the audit log, beside the row of the agent's document.",
      },
      {
        date: "2026-11-28",
        kind: "changed",
        what: "`folder.publish` and `folder.unpublish` are written where `folder.update` was for a folder that becomes a site or is none any more; `folder.update` stands beside them where something else changed. `brain.source`, `brain.includes` and `brain.access` tell of changes of an agent's files, documents and protection, `brain.update` of its slug, navigation and default.",
      },
      {
        date: "2026-11-28",
        kind: "changed",
        what: "Refusals advise what the next call takes: a shared file names the route that replaces it, a generated page its source, a database its records and tables, a policy whoever may change the visibility, and an icon that is none the library. A SCIM request without a body, where one is taken, is a 400 with `invalidSyntax`. `GET /api/invites` lists the open invites alone; `status=expired` lists those whose link has ended, `status=all` both. `sitemap.xml` of a published tree of folders is served on every host that serves the tree; it was 404 but on an indexable domain. Lengths count characters as JSON Schema says (code points), where a character beyond the basic plane counted as two. Slashes of a `{path}` may come encoded, as clients made from the API document send them; booleans of queries and forms are taken in whatever case; `root=` with nothing is My documents on every route; `view` is ignored beside `root`, whatever it is; `/x/` takes a bare id as `/api/resolve` does.",
      },
      {
        date: "2026-11-28",
        kind: "added",
        what: "`GET /api/search/ranked` takes `root` as `GET /api/search` does.",
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
        kind: "added",
        what: "Tools for workflows: `list_workflows`, `list_agent_workflows`, `get_workflow`, `create_workflow`, `update_workflow`, `delete_workflow`, `run_workflow` and `list_workflow_runs`; a step calls none that starts or changes a workflow. Tools that are named after agents go by their former names with `brain`, too, which `X-MCP-Legacy: true` lists.",
      },
      {
        date: "2026-11-28",
        kind: "changed",
        what: "`include_team=false` in searches leaves out documents of shared roots that you cannot open.",
      },
      {
        date: "2026-11-28",
        kind: "changed",
        what: "`GET /api/docs/{doc_id}/links` has a row for each reference with how often its source says it, in place of a row for each document with `refs`.",
      },
      {
        date: "2026-11-28",
        kind: "changed",
        what: "A rename that is sent again under its idempotency key gets its first answer; members of a request may come in another order under its key, at every depth.",
      },
      {
        date: "2026-11-28",
        kind: "changed",
        what: "A token is a 403 where it has a file of an agent read before a protected one, and an agent's context begins with protected files where the budget does not hold everything.",
      },
      {
        date: "2026-11-28",
        kind: "changed",
        what: "A chat that a token gave (`PUT /api/notifications/chat`) is sent nothing once that token has ended; a connected program and a token with limits are a 403 there. Refused addresses of webhooks and chats say no more where a name leads.",
      },
      {
        date: "2026-11-28",
        kind: "changed",
        what: "Icons with more than twelve blurs, or with filters more than three deep, are a 400. A folder or tag of a navigation that shows a reader nothing is not shown to them, whatever its label. Connections limited to roots see no notice that is about no document.",
      },
      {
        date: "2026-11-28",
        kind: "added",
        what: "`owner_email` and `is_owner_managing` of webhooks, and `take_over` in `PATCH /api/webhooks/{id}`: owners and admins are told of the webhooks of who manages the workspace no more (`webhook.orphaned`), whose connections are sent no values until somebody takes them over. `paused_reason` may be `owner`.",
      },
      { date: "2026-11-28", kind: "added", what: "`PATCH /api/me` changes one's own name, and `GET /api/me` says it." },
      {
        date: "2026-11-28",
        kind: "changed",
        what: "Where the database has no room, no memory or takes no writes, writes are a 503 that says what to do, and `GET /readyz` is one; writes were a 500.",
      },
      {
        date: "2026-11-28",
        kind: "changed",
        what: "SQL over databases runs one statement of a workspace at a time, and 24 of it may wait, beside 8 of each account; workspaces take turns.",
      },
      {
        date: "2026-11-28",
        kind: "added",
        what: "`workflow.failed` in the audit log and among `kind` of notifications: a run that nobody asked for failed.",
      },
      ...earlierChanges,
    ],
  },
] as const;
