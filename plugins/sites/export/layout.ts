// Where the pages of a site lie in an export:
// a file each, under a name that every system can write, and the site as pages at one depth see it.
import { paced } from "../../../kernel/ports/base.ts";
import { pathsBelow } from "../../bundles/port.ts";
import { slugOf } from "../../rendering/port.ts";
import type { FolderPage, FolderSite } from "../folder/folder_site.ts";
import { type Crumb, indexPages, type SiteNode, type SitePage } from "../model/site.ts";
import { encodeSegments } from "../paths.ts";
import type { WikiSite } from "../wiki/wiki_site.ts";

/** A site of either kind. */
export type AnySite = WikiSite | FolderSite;

/** What no page's file is called. */
const TAKEN = ["assets", "files", "404.html", "sitemap.xml", "robots.txt"];

/** Files by the addresses that the host serves their pages at. */
export interface Layout {
  files: ReadonlyMap<string, string>;
  /** The same files as they stand in addresses. */
  places: ReadonlyMap<string, string>;
  /** A file at just that path; false where something else lies there. */
  claim(path: string): boolean;
}

export async function layOut(site: AnySite): Promise<Layout> {
  const pace = paced();
  const paths = pathsBelow(TAKEN);
  const files = new Map<string, string>();
  const places = new Map<string, string>();
  const place = (href: string, name = fileOf(href.slice(site.base.length))) => {
    if (files.has(href)) return;
    const file = paths.take(name);
    files.set(href, file);
    places.set(href, encodeSegments(file));
  };
  place(site.base);
  // Folders before what lies in them, so that none loses its name to a document.
  if ("folders" in site) for (const { href } of site.folders.values()) place(href);
  else for (const { href } of site.listings.values()) if (href !== null) place(href);
  const counts = new Map<string, number>();
  for (const page of site.pages) {
    const own = ownFileOf(page, site);
    if (own !== null) counts.set(own.toLowerCase(), (counts.get(own.toLowerCase()) ?? 0) + 1);
  }
  for (const page of site.pages) {
    const own = ownFileOf(page, site);
    place(page.href, own !== null && counts.get(own.toLowerCase()) === 1 ? own : pageFileOf(page, site));
    await pace();
  }
  return { files, places, claim: (path) => paths.take(path) === path };
}

function fileOf(behind: string): string {
  const path = behind.includes("%") ? behind.split("/").map(decodeURIComponent).join("/") : behind;
  return path === "" || path.endsWith("/") ? `${path}index.html` : `${path}.html`;
}

/** Of its title and so much of its id are the names made that a document without an alias has here. */
const TITLE_CHARS = 40;
const ID_CHARS = 6;

/** What a page replaces in the name of the file that it was made of; of others, such as `report.pdf`, the name goes on. */
const PAGE_ENDING = /\.(?:md|markdown|html?)$/i;

/** The name that a document without an alias brings from the file that it was made of, which another of the same place may bring too. */
function ownFileOf({ href, doc_id, file: made_of }: SitePage, { base }: AnySite): string | null {
  const folder = folderOf(href.slice(base.length), doc_id);
  return made_of && folder !== null ? `${folder}${made_of.filename.replace(PAGE_ENDING, "")}.html` : null;
}

/** By its alias, else by its title and a part of its id. */
function pageFileOf({ href, doc_id, title }: SitePage, { base }: AnySite): string {
  const behind = href.slice(base.length);
  const folder = folderOf(behind, doc_id);
  if (folder === null) return fileOf(behind);
  const words = /[\p{L}\p{N}]/u.test(title) ? slugOf(title).replace(/-+/g, "-") : "page";
  const short = words.length > TITLE_CHARS ? [...words].slice(0, TITLE_CHARS).join("") : words;
  return `${folder}${short}-${doc_id.slice(-ID_CHARS)}.html`;
}

/** Where a page lies that its address names by its id, with a slash behind it where it is not the top; null where it has a name there. */
function folderOf(behind: string, doc_id: string): string | null {
  const file = fileOf(behind);
  const own = `${doc_id}.html`;
  return file === own || file.endsWith(`/${own}`) ? file.slice(0, -own.length) : null;
}

/** The way from a file up to the top. */
export function upFrom(file: string): string {
  return "../".repeat(file.split("/").length - 1);
}

/** The site with the addresses of an export, as they stand in pages that lie `up` from the top. */
export async function relocate<S extends AnySite>(
  site: S,
  { places, up }: { places: Layout["places"]; up: string },
): Promise<S> {
  const pace = paced();
  const at = (href: string) => {
    const place = places.get(href);
    return place === undefined ? href : up + place;
  };
  const orNull = (href: string | null) => (href === null ? null : at(href));
  const crumb = ({ label, href }: Crumb) => ({ label, href: orNull(href) });
  const trails = new Map<SitePage["trail"], SitePage["trail"]>();
  const trailOf = (trail: SitePage["trail"]) => {
    const moved = trails.get(trail) ?? trail.map(crumb);
    trails.set(trail, moved);
    return moved;
  };
  const pages = new Map<SitePage, SitePage>();
  for (const page of site.pages) {
    pages.set(page, { ...page, href: at(page.href), trail: trailOf(page.trail) });
    await pace();
  }
  const nodes = new Map<SiteNode, SiteNode>();
  const nodeOf = (node: SiteNode): SiteNode => {
    const known = nodes.get(node);
    if (known) return known;
    const children = node.children.map(nodeOf);
    const moved = { ...node, href: orNull(node.href), has_sign_in_hint: false, children };
    nodes.set(node, moved);
    return moved;
  };
  const pageOf = (page: SitePage | null) => (page && pages.get(page)) ?? null;
  // Those above them are few once these are known.
  for (const node of leavesOf(site.nodes)) {
    nodeOf(node);
    await pace();
  }
  const folderOf = (folder: FolderPage): FolderPage => ({
    ...folder,
    ...{ href: at(folder.href), index: pageOf(folder.index), trail: trailOf(folder.trail) },
    children: folder.children.map(nodeOf),
  });
  const own =
    "folders" in site
      ? { folders: new Map([...site.folders].map(([path, folder]) => [path, folderOf(folder)])) }
      : {
          home_page: pageOf(site.home_page),
          listings: new Map([...site.listings].map(([path, node]) => [path, nodeOf(node)])),
        };
  return {
    ...site,
    ...indexPages([...pages.values()]),
    ...own,
    ...{ nodes: site.nodes.map(nodeOf), home: at(site.home), base: at(site.base), has_sign_in_hint: false },
  };
}

function* leavesOf(nodes: readonly SiteNode[]): Generator<SiteNode> {
  for (const node of nodes) {
    if (node.children.length === 0) yield node;
    else yield* leavesOf(node.children);
  }
}
