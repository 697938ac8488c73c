// The pages of a published folder: the folder itself, a document in it, or the one address of either.
import { type Html, html, refuse } from "../../kernel/mod.ts";
import { readPublishingPolicy } from "../folders/port.ts";
import { readWiki } from "../wiki/port.ts";
import type { MadeAnswer } from "./answers.ts";
import { isIndexedAt } from "./asked.ts";
import { buildFolderSite, type FolderPage, type FolderSite } from "./folder_site.ts";
import { answerBeside } from "./for_programs.ts";
import { listingContent, madePage, movedTo } from "./made.ts";
import { renderEntries } from "./pages/listing.ts";
import type { SiteContent } from "./pages/shell.ts";
import { siteFor, type Visit } from "./serve.ts";
import { showDocument } from "./showing.ts";

/** The site of a tree for the reader. Throws the neutral 404 where nothing of it is for them. */
export function folderSiteFor(visit: Visit, ref: string): Promise<FolderSite> {
  return siteFor(visit, {
    name: `tree ${ref}`,
    build: () => buildTree(visit, ref),
    isOf: (site): site is FolderSite => "folders" in site,
  });
}

async function buildTree({ call, host, reader }: Visit, ref: string): Promise<FolderSite | null> {
  const { sql, now, ask } = call;
  const policy = await readPublishingPolicy({ ask, sql }, host.workspace_id);
  const is_indexable = isIndexedAt(host, await readWiki(call, host));
  return buildFolderSite(sql, { host, reader, ref, policy, is_indexable, now });
}

/** `path` is what stands behind the root in the address. */
export async function showFolderPath(
  visit: Visit,
  { ref, path }: { ref: string; path: string },
): Promise<MadeAnswer | Response> {
  const site = await folderSiteFor(visit, ref);
  const beside = answerBeside(visit, { site, path });
  if (beside) return beside;
  const { pathname } = visit.call.request.url;
  const folder = site.folders.get(path.replace(/\/$/, ""));
  if (folder && (path === "" || path.endsWith("/"))) {
    return pathname.endsWith("/") ? showFolder(visit, { site, folder }) : movedTo(visit, `${pathname}/`);
  }
  const cut = path.lastIndexOf("/");
  const page = site.named.get(path.slice(cut + 1));
  // A document has one address, whatever it is called by.
  if (page) return page.href === pathname ? showDocument(visit, { site, page }) : movedTo(visit, page.href);
  if (folder) return movedTo(visit, folder.href);
  throw refuse.notFound("not found");
}

function showFolder(visit: Visit, { site, folder }: { site: FolderSite; folder: FolderPage }) {
  const { index } = folder;
  if (index) return showDocument(visit, { site, page: index, below: belowIndex(folder) });
  return madePage(visit, { site, content: folderContent(site, folder) });
}

/** The page of a folder that has no document to stand for it. */
export function folderContent(site: FolderSite, folder: FolderPage): SiteContent {
  const main = html`<h1 dir="auto">${folder.title}</h1>${folder.description && html`<p dir="auto">${folder.description}</p>`}${renderEntries(folder.children, folder.view_mode === "grid" ? "grid" : "list")}`;
  const { title, href, trail, description } = folder;
  const is_public = site.pages.some((page) => page.is_public && page.href.startsWith(href));
  return listingContent({ title, href, trail, description, main, is_public });
}

/** What lies in a folder that has a page of its own, unless that page is meant to stand alone. */
export function belowIndex({ view_mode, children }: FolderPage): Html | null {
  if (view_mode === "page" || children.length === 0) return null;
  return html`<section class="below"><h2>In this folder</h2>${renderEntries(children, view_mode)}</section>`;
}
