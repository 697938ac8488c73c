// Where things of the app lie: the one home of its addresses, so that no text leads to a screen that is not there.

/** Longer than any page's own address: a folder's path and words to search for. */
const SEARCH_CHARS_MAX = 4096;

/**
 * The address of the page that is asked for, which each of its forms leads back to. What strangers hang onto an address would stand in
 * every form of a page, so of one that is too long the query is left out.
 */
export function pathBack({ pathname, search }: URL): string {
  return search.length > SEARCH_CHARS_MAX ? pathname : pathname + search;
}

/** A folder of a space, or its top; null for My documents. */
export function placePath(root: string | null, path: string): string {
  const below = path === "" ? "" : `/${path.split("/").map(encodeURIComponent).join("/")}`;
  return `/app/r/${root === null ? "~" : encodeURIComponent(root)}${below}`;
}

/** A document's page, or one of the pages about it. */
export function documentPath(docId: string, page = ""): string {
  return `/app/d/${encodeURIComponent(docId)}${page && `/${page}`}`;
}

/** Where something new is made, at a place or in My documents. */
export function newPath({ kind, root, folder }: { kind?: string; root?: string | null; folder?: string } = {}): string {
  const said = { ...(kind && { kind }), ...(root && { root }), ...(folder && { folder }) };
  const search = new URLSearchParams(said).toString();
  return search ? `/app/new?${search}` : "/app/new";
}

/** Where a form leads (its `then`) whose operation answers with a document. */
export const ANSWERED_DOCUMENT_PATH = "/app/d/{doc_id}";

/** Everything that one shares. */
export const SHARED_BY_ME_PATH = "/app/shared-by-me";

/** The spaces in the settings, or one of them: what it is called, and who may open it. */
export function spacePath(root = ""): string {
  return root === "" ? "/app/settings/spaces" : `/app/settings/spaces/${encodeURIComponent(root)}`;
}

export const SETTINGS_PATH = "/app/settings";

/** The pages of settings; each is an operation of the plugin that it is about. */
export const SETTINGS_PAGES = [
  "me/profile",
  "me/passkeys",
  "me/tokens",
  "me/connections",
  "me/connect",
  "me/notifications",
  "people",
  "groups",
  "spaces",
  "company/audit",
  "company/webhooks",
  "company/domains",
  "company/billing",
  "agents/workflows",
] as const;

/** A page of settings. */
export function settingsPath<P extends (typeof SETTINGS_PAGES)[number]>(page: P): `${typeof SETTINGS_PATH}/${P}` {
  return `${SETTINGS_PATH}/${page}`;
}

/** The page about a group. */
export function groupPath(groupId: number): string {
  return `${SETTINGS_PATH}/groups/${groupId}`;
}

/** The page about a member of the workspace. */
export function personPath(userId: number): string {
  return `${SETTINGS_PATH}/people/${userId}`;
}

/** The agents, or one of them by its slug. */
export function agentPath(slug = ""): string {
  return slug === "" ? "/app/agents" : `/app/agents/${encodeURIComponent(slug)}`;
}

/** What is proposed to change of an agent. */
export function proposalPath(proposalId: number): string {
  return `/app/agents/proposals/${proposalId}`;
}

/** A workflow with its runs. */
export function workflowPath(workflowId: number): string {
  return `${SETTINGS_PATH}/agents/workflows/${workflowId}`;
}

/** A webhook with what was sent to it. */
export function webhookPath(webhookId: number): string {
  return `${SETTINGS_PATH}/company/webhooks/${webhookId}`;
}
