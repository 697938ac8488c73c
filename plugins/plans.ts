// What each plan carries: features behind a gate, and how many of a thing; the manifest takes both.
// Pure data; it imports nothing.

const GIB = 1024 ** 3;

export const gates = {
  folder_publishing: { feature: "publishing folders", plan: "team", status: 402 },
  icon_library: { feature: "uploading icons", plan: "team", status: 402 },
  comments: { feature: "comments", plural: true, plan: "team", status: 403 },
  groups: { feature: "groups", plural: true, plan: "team", status: 403 },
  access_lists: { feature: "taking access to a root away", plan: "business", status: 402 },
  group_access: { feature: "giving a group access to a root", plan: "team", status: 402 },
  shared_roots: { feature: "shared roots beyond General", plural: true, plan: "team", status: 402 },
  custom_domains: { feature: "custom domains", plural: true, plan: "team", status: 402 },
  directory: { feature: "groups from a directory", plural: true, plan: "team", status: 402 },
  directory_only: { feature: "letting only people of the directory join", plan: "enterprise", status: 402 },
  workspace_policy: { feature: "workspace policy", plan: "business", status: 402 },
  audit_log: { feature: "the audit log", plan: "business", status: 402 },
  webhooks: { feature: "webhooks", plural: true, plan: "business", status: 402 },
  navigation_groups: { feature: "showing navigation entries to a group alone", plan: "business", status: 402 },
  wiki_indexing: { feature: "a wiki that search engines list", plan: "team", status: 402 },
  activity_detail: { feature: "activity event by event and by person", plan: "team", status: 402 },
  single_sign_on: { feature: "single sign-on", plan: "business", status: 402 },
  legal_hold: { feature: "legal hold", plan: "enterprise", status: 402 },
  ip_allowlist: { feature: "the IP allowlist", plan: "enterprise", status: 402 },
  scim: { feature: "SCIM provisioning", plan: "enterprise", status: 402 },
  connection_policy: { feature: "a limit on how long connections last", plan: "enterprise", status: 402 },
} as const;

export const allowances = {
  storage_bytes: { free: GIB, team: 100 * GIB, business: 1024 * GIB, enterprise: 5 * 1024 * GIB },
  members: { free: 2, team: 25, business: 50, enterprise: null },
  activity_days: { free: 90, team: 365, business: 730, enterprise: 1095 },
  activity_detail_days: { free: 0, team: 7, business: 30, enterprise: 90 },
  custom_domains: { free: 0, team: 1, business: 5, enterprise: null },
  /** In shared roots; personal ones are not counted. */
  agents: { free: 1, team: 5, business: null, enterprise: null },
  workflows: { free: 3, team: 25, business: null, enterprise: null },
  navigations: { free: 1, team: 5, business: null, enterprise: null },
} as const;
