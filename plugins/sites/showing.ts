// Shows a document as a page of a site: its body from memory or the store, with links that stay in the site.
import type { Html } from "../../kernel/mod.ts";
import { FRAMED, namedBeside } from "../content/port.ts";
import { type MadeAnswer, sitesPort } from "./answers.ts";
import { pageAsMarkdown } from "./as_markdown.ts";
import { showLive } from "./live.ts";
import { madePage } from "./made.ts";
import { neighboursOf, type Site, type SitePage } from "./model/site.ts";
import { documentContent } from "./pages/document.ts";
import { relink } from "./relinking.ts";
import { servedDocument, type Visit } from "./serve.ts";

export async function showDocument(
  visit: Visit,
  { site, page, below = null }: { site: Site; page: SitePage; below?: Html | null },
): Promise<MadeAnswer | Response> {
  const { documents, document, is_current } = await currentDocument(visit, page);
  const live = visit.wants_markdown ? null : await showLive(visit, { site, page, document, below });
  if (live) return live;
  if (visit.wants_markdown) return pageAsMarkdown(visit, { site, page });
  const body = await visit.call.use(sitesPort).readBody(documents, document);
  const content = body
    ? await relink(body.content, {
        ...{ slug: page.slug, by_slug: slugsOf(site), named: site.named },
        findBeside: (path) => pageBeside(site, page, path),
        isOwnFile: async (path) => (await documents.findFile(document, path)) !== null,
      })
    : "";
  const alone = `/d/${page.slug}/`;
  const framed = `${alone}?${FRAMED}=1`;
  const view = { page, body, content, ...neighboursOf(site, page), framed, alone, below };
  const made = madePage(visit, { site, content: documentContent(view), shown: { document_id: page.document_id } });
  // A version that came while it was made is shown, and kept by nobody.
  return is_current ? made : { ...made, valid_until: visit.call.now };
}

/** The document as this server remembers it, or anew where the site was read after it changed elsewhere. */
async function currentDocument(visit: Visit, page: SitePage) {
  const served = await servedDocument(visit, page.slug);
  if (served.document.version === page.version) return { ...served, is_current: true };
  await served.documents.refresh([page.slug]);
  const again = await servedDocument(visit, page.slug);
  return { ...again, is_current: again.document.version === page.version };
}

const SLUGS = new WeakMap<object, ReadonlyMap<string, SitePage>>();

export function slugsOf({ pages }: Site): ReadonlyMap<string, SitePage> {
  const known = SLUGS.get(pages) ?? new Map(pages.map((page) => [page.slug, page]));
  SLUGS.set(pages, known);
  return known;
}

/** The page beside another one that a relative path leads to. */
export function pageBeside(site: Site, page: SitePage, path: string): SitePage | null {
  return (
    namedBeside(path)
      .map((name) => findAt(site, page, name))
      .find((found) => found !== null) ?? null
  );
}

/** The page whose file has that name, so many folders above the given page's. */
function findAt(
  site: Site,
  { file }: SitePage,
  { ups, folder, filename }: ReturnType<typeof namedBeside>[number],
): SitePage | null {
  if (!file) return null;
  const above = file.folder === "" ? [] : file.folder.split("/");
  if (ups > above.length) return null;
  const path = [...above.slice(0, above.length - ups), ...(folder === "" ? [] : [folder])].join("/");
  return filesOf(site).get(`${file.tree} ${path}/${filename}`) ?? null;
}

const FILES = new WeakMap<object, ReadonlyMap<string, SitePage>>();

function filesOf({ pages }: Site): ReadonlyMap<string, SitePage> {
  const known =
    FILES.get(pages) ??
    new Map(
      pages.flatMap((page) =>
        page.file ? [[`${page.file.tree} ${page.file.folder}/${page.file.filename}`, page]] : [],
      ),
    );
  FILES.set(pages, known);
  return known;
}
