// What a workspace's wiki is now: its settings, with the domain as it stands and only what its reader may open.
import { type Actor, type Call, isManager, type Plan, refuse, type Static, showsNothing } from "../../kernel/plugin.ts";
import { type OwnHost, ownHostsHook } from "../content/port.ts";
import { findDocuments, findNamedDocuments, type ShownDocument } from "../documents/port/read.ts";
import { findNavigation } from "../navigations/port.ts";
import type { SiteChange, WikiSite } from "./schemas.ts";
import type { SiteRow } from "./store/sites.ts";

type Asking = Pick<Call, "callHook" | "sql" | "now" | "runtime"> & { actor: Actor };

/** The gate of a wiki that search engines list. */
export const INDEXING = "wiki_indexing";

/** The host names of a workspace's own. */
async function readHosts({ callHook, sql, actor }: Asking): Promise<OwnHost[]> {
  return (await callHook(ownHostsHook, { sql, workspace_id: actor.workspace.id })).flat();
}

/** The hosts at which the workspace's sites are served. */
export async function readOwnHosts(call: Asking): Promise<string[]> {
  const own = await readHosts(call);
  return [new URL(call.runtime.contentHosts.shared.origin).host, ...own.map(({ hostname }) => hostname)];
}

/** The host that a wiki is served at beside the shared one; null while it does not serve. */
export function servedHost(site: Pick<SiteRow, "custom_domain_id">, hosts: readonly OwnHost[]): OwnHost | null {
  return hosts.find((host) => host.is_active && host.domain_id === site.custom_domain_id) ?? null;
}

/** Whether search engines may list it: it was said so, the plan carries it, and its domain serves. */
export function isIndexable(
  site: Pick<SiteRow, "indexable" | "custom_domain_id">,
  { hosts, plan, runtime }: { hosts: readonly OwnHost[]; plan: Plan } & Pick<Asking, "runtime">,
): boolean {
  return site.indexable && runtime.plans.carries(INDEXING, plan) && servedHost(site, hosts) !== null;
}

/** The wiki as the caller sees it. */
export async function answerSite(call: Asking, site: SiteRow): Promise<Static<typeof WikiSite>> {
  const { sql, actor, runtime } = call;
  const { id: workspace_id, slug: workspace, plan } = actor.workspace;
  const ref = String(site.navigation_id ?? 0);
  const [navigation, documents, hosts] = await Promise.all([
    findNavigation(sql, { workspace_id, ref }),
    findDocuments(
      call,
      [site.home_doc_id, site.logo_doc_id].filter((id) => id !== null),
    ),
    readHosts(call),
  ]);
  const home = documents.get(site.home_doc_id ?? "");
  const own = hosts.find((host) => host.domain_id === site.custom_domain_id) ?? null;
  const served = servedHost(site, hosts);
  const { enabled, title, tagline, footer_md, accent } = site;
  return {
    ...{ workspace, enabled, title, tagline, footer_md, accent },
    navigation: navigation?.slug ?? null,
    navigation_id: navigation?.navigation_id ?? null,
    home_doc: home ? { doc_id: home.doc_id, title: home.title, alias: home.alias, url: home.url } : null,
    logo_doc_id: documents.get(site.logo_doc_id ?? "")?.doc_id ?? null,
    domain: own?.hostname ?? null,
    custom_domain_id: own?.domain_id ?? null,
    indexable: isIndexable(site, { hosts, plan, runtime }),
    url: served ? `https://${served.hostname}/w/` : `${runtime.contentHosts.shared.origin}/w/@${workspace}/`,
    updated_at: site.updated_at?.toISOString() ?? null,
    can_manage: isManager(actor),
  };
}

/** What a request sets, as the row keeps it; null is what a wiki is at first. Throws 400 for what names nothing. */
export async function readChanges(
  call: Asking,
  { body, site }: { body: Static<typeof SiteChange>; site: SiteRow },
): Promise<Partial<SiteRow>> {
  const { enabled, indexable, title, tagline, footer_md, accent, navigation, domain, home_doc, logo_doc } = body;
  const hosts = await readHosts(call);
  const changes: Partial<SiteRow> = {
    ...(enabled !== undefined && { enabled: enabled ?? false }),
    ...(indexable !== undefined && { indexable: indexable ?? false }),
    ...(title !== undefined && { title: readLine("title", title) }),
    ...(tagline !== undefined && { tagline: readLine("tagline", tagline) }),
    ...(footer_md !== undefined && { footer_md: footer_md?.trim() || null }),
    ...(accent !== undefined && { accent: accent?.toLowerCase() ?? null }),
    ...(navigation !== undefined && { navigation_id: await readNavigation(call, navigation) }),
    ...(domain !== undefined && { custom_domain_id: readDomain(hosts, domain) }),
    ...(home_doc !== undefined && { home_doc_id: home_doc && (await readDocument(call, "home_doc", home_doc)).doc_id }),
    ...(logo_doc !== undefined && { logo_doc_id: logo_doc && (await readLogo(call, logo_doc)).doc_id }),
  };
  const after = { ...site, ...changes };
  if (after.indexable && servedHost(after, hosts) === null) {
    if (indexable) throw refuse.invalid("indexable needs an active custom domain; set domain to one first");
    changes.indexable = false;
  }
  return changes;
}

/** What every page shows of the wiki; null, and nothing at all, is none. */
function readLine(member: string, text: string | null): string | null {
  const said = text?.trim() ?? "";
  if (said !== "" && showsNothing(said))
    throw refuse.invalid(`${member} is blank; it needs a character that shows, or null for none`);
  return said === "" ? null : said;
}

async function readNavigation({ sql, actor }: Asking, ref: string | number | null): Promise<number | null> {
  if (ref === null) return null;
  const found = await findNavigation(sql, { workspace_id: actor.workspace.id, ref: String(ref) });
  if (found) return found.navigation_id;
  throw refuse.invalid(`navigation "${String(ref).slice(0, 80)}" is not found; send the slug or id of one`);
}

function readDomain(hosts: readonly OwnHost[], ref: string | number | null): number | null {
  if (ref === null) return null;
  const name = String(ref).trim().toLowerCase();
  const found = hosts.find((host) => host.hostname === name || String(host.domain_id) === name);
  if (found?.is_active) return found.domain_id;
  throw refuse.invalid(`domain "${name.slice(0, 80)}" is no active custom domain of this workspace`);
}

async function readDocument(call: Asking, member: string, ref: string): Promise<ShownDocument> {
  const name = ref.trim().replace(/^doc:/, "");
  const found = await findNamedDocuments(call, [name.startsWith("doc_") ? { doc_id: name } : { alias: name }]);
  const document = found.get(name) ?? found.get(`doc:${name}`);
  if (document) return document;
  throw refuse.invalid(`${member} "${name.slice(0, 80)}" is not a document that you may open`);
}

async function readLogo(call: Asking, ref: string): Promise<ShownDocument> {
  const document = await readDocument(call, "logo_doc", ref);
  if (document.kind === "image") return document;
  throw refuse.invalid(`logo_doc "${ref.slice(0, 80)}" is of kind ${document.kind}; send an image`);
}
