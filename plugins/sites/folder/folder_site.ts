// The site of a published folder: what the tree of a root, or of My documents, is to one reader.
import { type Sql, sha256Hex } from "../../../kernel/plugin.ts";
import {
  findSiteTree,
  inOrder,
  listSiteFolders,
  type PublishingPolicy,
  type SiteFolder,
  type SiteTree,
} from "../../folders/port.ts";
import { manifest } from "../../manifest.ts";
import { parentOf } from "../../places/port.ts";
import type { SiteHost, SiteReader } from "../asked.ts";
import { type Crumb, indexPages, type Site, type SiteNode, type SitePage } from "../model/site.ts";
import { nameInAddress } from "../own_names.ts";
import { encodeSegments } from "../paths.ts";
import {
  type FolderDocumentRow,
  folderFingerprint,
  listFolderDocuments,
  readFolderFingerprint,
} from "../store/folder_documents.ts";
import { filledFolders, openFolders } from "./folders_shown.ts";

const PAGES_MAX = manifest.caps.site_pages;
const FOLDERS_MAX = manifest.caps.site_folders;

/** A published folder as a page. */
export interface FolderPage {
  path: string;
  title: string;
  href: string;
  description: string | null;
  view_mode: "grid" | "list" | "page";
  /** The document that stands for it. */
  index: SitePage | null;
  trail: readonly Crumb[];
  children: readonly SiteNode[];
  /** Something at its address or below is for everybody. */
  is_public: boolean;
}

/** The site and its folders by their paths. */
export interface FolderSite extends Site {
  ref: string;
  folders: ReadonlyMap<string, FolderPage>;
}

export interface FolderSiteQuery {
  host: SiteHost;
  reader: SiteReader;
  ref: string;
  policy: PublishingPolicy;
  is_indexable: boolean;
  now: Date;
}

/** A tree with those of its folders that are published for a reader, before it is known what lies in them. */
export interface OpenTree {
  tree: SiteTree;
  folders: readonly SiteFolder[];
}

/** Null where nothing of the tree is published for the reader. */
export async function findOpenTree(
  sql: Sql,
  { host, reader, ref, policy }: Pick<FolderSiteQuery, "host" | "reader" | "ref" | "policy">,
): Promise<OpenTree | null> {
  const { workspace_id } = host;
  const tree = policy === "off" ? null : await findSiteTree(sql, { workspace_id, ref });
  if (!tree) return null;
  const all = await listSiteFolders(sql, { ...tree, workspace_id, limit: FOLDERS_MAX });
  const folders = openFolders(all, { reader, policy });
  return folders.length === 0 ? null : { tree, folders };
}

/** What tells the site of one reader from those of others at a fraction of its price; null where it is not told. */
export async function readSiteFingerprint(
  sql: Sql,
  { folders, ...by }: Pick<FolderSiteQuery, "reader" | "now"> & OpenTree,
): Promise<string | null> {
  const place_ids = placesOf(folders);
  const documents = await readFolderFingerprint(sql, { ...by, place_ids, limit: PAGES_MAX + 1 });
  return documents === null ? null : fingerprintOf(place_ids, documents);
}

/** Reads the documents of the folders; `fingerprint` is what `readSiteFingerprint` said if nothing has changed since. */
export async function buildFolderSite(
  sql: Sql,
  { host, reader, now, is_indexable, tree, folders }: Omit<FolderSiteQuery, "ref" | "policy"> & OpenTree,
): Promise<{ site: FolderSite; fingerprint: string | null }> {
  const place_ids = placesOf(folders);
  const rows = await listFolderDocuments(sql, { reader, place_ids, limit: PAGES_MAX + 1, now });
  const is_cut = rows.length > PAGES_MAX;
  const site = assemble({
    host,
    reader,
    tree,
    folders: filledFolders(folders, rows),
    is_indexable,
    rows: rows.slice(0, PAGES_MAX),
    is_cut,
  });
  return { site, fingerprint: is_cut ? null : fingerprintOf(place_ids, folderFingerprint(rows)) };
}

function placesOf(folders: readonly SiteFolder[]): number[] {
  return folders.map(({ place_id }) => place_id);
}

function fingerprintOf(place_ids: readonly number[], documents: string): string {
  return sha256Hex(`${place_ids.join()} ${documents}`);
}

const INDEX_NAMES = ["README.md", "index.md", "index.html"];

interface Assembly {
  host: SiteHost;
  reader: SiteReader;
  tree: SiteTree;
  folders: readonly SiteFolder[];
  rows: readonly FolderDocumentRow[];
  is_indexable: boolean;
  is_cut: boolean;
}

