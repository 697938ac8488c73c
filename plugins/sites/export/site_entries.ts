// A site as files for a plain file server: what its reader sees, and nothing of what they do not.
import { paced } from "../../../kernel/ports/base.ts";
import type { ZipEntry } from "../../bundles/port.ts";
import { findBeside } from "../../content/port.ts";
import { readRelative } from "../../rendering/port.ts";
import { listRedirects } from "../../wiki/port.ts";
import { accentStyle } from "../accent.ts";
import { oncePer } from "../answers/made_once.ts";
import { belowIndex, folderContent } from "../folder/folder_pages.ts";
import type { FolderPage, FolderSite } from "../folder/folder_site.ts";
import type { SitePage } from "../model/site.ts";
import { documentContent } from "../pages/document.ts";
import { foldedTree } from "../pages/folded_tree.ts";
import { renderBelow } from "../pages/listing.ts";
import type { PageFrame, SiteContent } from "../pages/shell.ts";
import { encodeSegments } from "../paths.ts";
import type { Visit } from "../serve.ts";
import { readExportedFiles } from "../store/exported.ts";
import { listingOf, overviewOf } from "../wiki/wiki_pages.ts";
import { assetEntries, forwardEntry, frameAt, mapEntries, missingEntry, partsEntry } from "./around.ts";
import { type DocumentFiles, type FilesTaken, takeFiles } from "./files.ts";
import { forwardPages } from "./forward.ts";
import { type AnySite, type Layout, layOut, relocate, upFrom } from "./layout.ts";
import { localBody, withoutOutside } from "./local_body.ts";
import { type PageTemplates, pageTemplates } from "./page_templates.ts";
import { type ReadDocument, readPortions } from "./portions.ts";

export interface SiteExport {
  site: AnySite;
  /** Of a folder site; null of the wiki. */
  root: string | null;
  /** Where it will be served, with a slash at its end; null where nobody knows. */
  base_url: string | null;
}

interface Writing extends SiteExport {
  visit: Visit;
  layout: Layout;
  taken: FilesTaken;
  logo: string | null;
  /** What is the same for all pages at one depth. */
  depths: Map<string, Depth>;
}

interface Depth {
  site: AnySite;
  frame: PageFrame;
  around: PageTemplates;
  tree: ReturnType<typeof foldedTree>;
}

export async function* siteEntries(visit: Visit, exported: SiteExport): AsyncGenerator<ZipEntry> {
  const { call, host } = visit;
  const { site, base_url, root } = exported;
  const { now } = call;
  const { sql } = call.runtime.database;
  const portions = readPortions(visit, site.pages);
  const layout = await layOut(site);
  const taken = takeFiles(call.runtime);
  const logo = await takeLogo(visit, { site, taken });
  const writing: Writing = { ...exported, visit, layout, taken, logo, depths: new Map() };
  const pace = paced();
  let at = 0;
  for await (const portion of portions) {
    for (const read of portion) {
      yield await writeDocument(writing, read, at++);
      await pace();
    }
    yield* taken.entries(now);
  }
  yield* listingEntries(writing);
  yield* taken.entries(now);
  yield* assetEntries(now);
  yield missingEntry({ title: site.title, base_url }, now);
  const redirects = await listRedirects(sql, host.workspace_id);
  for (const page of forwardPages(redirects, { site, layout, root })) yield forwardEntry(page, now);
  if (base_url !== null) yield* mapEntries({ pages: site.pages, files: layout.files, base_url }, now);
}

async function takeLogo({ call, reader }: Visit, { site, taken }: { site: AnySite; taken: FilesTaken }) {
  const [, slug, path] = /^\/d\/([^/]+)\/(.+)$/.exec(site.logo ?? "") ?? [];
  if (slug === undefined || path === undefined) return null;
  const found = await readExportedFiles(call.runtime.database.sql, { reader, documents: { slug }, now: call.now });
  const [files] = found.values();
  return files ? taken.of(files[0]?.doc_id ?? "logo", files).take(decodeURIComponent(path)) : null;
}

async function depthOf(writing: Writing, up: string): Promise<Depth> {
  const known = writing.depths.get(up);
  if (known) return known;
  const { site, layout, logo, base_url, visit } = writing;
  const moved = await relocate(site, { places: layout.places, up });
  const { origin } = visit.visitor;
  // Only links: a footer shows no file of a document.
  const place = (address: string) => (/^\/(?![/\\])/.test(address) ? origin + address : null);
  const footer = site.footer === null ? null : withoutOutside(placeLinks(site.footer, place));
  const here = { ...moved, footer, logo: logo === null ? null : up + logo, is_indexable: base_url !== null };
  const depth = {
    site: here,
    frame: frameAt(up, accentStyle(site.accent)),
    around: pageTemplates(here, visit.visitor),
    tree: foldedTree(here),
  };
  writing.depths.set(up, depth);
  return depth;
}

function placeLinks(content: string, place: (address: string) => string | null): string {
  const rewriter = new HTMLRewriter();
  for (const attribute of ["href", "src"]) {
    rewriter.on(`[${attribute}]`, {
      element(element) {
        const written = place(element.getAttribute(attribute)?.replaceAll("&amp;", "&") ?? "");
        if (written !== null) element.setAttribute(attribute, written.replaceAll("&", "&amp;"));
      },
    });
  }
  return rewriter.transform(content);
}

