// What clients see changed of the plugin forms, newest first. Pure data; it imports nothing.

export const formsChanges = [
  {
    date: "2026-11-28",
    kind: "changed",
    what: "Another answer by a form's ticket that has brought one is a 409; it was told the first one's receipt, and dropped.",
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
    what: "A form that is made without `visibility` is `restricted`, as every document is, and the answer's `warnings` say that only people with access to its page can answer; `restricted` may be sent. Until now it was `unlisted`: send that where everybody with the link shall answer.",
  },
  {
    date: "2026-11-28",
    kind: "changed",
    what: "`html`, `title`, `visibility` and `password` beside `doc_id` are left aside when a form is made of a page, which `warnings` say; they were refused.",
  },
] as const;