function assemble({ host, reader, tree, folders, rows, is_indexable, is_cut }: Assembly): FolderSite {
  const base = `${host.base}r/${encodeURIComponent(tree.ref)}/`;
  const open = new Map(folders.map((folder) => [folder.path, folder]));
  const inFolder = Map.groupBy(rows, ({ place_id }) => place_id);
  const below = Map.groupBy(
    folders.filter(({ path }) => path !== ""),
    ({ path }) => parentOf(path),
  );
  const indexes = chosenIndexes(folders, rows);
  const taken = new Set(indexes.values());
  const pages: SitePage[] = [];
  const shown = new Map<string, FolderPage>();
  const tops = folders.filter(({ path }) => path === "" || !open.has(parentOf(path)));
  const [first] = tops;
  // One of several folders stands for none of the others.
  const title = tree.name ?? (tops.length === 1 ? nameOf(first?.path) : null) ?? "Documents";

  function visit(folder: SiteFolder, above: readonly Crumb[]): SiteNode {
    const href = hrefOf(base, folder.path);
    const documents = inFolder.get(folder.place_id) ?? [];
    const index = indexes.get(folder.path) ?? findIndex(documents.filter((row) => !taken.has(row)));
    const named = nameOf(folder.path) ?? title;
    const trail = [...above, { label: named, href }];
    const from = pages.length;
    const indexPage = index && pageOf(index, { reader, href, trail: above, folder: folder.path });
    if (indexPage) pages.push(indexPage);
    const children = inOrder(
      [
        ...(below.get(folder.path) ?? []).map((child) => ({
          key: `f:${nameOf(child.path)}`,
          name: nameOf(child.path) ?? "",
          child,
        })),
        ...documents
          .filter((row) => row !== index && !taken.has(row))
          .map((row) => ({ key: `d:${row.doc_id}`, name: row.filename ?? row.title, row })),
      ],
      folder.child_order,
    ).map((child) => {
      if ("child" in child) return visit(child.child, trail);
      const at = href + encodeURIComponent(nameInAddress(child.row));
      const page = pageOf(child.row, { reader, href: at, trail, folder: folder.path });
      pages.push(page);
      return nodeOf(page);
    });
    const { description, view_mode } = folder;
    const is_public = pages.slice(from).some((page) => page.is_public);
    shown.set(folder.path, {
      is_public,
      ...{
        path: folder.path,
        title: index?.title ?? named,
        href,
        description,
        index: indexPage,
        trail: above,
        children,
      },
      view_mode: view_mode ?? (indexPage ? "page" : "list"),
    });
    return {
      ...{ kind: "folder", label: named, icon: folder.icon, href, doc_id: index?.doc_id ?? null, entry_id: null },
      ...{ is_collapsed: false, has_sign_in_hint: false, children },
    };
  }

  const crumb = { label: title, href: base };
  const nodes = tops.flatMap((top) => {
    const node = visit(top, top.path === "" ? [] : [crumb]);
    // The top of the tree is the site itself.
    return top.path === "" ? node.children : [node];
  });
  if (!shown.has("")) shown.set("", homeOf({ base, title, nodes, pages }));
  return {
    ...{
      workspace_id: host.workspace_id,
      ref: tree.ref,
      title,
      // What a root says of itself is read along with its top alone.
      tagline: open.has("") ? tree.description : null,
      home: base,
      base,
      nodes,
      folders: shown,
    },
    ...{ accent: null, logo: null, footer: null, is_indexable, has_sign_in_hint: false, is_cut },
    ...indexPages(pages),
  };
}

/** Where no top folder is published, a list of those that are. */
function homeOf({ base, title, nodes, pages }: Pick<Site, "base" | "title" | "nodes" | "pages">): FolderPage {
  const is_public = pages.some((page) => page.is_public);
  const home = { path: "", title, href: base, description: null, is_public };
  return { ...home, view_mode: "list", index: null, trail: [], children: nodes };
}

/** The documents that folders name to stand for them, wherever in the tree they lie; each for one folder. */
function chosenIndexes(
  folders: readonly SiteFolder[],
  rows: readonly FolderDocumentRow[],
): ReadonlyMap<string, FolderDocumentRow> {
  const free = new Map(rows.map((row) => [row.doc_id, row]));
  const chosen = new Map<string, FolderDocumentRow>();
  for (const { path, index_doc_id } of folders) {
    const row = index_doc_id === null ? undefined : free.get(index_doc_id);
    if (row) chosen.set(path, row);
    if (row) free.delete(row.doc_id);
  }
  return chosen;
}

function findIndex(documents: readonly FolderDocumentRow[]): FolderDocumentRow | null {
  const named = INDEX_NAMES.map((name) => documents.find(({ filename }) => filename === name));
  return named.find((row) => row !== undefined) ?? null;
}

function pageOf(
  row: FolderDocumentRow,
  { reader, folder, ...at }: Pick<SitePage, "href" | "trail"> & { reader: SiteReader; folder: string },
): SitePage {
  const { visibility, place_id: _place, filename, ...page } = row;
  // One site, one tree.
  const file = filename === null ? null : { tree: "", folder, filename };
  return { ...page, is_public: visibility === "unlisted" && !reader.is_signed_in, file, ...at };
}

function nodeOf({ title, icon, href, doc_id }: SitePage): SiteNode {
  const none = { entry_id: null, is_collapsed: false, has_sign_in_hint: false, children: [] };
  return { kind: "document", label: title, icon, href, doc_id, ...none };
}

function hrefOf(base: string, path: string): string {
  return path === "" ? base : `${base}${encodeSegments(path)}/`;
}

/** The last part of a path; null of the top. */
function nameOf(path: string | undefined): string | null {
  return path ? path.slice(path.lastIndexOf("/") + 1) : null;
}
