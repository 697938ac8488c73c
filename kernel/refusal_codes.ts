// THE table of error codes: what programs branch on, since messages are for people and their words may change.

/** Every code that an answer may carry, and what it means. A code stays what it is; new ones may come. */
export const REFUSAL_CODES = {
  invalid: "A value breaks a rule; the message names the value and what is allowed.",
  invalid_arguments: "A member is missing, unknown or of another JSON type; the list says where.",
  unknown_version: "`Service-Version` names a version that there is not; the message names those that there are.",
  invalid_cursor: "The cursor is none that this list gave; begin without one.",
  validation_failed: "Fields of a table, or values of a record, break their rules; `fields` says which and how.",
  no_single_match: "The text to replace is not in the file, or more than once.",
  patch_failed: "A hunk of the diff does not apply; nothing was written.",
  sql_refused:
    "Postgres refuses the statement or it passes a bound; `sqlstate`, `position` and `hint` say more, where there are any.",
  unauthenticated: "No valid session or token.",
  plan_required: "The workspace's plan does not carry this; `plan` names the one that does.",
  forbidden: "Known to the caller, yet not theirs to do.",
  level_too_low: "The caller may open it and holds too little for this; `level` says what.",
  role_required: "For owners, or owners and admins, of the workspace.",
  session_required: "For a person who is signed in; a token may not.",
  connection_limited: "The token's connection is limited and may not do this, though its person may.",
  policy_refused: "The workspace's policy does not allow it; the message says what it allows.",
  not_in_directory: "Only people of the workspace's directory may join it, and the address is not among them.",
  address_refused: "The client's address is not on the workspace's allowlist.",
  secret_found: "The content looks like credentials; `findings` says where.",
  ticket_invalid: "The ticket of a form's page is over, or the form has changed since; load its page again.",
  foreign_origin: "A page of another origin sent it.",
  not_found: "Absent, or not the caller's to see.",
  not_allowed: "The address exists, the method does not.",
  conflict: "Something else holds what was asked for, or changed it meanwhile.",
  version_conflict: "Somebody wrote since `base_version`; read `current_version`, merge, and write again.",
  alias_taken: "Another document holds the alias.",
  already_exists: "There is one of that name, or they are in already.",
  limit_reached: "There are as many of a thing as there may be; `limit` says how many.",
  idempotency_key_reused: "The key came with another request in the last 24 hours.",
  gone: "Expired or used up.",
  too_large: "Larger than the server takes.",
  storage_full: "The plan's storage is full.",
  document_limit: "The account holds as many documents as one may.",
  unsupported: "The body's content type is not taken here.",
  unsatisfiable: "The range lies outside of the content.",
  locked: "A lease or a hold forbids it for now.",
  lease_held: "Somebody holds the edit lease; `holder` and `expires_at` say who and until when.",
  rate_limited: "Too many requests; wait as many seconds as the answer says.",
  unavailable: "Something that the server leans on is away; the same request may be sent again.",
  internal: "A fault of the server's own; tell its operator the request id.",
} as const;

/** See `REFUSAL_CODES`. */
export type RefusalCode = keyof typeof REFUSAL_CODES;
