// What tools leave out of their routes' arguments and answers on purpose, each with its reason;
// everything else they have.

export interface LeftOut {
  arguments?: readonly string[];
  answers?: readonly string[];
  why: string;
}

/** Tools whose operation has no route of its own, and the routes that do the same. */
export const ROUTE_OF: Readonly<Record<string, string>> = {
  publish_file: "doc.publish_file",
  get_link: "doc.get",
  list_files: "doc.get",
  get_file: "doc.text",
  update_markdown: "doc.file.put",
  update_snippet: "doc.file.put",
  update_file: "doc.file.put",
  unlock_doc: "lock.release",
};

/** The members of a document's object. */
const DOCUMENT =
  "doc_id title kind doc_type url slug folder root root_id tags alias icon description attrs filename visibility listing retention_days expires_at legal_hold version size created_at created_by updated_at my_level state files owner_email mine";
/** The arguments by which the route changes a document. */
const UPDATE =
  "content content_base64 upload_id format title description visibility password listing retention_days tags attrs filename folder root base_version lock_token message";

const OF_DOCUMENT = "of the document, which list_docs, get_link and list_files show";
const ONE_THING = "one thing a tool: the other fields of a document have tools of their own, and get_link shows it";
const OF_NAVIGATION = "what was sent, and what get_navigation and list_navigations show";
const OF_GROUP = "of the group, which get_group and list_groups show, or what was sent";
const OF_PEOPLE = "of people, whom list_members and list_invites show; the invite's link goes to its address alone";
const ENCODED =
  "content_base64 says the encoding; the rest is of the document, which list_docs, get_link and list_files show";
const OF_COMMENT = "what was sent, and what list_comments shows";
const OF_DATABASE = "what was sent, and what get_database and get_record show";

