// THE table of sizes and counts that hold on every plan, and that a client can run into. Pure data; it imports nothing.

const KIB = 1024;
const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

/** The unit is the last word of the name. What a schema alone says of one member, such as a page size, is not repeated here. */
export const caps = {
  // Requests, and what holds documents.
  json_file_bytes: 20 * MIB,
  body_bytes: 32 * MIB,
  anonymous_body_bytes: 64 * KIB,
  document_bytes: 20 * MIB,
  editable_upload_bytes: 20 * MIB,
  share_upload_bytes: 2 * GIB,
  documents_per_account: 5000,
  files_per_document: 2000,
  tags_per_document: 10,
  comments_per_document: 10_000,
  render_markdown_bytes: 2 * MIB,
  description_bytes: 16 * KIB,
  ticket_description_chars: 2000,
  list_docs: 500,
  bundle_bytes: 500 * MIB,
  bundle_entries: 65_535,
  shared_roots: 200,
  shortcuts_per_folder: 1000,
  library_icons: 1000,
  // Texts and paths.
  text_file_bytes: MIB,
  file_path_chars: 512,
  folder_path_chars: 512,
  folder_levels: 8,
  folder_description_chars: 512,
  child_order_entries: 2000,
  root_slug_chars: 64,
  alias_chars: 64,
  tag_chars: 32,
  attrs_per_document: 16,
  links_per_document: 1000,
  // Markdown.
  /** Quotes and lists inside each other. */
  markdown_nested_blocks: 100,
  markdown_levels: 500,
  // Changing files.
  patch_chars: 8 * MIB,
  files_per_patch: 5000,
  files_per_commit: 2000,
  parts_per_upload: 10_000,
  lease_seconds: 600,
  // Looking for things. What takes longer answers what it has until then, and says so.
  search_ms: 3000,
  search_pattern_chars: 256,
  ranked_query_chars: 200,
  glob_branches: 64,
  glob_parts: 4096,
  blame_ms: 10_000,
  blame_bytes: 64 * MIB,
  changes_wait_seconds: 60,
  changes_kept_days: 30,
  // People.
  comment_chars: 8000,
  comment_anchor_chars: 64 * KIB,
  comment_anchor_text_chars: 2000,
  comment_anchor_levels: 8,
  access_request_message_chars: 1000,
  groups_per_invite: 100,
  emails_per_request: 100,
  notifications_per_request: 1000,
  watches_per_account: 5000,
  // Webhooks.
  webhooks_per_workspace: 50,
  email_domains_per_workspace: 100,
  events_per_webhook: 50,
  webhook_url_chars: 2048,
  events_per_recovery: 10_000,
  recovery_days: 30,
  // Provisioning.
  scim_tokens_per_workspace: 20,
  scim_operations_per_patch: 1000,
  scim_members_per_request: 5000,
  scim_members_per_page: 10_000,
  scim_filter_chars: 1024,
  scim_log_rows: 100_000,
  // Icons.
  icon_svg_bytes: 32 * KIB,
  icon_levels: 64,
  icon_drawn_parts: 5000,
  icon_description_chars: 512,
  // Sign-in, agents and other programs.
  sign_in_visit_minutes: 10,
  token_ttl_days: 3650,
  connection_days: 365,
  mcp_batch_messages: 50,
  mcp_resource_bytes: MIB,
  mcp_result_text_chars: 24_000,
  mcp_prompt_argument_chars: 20_000,
  workspace_instructions_chars: 8000,
  client_name_chars: 100,
  client_document_bytes: 64 * KIB,
  redirect_uris: 10,
  redirect_uri_chars: 512,
  oauth_state_chars: 4096,
} as const;
