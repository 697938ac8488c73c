// The site of a workspace's wiki: what its navigation is to one reader.
import { readPublishingPolicy } from "../../folders/port.ts";
import {
  findAgentNavigation,
  type ReaderEntry,
  type ReaderTree,
  readerOf,
  readNavigation,
  readNavigationFingerprint,
  type Stop,
  stopsOf,
} from "../../navigations/port.ts";
import { renderMarkdownFragment } from "../../rendering/port.ts";
import { readWiki, type Wiki } from "../../wiki/port.ts";
import { sitesPort } from "../answers/answers.ts";
import { isIndexedAt, type SiteReader } from "../asked.ts";
import { type Crumb, indexPages, type Site, type SiteNode, type SitePage } from "../model/site.ts";
import { nameInAddress } from "../own_names.ts";
import { encodeSegments } from "../paths.ts";
import type { Visit } from "../serve.ts";
import { findReadable, type NamedDocument } from "../store/readable.ts";
import { readWikiDocuments, type WikiDocumentRow } from "../store/wiki_documents.ts";

/** The wiki and the listings behind its folders and tags. */
export interface WikiSite extends Site {
  home_page: SitePage | null;
  /** By the address behind the site's base, such as `tag/news`. */
  listings: ReadonlyMap<string, SiteNode>;
}

/** Null where the workspace publishes no wiki, or has no such agent with a navigation; `agent` is null for the wiki itself. */
export async function buildWikiSite(visit: Visit, agent: string | null): Promise<WikiSite | null> {
  const { call, host, reader, from } = visit;
  const { sql, now } = call;
  const published = await readWiki(call, host);
  const wiki = published?.enabled && agent !== null ? await readAgentsWiki(visit, { published, agent }) : published;
  if (!wiki?.enabled || wiki.navigation_id === null) return null;
  const policy = await readPublishingPolicy(call, host.workspace_id);
  if (policy === "off" || (policy === "signed_in" && !reader.is_signed_in)) return null;
  const { navigation_id, home_doc_id, logo_doc_id } = wiki;
  const named = [home_doc_id, logo_doc_id].filter((id) => id !== null);
  const beside = await findReadable(sql, { reader, doc_ids: named, now });
  const read = { navigation_id, reader: whoReads(reader), now };
  const base = host.base + baseOf(agent);
  const seen = (fingerprint: string) =>
    [call.request.content_host.host_key, base, fingerprint, ...beside.keys()].join(" ");
  const shared = reader.actor && from ? { ...from, held: call.use(sitesPort).shared } : null;
  // Whoever sees what another member sees needs no tree of their own.
  const known = shared?.held.recall(seen(await readNavigationFingerprint(sql, read)), { ...shared, now });
  if (known && isWiki(known)) return known;
  const tree = await readNavigation(sql, read);
  const stops = stopsOf(tree);
  const doc_ids = [...stops.map(({ doc }) => doc.doc_id), ...beside.keys()];
  const rows = await readWikiDocuments(sql, { workspace_id: host.workspace_id, doc_ids });
  const home = beside.get(home_doc_id ?? "") ?? null;
  const logo = beside.get(logo_doc_id ?? "") ?? null;
  const site = await assemble(visit, { wiki, base, tree, stops, rows, home, logo });
  // By what was read with it, and not by what was asked for before: that may have changed between.
  shared?.held.keep(seen(tree.fingerprint), site, { ...shared, valid_until: site.valid_until });
  return site;
}

export function isWiki(site: Site): site is WikiSite {
  return "listings" in site;
}

/** What stands behind the address of the wiki for an agent's. */
function baseOf(agent: string | null): string {
  return agent === null ? "" : `~${agent}/`;
}

/** The wiki as an agent has it: with the agent's navigation, under its name, and without the home of the other. */
async function readAgentsWiki(
  { call, host }: Visit,
  { published, agent }: { published: Wiki; agent: string },
): Promise<Wiki | null> {
  const found = await findAgentNavigation(call.sql, { workspace_id: host.workspace_id, agent_slug: agent });
  return found && { ...published, navigation_id: found.navigation_id, title: found.name, home_doc_id: null };
}

/** A reader as navigations know them. */
function whoReads({ workspace_id, actor, is_signed_in }: SiteReader) {
  return actor ? readerOf(workspace_id, actor) : { ...readerOf(workspace_id, null), is_signed_in };
}

interface Assembly {
  wiki: Wiki;
  base: string;
  tree: ReaderTree;
  /** Its documents in reading order. */
  stops: readonly Stop[];
  rows: ReadonlyMap<string, WikiDocumentRow>;
  home: NamedDocument | null;
  logo: NamedDocument | null;
}