export const LEFT_OUT: Readonly<Record<string, LeftOut>> = {
  set_member_role: { answers: words("name joined disabled last_sign_in sso scim is_me"), why: OF_PEOPLE },
  list_invites: { answers: words("member_cap members"), why: OF_PEOPLE },
  invite_member: {
    answers: words("created_at expired accepted_at url invited_by groups delivery_error"),
    why: OF_PEOPLE,
  },
  get_group: { answers: words("description member_count pending_count created_at recent_changes"), why: OF_GROUP },
  create_group: { answers: words("source member_count pending_count members created_at"), why: OF_GROUP },
  rename_group: { answers: words("source member_count pending_count members created_at"), why: OF_GROUP },
  add_group_members: { answers: words("source description pending_count members created_at"), why: OF_GROUP },
  remove_group_members: { answers: words("source description pending_count members created_at"), why: OF_GROUP },
  publish_html: {
    arguments: words("file filename"),
    answers: but(DOCUMENT, "doc_id title kind url folder visibility version"),
    why: OF_DOCUMENT,
  },
  publish_markdown: {
    arguments: words("file filename"),
    answers: but(DOCUMENT, "doc_id title kind url folder visibility version"),
    why: OF_DOCUMENT,
  },
  publish_snippet: { answers: but(DOCUMENT, "doc_id title kind url folder visibility version"), why: OF_DOCUMENT },
  publish_file: {
    arguments: words("file files"),
    answers: but(DOCUMENT, "doc_id title kind url folder visibility version"),
    why: "a tool sends one file as content or by upload_id; the rest is of the document, which list_docs, get_link and list_files show",
  },
  get_link: { answers: but(DOCUMENT, "doc_id title kind url visibility expires_at version"), why: OF_DOCUMENT },
  list_files: { answers: but(DOCUMENT, "doc_id version files"), why: OF_DOCUMENT },
  update_html: {
    arguments: but(UPDATE, "content content_base64 upload_id format title base_version lock_token message"),
    answers: but(DOCUMENT, "doc_id url version"),
    why: ONE_THING,
  },
  set_visibility: {
    arguments: but(UPDATE, "visibility password"),
    answers: but(DOCUMENT, "doc_id url visibility", "changed"),
    why: ONE_THING,
  },
  set_tags: { arguments: but(UPDATE, "tags"), answers: but(DOCUMENT, "doc_id tags", "changed"), why: ONE_THING },
  set_retention: {
    arguments: but(UPDATE, "retention_days"),
    answers: but(DOCUMENT, "doc_id retention_days expires_at", "changed"),
    why: ONE_THING,
  },
  set_listing: {
    arguments: but(UPDATE, "listing"),
    answers: but(DOCUMENT, "doc_id listing", "changed"),
    why: ONE_THING,
  },
  set_description: {
    arguments: but(UPDATE, "description"),
    answers: but(DOCUMENT, "doc_id url description", "changed"),
    why: ONE_THING,
  },
  rename_doc: {
    arguments: but(UPDATE, "title"),
    answers: but(DOCUMENT, "doc_id title url", "changed"),
    why: ONE_THING,
  },
  move_doc: {
    arguments: but(UPDATE, "folder root"),
    answers: but(DOCUMENT, "doc_id url folder root", "changed"),
    why: ONE_THING,
  },
  put_file: { answers: but(DOCUMENT, "doc_id url version size"), why: OF_DOCUMENT },
  write_file: { answers: but(DOCUMENT, "doc_id url version size"), why: OF_DOCUMENT },
  delete_file: { answers: but(DOCUMENT, "doc_id url version"), why: OF_DOCUMENT },
  update_markdown: {
    arguments: words("encoding"),
    answers: but(DOCUMENT, "doc_id url version", "candidate sha256"),
    why: ENCODED,
  },
  update_snippet: {
    arguments: words("encoding"),
    answers: but(DOCUMENT, "doc_id url version", "candidate sha256"),
    why: ENCODED,
  },
  update_file: {
    arguments: words("encoding"),
    answers: but(DOCUMENT, "doc_id url version", "candidate sha256"),
    why: ENCODED,
  },
  restore_version: { answers: but(DOCUMENT, "doc_id url version"), why: OF_DOCUMENT },
  duplicate_doc: { answers: but(DOCUMENT, "doc_id title kind url folder attrs visibility version"), why: OF_DOCUMENT },
  activate_version: { answers: but(DOCUMENT, "doc_id url version", "candidate activated"), why: OF_DOCUMENT },
  undelete_doc: { answers: but(DOCUMENT, "doc_id title url folder version"), why: OF_DOCUMENT },
  edit_file: { answers: but(DOCUMENT, "doc_id url version"), why: OF_DOCUMENT },
  apply_patch: { answers: but(DOCUMENT, "doc_id url version files"), why: OF_DOCUMENT },
  lock_doc: { answers: words("holder acquired_at mine"), why: "the lease is the caller's, and get_lock shows it" },
  renew_lock: {
    answers: words("holder acquired_at path mine"),
    why: "the lease is the caller's, and get_lock shows it",
  },
  create_shortcut: {
    answers: words("hidden label icon position created_at"),
    why: "what was sent, and what list_shortcuts shows",
  },
  update_shortcut: {
    answers: words("root folder target hidden created_at"),
    why: "what was sent, and what list_shortcuts shows",
  },
  create_navigation: { answers: words("icon entry_count published can_manage"), why: OF_NAVIGATION },
  get_navigation: { answers: words("name icon entry_count published can_manage"), why: OF_NAVIGATION },
  set_navigation_tree: { answers: words("name icon published can_manage entries orphans"), why: OF_NAVIGATION },
  update_navigation: { answers: words("entry_count published can_manage"), why: OF_NAVIGATION },
  preview_navigation: { answers: words("id name icon"), why: OF_NAVIGATION },
  add_navigation_entry: {
    answers: words("target label icon visibility group collapsed show_sign_in_hint sort broken doc navigation"),
    why: OF_NAVIGATION,
  },
  update_navigation_entry: {
    answers: words("target label icon visibility group collapsed show_sign_in_hint sort broken doc navigation"),
    why: OF_NAVIGATION,
  },
  move_navigation_entry: {
    answers: words("target label icon visibility group collapsed show_sign_in_hint sort broken doc navigation"),
    why: OF_NAVIGATION,
  },
  update_wiki: {
    answers: words(
      "workspace title tagline footer_md navigation_id home_doc logo_doc_id domain custom_domain_id indexable accent updated_at can_manage",
    ),
    why: "what was sent, and what get_wiki and list_redirects show",
  },
  set_redirects: { answers: words("redirects limit"), why: "what was sent, and what get_wiki and list_redirects show" },
  star: { answers: words("doc"), why: "the document, which get_link shows" },
  add_comment: { answers: words("author body path anchor resolved resolved_at edited_at mine"), why: OF_COMMENT },
  edit_comment: {
    arguments: words("resolved"),
    answers: words("parent_id author body path anchor resolved resolved_at created_at mine"),
    why: OF_COMMENT,
  },
  resolve_comment: {
    arguments: words("body"),
    answers: words("parent_id author body mentions path anchor created_at edited_at mine"),
    why: OF_COMMENT,
  },
  create_database: { answers: words("updated_at can_edit tables views forms"), why: OF_DATABASE },
  create_record: { answers: words("data schema_version form_status created_at updated_at"), why: OF_DATABASE },
  update_record: { answers: words("schema_version form_status created_at updated_at"), why: OF_DATABASE },
  create_webhook: {
    answers: words("paused_reason database_id table_id fields provider secret owner_email is_owner_managing"),
    why: "what was sent, and what list_webhooks shows; the secret is for a person in a browser",
  },
  update_webhook: {
    answers: words(
      "created_at secret_set paused_reason database_id table_id provider unknown_events owner_email is_owner_managing",
    ),
    why: "what was sent, and what list_webhooks shows; the secret is for a person in a browser",
  },
  create_form: {
    arguments: words("active autosave notify_drafts opens_at closes_at max_responses one_per_user spam"),
    answers: words(
      "database_id table_id title fields custom_html active email_notify autosave notify_drafts opens_at closes_at max_responses accepted one_per_user spam created_at updated_at",
    ),
    why: "what was sent, and what get_database shows; settings beside the page are update_form's",
  },
  update_form: {
    answers: words(
      "url database_id table_id title fields visibility custom_html active email_notify autosave notify_drafts opens_at closes_at max_responses one_per_user spam created_at updated_at",
    ),
    why: "what was sent, and what get_database shows; settings beside the page are update_form's",
  },
  get_file: {
    arguments: words("start end"),
    answers: words("total_lines start_line end_line"),
    why: "it reads a file in parts by max_chars and next, in place of lines",
  },
  list_workflows: { answers: words("limit"), why: "can_create says what it comes to" },
  create_workflow: {
    answers: words("agent trigger steps runs_as can_edit last_run dropped_runs created_at updated_at"),
    why: "what was sent, and what get_workflow shows",
  },
  update_workflow: {
    answers: words("agent trigger steps runs_as can_edit last_run dropped_runs created_at updated_at"),
    why: "what was sent, and what get_workflow shows",
  },
  run_workflow: {
    answers: words("cause event_id steps created_at started_at ended_at"),
    why: "of a run that has not begun, which list_workflow_runs shows",
  },
};

function words(text: string): string[] {
  return text.split(" ");
}

/** All but those that the tool has, and some more. */
function but(all: string, kept: string, more?: string): string[] {
  const left = words(all).filter((word) => !words(kept).includes(word));
  return [...left, ...(more ? words(more) : [])];
}
