// The pages of a published folder: the folder itself, a document in it, or the one address of either.
import { html, refuse } from "../../../kernel/plugin.ts";
import { readPublishingPolicy } from "../../folders/port.ts";
import { readWiki } from "../../wiki/port.ts";
import { type MadeAnswer, sitesPort } from "../answers/answers.ts";
import { atItsAddress, listingContent, madeOnce, madePage, movedTo } from "../answers/made.ts";
import { isIndexedAt } from "../asked.ts";
import { listAsMarkdown } from "../machines/as_markdown.ts";
import { answerBeside } from "../machines/for_programs.ts";
import type { Site } from "../model/site.ts";
import { type Below, renderEntries } from "../pages/listing.ts";
import type { SiteContent } from "../pages/shell.ts";
import { siteFor, type Visit } from "../serve.ts";
import { showDocument } from "../showing.ts";
import { buildFolderSite, type FolderPage, type FolderSite, findOpenTree, readSiteFingerprint } from "./folder_site.ts";

/** The site of a tree for the reader. Throws the neutral 404 where nothing of it is for them. */
export function folderSiteFor(visit: Visit, ref: string): Promise<FolderSite> {
  return siteFor(visit, {
    name: `tree ${ref}`,
    build: () => buildTree(visit, ref),
    isOf: isFolderSite,
  });
}

async function buildTree(visit: Visit, ref: string): Promise<FolderSite | null> {
  const { call, host, reader, from } = visit;
  const { sql, now, callHook } = call;
  const policy = await readPublishingPolicy({ callHook, sql }, host.workspace_id);
  const open = await findOpenTree(sql, { host, reader, ref, policy });
  if (!open) return null;
  const seen = (fingerprint: string) =>
    [call.request.content_host.host_key, host.base, `r/${ref}`, fingerprint].join(" ");
  const shared = reader.actor && from ? { ...from, held: call.use(sitesPort).shared } : null;
  // Whoever sees what another member sees needs no tree of their own.
  const told = shared && (await readSiteFingerprint(sql, { ...open, reader, now }));
  const known = shared && told !== null ? shared.held.recall(seen(told), { ...shared, now }) : null;
  if (known && isFolderSite(known)) return known;
  const is_indexable = isIndexedAt(host, await readWiki(call, host));
  const { site, fingerprint } = await buildFolderSite(sql, { ...open, host, reader, is_indexable, now });
  // By what was read with it, and not by what was asked for before: that may have changed between.
  if (fingerprint !== null) shared?.held.keep(seen(fingerprint), site, { ...shared, valid_until: site.valid_until });
  return site;
}

function isFolderSite(site: Site): site is FolderSite {
  return "folders" in site;
}

/** `path` is what stands behind the root in the address. */
export async function showFolderPath(
  visit: Visit,
  { ref, path }: { ref: string; path: string },
): Promise<MadeAnswer | Response> {
  const siteOf = (other: Visit) => folderSiteFor(other, ref);
  const site = await siteOf(visit);
  const beside = answerBeside(visit, { site, path, siteOf });
  if (beside) return beside;
  const { pathname } = visit.call.request.url;
  const folder = site.folders.get(path.replace(/\/$/, ""));
  if (folder && (path === "" || path.endsWith("/"))) {
    return pathname.endsWith("/") ? showFolder(visit, { site, folder }) : movedTo(visit, `${pathname}/`);
  }
  const cut = path.lastIndexOf("/");
  const page = site.named.get(path.slice(cut + 1));
  // A document has one address, whatever it is called by.
  if (page) return atItsAddress(visit, page.href) ?? showDocument(visit, { site, page });
  if (folder) return movedTo(visit, folder.href);
  throw refuse.notFound("not found");
}

function showFolder(visit: Visit, { site, folder }: { site: FolderSite; folder: FolderPage }) {
  const { index } = folder;
  if (index) return showDocument(visit, { site, page: index, below: belowIndex(folder) });
  if (visit.wants_markdown) return listAsMarkdown(visit, { site, listed: { ...folder, nodes: folder.children } });
  return madeOnce(visit, { site, href: folder.href }, () => madePage(visit, { site, content: folderContent(folder) }));
}

/** The page of a folder that has no document to stand for it. */
export function folderContent(folder: FolderPage): SiteContent {
  const main = html`<h1 dir="auto">${folder.title}</h1>${folder.description && html`<p dir="auto">${folder.description}</p>`}${renderEntries(folder.children, folder.view_mode === "grid" ? "grid" : "list")}`;
  const { title, href, trail, description, is_public } = folder;
  return listingContent({ title, href, trail, description, main, is_public });
}

/** What lies in a folder that has a page of its own, unless that page is meant to stand alone. */
export function belowIndex({ view_mode, children }: FolderPage): Below | null {
  return view_mode === "page" || children.length === 0 ? null : { nodes: children, mode: view_mode };
}
