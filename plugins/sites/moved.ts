// Where an address of a site leads at which there is nothing any more:
// by its editors' redirects, or by the alias that a document had before.
import { Refusal } from "../../kernel/plugin.ts";
import { keptQuery } from "../content/port.ts";
import { readPublishingPolicy } from "../folders/port.ts";
import { manifest } from "../manifest.ts";
import { findFormerAlias, findRedirect, pathBehind, type Redirect, readTarget } from "../wiki/port.ts";
import { leadTo } from "./answers/made.ts";
import { folderSiteFor, showFolderPath } from "./folder/folder_pages.ts";
import type { Site, SiteNode } from "./model/site.ts";
import { encodeSegments } from "./paths.ts";
import type { Make, Visit } from "./serve.ts";
import { findTreeOf } from "./store/tree_of.ts";
import { showWikiPath, splitAgent, wikiFor } from "./wiki/wiki_pages.ts";

const HOPS_MAX = manifest.caps.redirect_hops;

/** Makes what is at an address, or leads on from it, as far as the reader may open what is there: to others it is as if nothing were. */
export function orMoved(make: Make): Make {
  return async (visit) => {
    const made = await unlessMissing(() => make(visit));
    if (made.found) return made.is;
    const moved = await findMoved(visit);
    if (moved) return moved;
    throw made.refusal;
  };
}

/** The answer that leads on from the address of the visit; null where nothing does that the reader may follow. */
async function findMoved(visit: Visit): Promise<Response | null> {
  const path = pathOf(visit);
  if (path === null) return null;
  const { sql } = visit.call;
  const { workspace_id } = visit.host;
  let at = path;
  let status: number | null = null;
  for (let hops = 0; hops < HOPS_MAX; hops++) {
    const redirect = await findRedirect(sql, { workspace_id, path: at });
    if (!redirect) break;
    status ??= redirect.status;
    const next = pathBehind(redirect, at);
    const location = next === null ? await placeBehind(visit, { redirect, at, path }) : await placeAt(visit, next);
    if (location !== null) return leadTo(askedAt(visit, location) + fragmentOf(redirect), status);
    if (next === null) return null;
    at = next;
  }
  const doc_id = await findFormerAlias(sql, { workspace_id, alias: at.slice(at.lastIndexOf("/") + 1) });
  const site = doc_id === null ? null : await siteAt(visit, at);
  const page = site?.named.get(doc_id ?? "");
  return page ? leadTo(askedAt(visit, page.href), status ?? 301) : null;
}

/** What was asked of the page is asked of it where it is now, and of no other site. */
function askedAt({ host, call }: Visit, location: string): string {
  return location.startsWith(host.base) ? location + keptQuery(call.request.url.search) : location;
}

/** What stands behind the address of the sites, decoded; null for what is no text. */
function pathOf({ host, call }: Visit): string | null {
  const { pathname } = call.request.url;
  try {
    return decodeURIComponent(pathname.slice(host.base.length)).normalize("NFC").replace(/\/$/, "") || null;
  } catch {
    return null;
  }
}

function fragmentOf({ to }: Redirect): string {
  const target = readTarget(to);
  return target.kind === "path" ? target.fragment : "";
}

/** The address of what a redirect names otherwise than by a path. */
async function placeBehind(
  visit: Visit,
  { redirect, at, path }: { redirect: Redirect; at: string; path: string },
): Promise<string | null> {
  const target = readTarget(redirect.to);
  if (target.kind === "document") return placeOfDocument(visit, { doc_id: target.ref, path });
  if (target.kind === "entry") {
    const node = findEntry(await orNull(() => wikiFor(visit)), target.entry_id);
    // An entry that leads elsewhere is followed by whoever sees it, and by no address of ours.
    return node === null || node.kind === "link" ? null : node.href;
  }
  if (target.kind === "path") return null;
  const { call, host, reader } = visit;
  const policy = await readPublishingPolicy(call, host.workspace_id);
  if (policy === "off" || (policy === "signed_in" && !reader.is_signed_in)) return null;
  return redirect.prefix ? target.url + encodeSegments(at.slice(redirect.from.length + 1)) : target.url;
}

/** In the tree that the old address names, else in the wiki, else in the tree where it lies. */
async function placeOfDocument(
  visit: Visit,
  { doc_id, path }: { doc_id: string; path: string },
): Promise<string | null> {
  const { call, host } = visit;
  const first = path.startsWith("r/") ? await siteAt(visit, path) : null;
  const known = first?.named.get(doc_id) ?? (await orNull(() => wikiFor(visit)))?.named.get(doc_id);
  if (known) return known.href;
  const ref = await findTreeOf(call.sql, { workspace_id: host.workspace_id, doc_id });
  const tree = ref === null ? null : await orNull(() => folderSiteFor(visit, ref));
  return tree?.named.get(doc_id)?.href ?? null;
}

function siteAt(visit: Visit, path: string): Promise<Site | null> {
  const ref = /^r\/([^/]+)/.exec(path)?.[1];
  return orNull<Site>(() => (ref === undefined ? wikiFor(visit, splitAgent(path).agent) : folderSiteFor(visit, ref)));
}

/** The node of an entry of the navigation. */
export function findEntry(site: Site | null, entryId: number): SiteNode | null {
  const among = (nodes: readonly SiteNode[]): SiteNode | null => {
    for (const node of nodes) {
      const found = node.entry_id === entryId ? node : among(node.children);
      if (found) return found;
    }
    return null;
  };
  return site && among(site.nodes);
}

/** The one address of what is at a path, if the reader may open it. */
async function placeAt(visit: Visit, path: string): Promise<string | null> {
  const { call, host } = visit;
  const href = host.base + encodeSegments(path);
  const there = { ...visit, call: { ...call, request: { ...call.request, url: new URL(href, host.origin) } } };
  const [, ref, below = ""] = /^r\/([^/]+)(?:\/(.*))?$/.exec(path) ?? [];
  const made = await orNull(() =>
    ref === undefined ? showWikiPath(there, path) : showFolderPath(there, { ref, path: below }),
  );
  return made instanceof Response ? made.headers.get("location") : made && href;
}

async function orNull<T>(make: () => Promise<T>): Promise<T | null> {
  const made = await unlessMissing(make);
  return made.found ? made.is : null;
}

async function unlessMissing<T>(
  make: () => Promise<T>,
): Promise<{ found: true; is: T } | { found: false; refusal: Refusal }> {
  try {
    return { found: true, is: await make() };
  } catch (error) {
    if (error instanceof Refusal && error.kind === "notFound") return { found: false, refusal: error };
    throw error;
  }
}