type Linked = Pick<NamedDocument, "doc_id" | "slug" | "alias" | "title" | "icon" | "kind" | "visibility"> & {
  updated_at: string | Date;
};

async function assemble(
  { host, reader }: Visit,
  { wiki, base, tree, stops, rows, home, logo }: Assembly,
): Promise<WikiSite> {
  const pages = new Map<string, SitePage>();
  const listings = new Map<string, SiteNode>();

  function pageOf(doc: Linked, trail: readonly Crumb[]): SitePage | null {
    const row = rows.get(doc.doc_id);
    if (!row) return null;
    const known = pages.get(doc.doc_id);
    if (known) return known;
    const { folder, filename, tree: in_tree, ...stored } = row;
    const page: SitePage = {
      ...{ slug: doc.slug, alias: doc.alias, title: doc.title, icon: doc.icon, kind: doc.kind, ...stored },
      updated_at: new Date(doc.updated_at),
      is_public: doc.visibility === "unlisted" && !reader.is_signed_in,
      file: filename === null ? null : { tree: in_tree, folder, filename },
      // The home document is the home.
      ...(doc.doc_id === home?.doc_id
        ? { href: base, trail: [] }
        : { href: base + encodeURIComponent(nameInAddress(doc)), trail }),
    };
    pages.set(doc.doc_id, page);
    return page;
  }

  function nodeOf(entry: ReaderEntry, trail: readonly Crumb[]): SiteNode {
    const { kind, title: label, icon, collapsed: is_collapsed, sign_in_hint: has_sign_in_hint = false } = entry;
    const page = entry.doc ? pageOf(entry.doc, trail) : null;
    const listed = listingPath(entry, reader);
    const href = page?.href ?? (listed === null ? linkOf(entry) : base + encodeSegments(listed));
    const below = kind === "divider" ? trail : [...trail, { label, href }];
    const items = (entry.items ?? []).flatMap((doc): SiteNode[] => {
      const item = pageOf(doc, below);
      return item ? [leafOf(item)] : [];
    });
    const children = [...items, ...entry.children.map((child) => nodeOf(child, below))];
    const node = {
      ...{ kind, label, icon, href, doc_id: page?.doc_id ?? null, entry_id: entry.id },
      ...{ is_collapsed, has_sign_in_hint, children },
    };
    if (listed !== null) listings.set(listed, node);
    return node;
  }

  const nodes = tree.entries.map((entry) => nodeOf(entry, []));
  const ordered = stops.flatMap(({ doc }) => pages.get(doc.doc_id) ?? []);
  // The home document need not be part of the tree.
  const first = home && pageOf(home, []);
  const named = indexPages(first && !ordered.includes(first) ? [first, ...ordered] : ordered);
  return {
    ...named,
    ...{ workspace_id: host.workspace_id, nodes, listings },
    ...{ has_sign_in_hint: tree.sign_in_hint, is_cut: isCut(tree.entries) },
    ...{ title: wiki.title ?? host.workspace_name, tagline: wiki.tagline, accent: wiki.accent },
    ...{ home: base, base, home_page: first },
    logo: logo?.kind === "image" ? `/d/${logo.slug}/${encodeSegments(logo.source_path)}` : null,
    footer:
      wiki.footer_md === null
        ? null
        : (await renderMarkdownFragment({ source: wiki.footer_md, destinations: {} })).html,
    // Crawlers are let in at the site's own domain alone.
    is_indexable: isIndexedAt(host, wiki),
  };
}

/** A folder or a tag has more documents than are read of it. */
function isCut(entries: readonly ReaderEntry[]): boolean {
  return entries.some(({ truncated = false, children }) => truncated || isCut(children));
}

function leafOf({ title, icon, href, doc_id }: SitePage): SiteNode {
  const none = { entry_id: null, is_collapsed: false, has_sign_in_hint: false, children: [] };
  return { kind: "document", label: title, icon, href, doc_id, ...none };
}

/** Where the listing of a dynamic entry lies, the same for every reader; null for every other entry. */
function listingPath({ kind, target }: ReaderEntry, { actor }: SiteReader): string | null {
  if (target === null) return null;
  if (kind === "tag") return `tag/${target.slice("tag:".length)}`;
  if (kind !== "folder") return null;
  const said = target.slice("folder:".length);
  const cut = said.indexOf(":");
  // Only who reads their own My documents is not told whose they are.
  const root = cut < 0 ? `~${actor?.user_id ?? 0}` : said.slice(0, cut);
  const path = said.slice(cut + 1);
  return path === "" ? `folder/${root}` : `folder/${root}/${path}`;
}

function linkOf({ kind, target }: ReaderEntry): string | null {
  return kind === "link" ? target : null;
}