async function writePage(writing: Writing, file: string, make: (depth: Depth) => SiteContent): Promise<ZipEntry> {
  const { visit, base_url } = writing;
  const depth = await depthOf(writing, upFrom(file));
  const frame = base_url === null ? depth.frame : { ...depth.frame, canonical: base_url + encodeSegments(file) };
  const content = make(depth);
  const { before, behind } = depth.around(content, frame);
  return partsEntry(file, [...before, ...depth.tree(content), ...behind], visit.call.now);
}

/** `at` is where the page stands among those of the site. */
async function writeDocument(
  writing: Writing,
  { page, files, body, leads }: ReadDocument,
  at: number,
): Promise<ZipEntry> {
  const { layout, taken, base_url, visit, site } = writing;
  const file = layout.files.get(page.href) ?? "";
  const { now } = visit.call;
  if (files === null) return { ...missingEntry({ title: site.title, base_url }, now), name: file };
  const up = upFrom(file);
  const { site: moved } = await depthOf(writing, up);
  const here = moved.pages[at] ?? page;
  const own = taken.of(page.doc_id, files);
  if (!body) own.takeAll();
  const origin = visit.visitor.origin;
  const findFile = (address: string) => findShownFile(writing, { page, address });
  const places = { slug: page.slug, files: own, findFile, up, origin };
  const inside = body?.content ?? "";
  const content = body && leads ? await localBody(inside, { ...places, site: moved, page: here }) : inside;
  return writePage(writing, file, () =>
    documentContent({
      ...{ page: here, body, content, alone: null, note: null, app_path: null },
      ...{ before: moved.pages[at - 1] ?? null, after: moved.pages[at + 1] ?? null },
      ...{ framed: body ? "" : framedAt(own, up), below: belowOf(moved, page.doc_id) },
    }),
  );
}

/** The file of another document that a page shows, such as a picture beside it. */
async function findShownFile(
  { visit, taken }: Writing,
  { page, address }: { page: SitePage; address: string },
): Promise<string | null> {
  const { call, reader, host } = visit;
  const { sql } = call.runtime.database;
  const { now } = call;
  const beside = relativeOf(address, page.slug);
  const { document_id } = page;
  const { workspace_id } = host;
  const at =
    beside === null ? address : await findBeside(sql, { document_id, workspace_id }, { path: beside, raw: true, now });
  const [, slug, path] = /^\/d\/([A-Za-z0-9_-]+)\/([^?#]+)/.exec(at ?? "") ?? [];
  if (slug === undefined || path === undefined) return null;
  const [files] = (await readExportedFiles(sql, { reader, documents: { slug }, now })).values();
  const [file] = files ?? [];
  return files && file ? taken.of(file.doc_id, files).take(decodeURIComponent(path)) : null;
}

/** The path of an address below the document's own, as its source names it; null for another document's. */
function relativeOf(address: string, slug: string): string | null {
  const own = `/d/${slug}/`;
  return address.startsWith(own) ? (readRelative(address.slice(own.length))?.path ?? null) : null;
}

function framedAt(files: DocumentFiles, up: string): string {
  return up + (files.has("index.html") ? (files.take("index.html") ?? "") : "");
}

function belowOf(site: AnySite, docId: string) {
  const folder = "folders" in site ? foldersByIndex(site).get(docId) : undefined;
  return folder ? renderBelow(belowIndex(folder)) : null;
}

/** Folders by the documents that stand for them. */
const foldersByIndex = oncePer(
  ({ folders }: FolderSite): ReadonlyMap<string, FolderPage> =>
    new Map([...folders.values()].flatMap((folder) => (folder.index ? [[folder.index.doc_id, folder]] : []))),
);

/** The pages of folders and tags, and a home that is no document. */
async function* listingEntries(writing: Writing): AsyncGenerator<ZipEntry> {
  const { site, layout, visit } = writing;
  const fileOf = (href: string) => layout.files.get(href) ?? "";
  if ("folders" in site) {
    for (const { path, href, index } of site.folders.values()) {
      if (index) continue;
      yield await writePage(writing, fileOf(href), (depth) => {
        const folder = "folders" in depth.site ? depth.site.folders.get(path) : undefined;
        if (!folder) throw new Error(`folder ${path} is gone from its site`);
        return folderContent(folder);
      });
    }
    return;
  }
  if (!site.home_page) {
    yield await writePage(writing, fileOf(site.base), ({ site: here }) => {
      if ("folders" in here) throw new Error("a wiki became a folder");
      return overviewOf(visit, here);
    });
  }
  for (const [path, { href }] of site.listings) {
    if (href === null) continue;
    yield await writePage(writing, fileOf(href), ({ site: here }) => {
      const listed = "folders" in here ? undefined : here.listings.get(path);
      if (!listed || "folders" in here) throw new Error(`listing ${path} is gone from its site`);
      return listingOf(visit, { site: here, listed });
    });
  }
}
