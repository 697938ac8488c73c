// THE table: which plugins there are, who carries them, and every gate, allowance, quota and cap. Pure data; it imports nothing.

const GIB = 1024 ** 3;
const MIB = 1024 ** 2;
const KIB = 1024;
const HOUR = 3600;
const EVERYWHERE = ["publisher", "community", "cloud"] as const;

export const manifest = {
  plugins: {
    health: { purpose: "Probes and the security contact of every host.", needs: [], editions: EVERYWHERE },
    signin: {
      purpose: "Sign-in by mail link and OpenID Connect, sign-out, and the handoff to the content host.",
      needs: [],
      editions: EVERYWHERE,
    },
    tokens: { purpose: "Who am I, and static bearer tokens for scripts.", needs: [], editions: EVERYWHERE },
    members: {
      purpose: "Who is in the workspace, in what role, and how people come and go.",
      needs: ["signin"],
      editions: EVERYWHERE,
    },
    groups: { purpose: "Groups of members, to give access to.", needs: ["members"], editions: EVERYWHERE },
    places: {
      purpose: "Roots, folders and grants: where documents lie and who may do what there.",
      needs: [],
      editions: EVERYWHERE,
    },
    documents: {
      purpose: "Publishing, reading, changing, versioning and serving documents.",
      needs: ["places"],
      editions: EVERYWHERE,
    },
    editing: {
      purpose: "Changing parts of files, and leases that keep others from writing meanwhile.",
      needs: ["documents"],
      editions: EVERYWHERE,
    },
    history: {
      purpose: "What changed in documents, when and by whom; and documents rendered for reading elsewhere.",
      needs: ["documents"],
      editions: EVERYWHERE,
    },
    sharing: {
      purpose: "Giving access to documents and folders, and asking for it.",
      needs: ["documents", "groups", "places"],
      editions: EVERYWHERE,
    },
    roots: {
      purpose: "Shared roots: made, changed and deleted, and who may open them and their folders.",
      needs: ["places", "documents", "members", "groups"],
      editions: EVERYWHERE,
    },
    folders: {
      purpose: "Folders: made, renamed, moved and removed, how they are shown, and the tree that they make.",
      needs: ["places", "documents", "roots"],
      editions: EVERYWHERE,
    },
    links: {
      purpose: "Names for documents, links between them, and the addresses that follow a name.",
      needs: ["documents"],
      editions: EVERYWHERE,
    },
    home: {
      purpose: "The page a signed-in person lands on.",
      needs: ["documents", "members", "tokens"],
      editions: EVERYWHERE,
    },
    stars: {
      purpose: "Private shortcuts of a person to documents and folders.",
      needs: ["documents", "places", "folders"],
      editions: EVERYWHERE,
    },
    comments: {
      purpose: "Comments on documents, in threads, with mentions.",
      needs: ["documents"],
      editions: EVERYWHERE,
    },
    notifications: {
      purpose: "What people are told of: comments, mentions, access.",
      needs: ["documents"],
      editions: EVERYWHERE,
    },
    search: {
      purpose: "Finding documents by what they say: grep and ranked search.",
      needs: ["documents", "places"],
      editions: EVERYWHERE,
    },
    changes: {
      purpose: "The feed of changes that sync clients follow.",
      needs: ["documents", "places"],
      editions: EVERYWHERE,
    },
    mcp: { purpose: "Every tool of the catalogue, for agents.", needs: [], editions: EVERYWHERE },
    oauth: {
      purpose: "How people connect agents: OAuth 2.1, consent, and the list of what is connected.",
      needs: ["tokens"],
      editions: EVERYWHERE,
    },
  },
  editions: {
    publisher: { purpose: "One team's publishing box.", default_plan: "enterprise", signup: "closed" },
    community: {
      purpose: "The self-hosted default: everything but billing, on the highest plan.",
      default_plan: "enterprise",
      signup: "closed",
    },
    cloud: {
      purpose: "Everything; plans are sold and new workspaces start Free.",
      default_plan: "free",
      signup: "open",
    },
  },
  gates: {
    folder_publishing: { feature: "publishing folders", plan: "team", status: 402 },
    icon_library: { feature: "uploading icons", plan: "team", status: 402 },
    comments: { feature: "comments", plan: "team", status: 403 },
    groups: { feature: "groups", plan: "team", status: 403 },
    access_lists: { feature: "taking access to a root away", plan: "business", status: 402 },
    group_access: { feature: "giving a group access to a root", plan: "team", status: 402 },
    shared_roots: { feature: "shared roots beyond General", plan: "team", status: 402 },
    custom_domains: { feature: "custom domains", plan: "team", status: 402 },
    workspace_policy: { feature: "workspace policy", plan: "business", status: 402 },
    audit_log: { feature: "the audit log", plan: "business", status: 402 },
    webhooks: { feature: "webhooks", plan: "business", status: 402 },
    single_sign_on: { feature: "single sign-on", plan: "business", status: 402 },
    legal_hold: { feature: "legal hold", plan: "enterprise", status: 402 },
    ip_allowlist: { feature: "the IP allowlist", plan: "enterprise", status: 402 },
    scim: { feature: "SCIM provisioning", plan: "enterprise", status: 402 },
    connection_policy: { feature: "a limit on how long connections last", plan: "enterprise", status: 402 },
  },
  allowances: {
    storage_bytes: { free: GIB, team: 100 * GIB, business: 1024 * GIB, enterprise: 5 * 1024 * GIB },
    members: { free: 2, team: 25, business: 50, enterprise: null },
    custom_domains: { free: 0, team: 1, business: 5, enterprise: null },
    navigations: { free: 1, team: 5, business: null, enterprise: null },
  },
  quotas: {
    publish: {
      limit: 120,
      window_seconds: HOUR,
      per: "account",
      message: "publish rate limit exceeded ({limit}/hour); slow down and retry later",
      editions: { community: 6000, publisher: 6000 },
    },
    access_request: {
      limit: 10,
      window_seconds: HOUR,
      per: "account",
      message: "access request rate limit exceeded ({limit}/hour); try again later",
    },
    access_request_status: {
      limit: 120,
      window_seconds: 60,
      per: "account",
      message: "too many requests ({limit}/minute); wait as long as poll_after says",
    },
    markdown_render: {
      limit: 60,
      window_seconds: 60,
      per: "account",
      message: "too many requests ({limit}/minute); wait a moment",
    },
    login: { limit: 20, window_seconds: 60, per: "address", message: "too many requests" },
    login_mail: { limit: 5, window_seconds: 15 * 60, per: "key", message: "too many requests" },
    token_mint: { limit: 10, window_seconds: HOUR, per: "address", message: "too many requests" },
    oauth_register: { limit: 20, window_seconds: HOUR, per: "address", message: "too many requests" },
    oauth_authorize: { limit: 60, window_seconds: 60, per: "address", message: "too many requests" },
    client_document: { limit: 30, window_seconds: 60, per: "key", message: "too many requests" },
    bad_ticket: { limit: 10, window_seconds: 60, per: "address", message: "too many attempts" },
    content_missing: { limit: 60, window_seconds: 60, per: "address", message: "too many requests" },
    password_failure: { limit: 10, window_seconds: 15 * 60, per: "key", message: "too many attempts" },
  },
  caps: {
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
    shared_roots: 200,
    shortcuts_per_folder: 1000,
    token_ttl_days: 3650,
    connection_days: 365,
  },
  toolsets: {
    docs: { label: "Documents", operations: ["doc", "search", "star", "link", "changes", "render"] },
    files: {
      label: "Files",
      operations: [
        "doc.file",
        "doc.files",
        "doc.upload",
        "doc.publish_file",
        "doc.publish_file_content",
        "doc.update_file",
        "upload",
      ],
    },
    folders: { label: "Folders and roots", operations: ["folder", "root", "tree", "bundle", "shortcut", "icon"] },
    sharing: { label: "Sharing", operations: ["access", "access_request", "root.access"] },
    comments: { label: "Comments and notifications", operations: ["comment", "notification"] },
    history: {
      label: "Versions and trash",
      operations: ["doc.versions", "doc.restore", "doc.history", "doc.diff", "doc.blame", "doc.trash", "doc.undelete"],
    },
    admin: { label: "Members, groups and settings", operations: ["member", "invite", "group", "token", "connection"] },
  },
} as const;
