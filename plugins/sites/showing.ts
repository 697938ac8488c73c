// Shows a document as a page of a site: its body from memory or the store, with links that stay in the site.
import { type Html, refuse } from "../../kernel/plugin.ts";
import { FRAMED, findNamedVersion, namedBeside, versionAddress } from "../content/port.ts";
import { type MadeAnswer, sitesPort } from "./answers/answers.ts";
import { showLive } from "./answers/live.ts";
import { madeOnce, madePage } from "./answers/made.ts";
import { oncePer } from "./answers/made_once.ts";
import { pageAsMarkdown } from "./machines/as_markdown.ts";
import { neighboursOf, type Site, type SitePage } from "./model/site.ts";
import { documentContent, pageInApp, versionNote } from "./pages/document.ts";
import { type Below, renderBelow } from "./pages/listing.ts";
import { relink } from "./relinking.ts";
import { servedDocument, type Visit } from "./serve.ts";

interface Showing {
  site: Site;
  page: SitePage;
  /** What stands below it, such as the pages of a folder. */
  below?: Below | null;
}

export async function showDocument(visit: Visit, showing: Showing): Promise<MadeAnswer | Response> {
  return madeOnce(visit, { site: showing.site, href: showing.page.href }, () => makeDocument(visit, showing));
}

async function makeDocument(visit: Visit, { site, page, below = null }: Showing): Promise<MadeAnswer | Response> {
  const sites = visit.call.use(sitesPort);
  const shown = visit.pinned === null ? await showCurrent(visit, page) : await showPinned(visit, page, visit.pinned);
  const { documents, document, own, is_current } = shown;
  const live = visit.wants_markdown ? null : await showLive(visit, { site, page, document, below: renderBelow(below) });
  if (live) return live;
  if (visit.wants_markdown) return pageAsMarkdown(visit, { site, page: shown.page, pinned: visit.pinned, below });
  const body = await sites.readBody(documents, document);
  const content = body
    ? await relink(body.content, {
        ...{ slug: page.slug, own, by_slug: slugsOf(site), named: site.named },
        findBeside: (path) => pageBeside(site, page, path),
        isOwnFile: async (path) => (await documents.findFile(document, path)) !== null,
      })
    : "";
  const { note, alone } = shown;
  const view = {
    body,
    content,
    ...neighboursOf(site, page),
    framed: `${own}?${FRAMED}=1`,
    alone,
    note,
    below: renderBelow(below),
    app_path: pageInApp(visit.call.runtime, page.doc_id),
  };
  const middle = documentContent({ ...view, page: shown.page });
  const made = madePage(visit, { site, content: middle, shown: { document_id: page.document_id } });
  // A version that came while it was made is shown, and kept by nobody.
  return is_current ? made : { ...made, valid_until: visit.call.now };
}

/** What a page shows of a document. */
interface Shown extends Awaited<ReturnType<typeof servedDocument>> {
  page: SitePage;
  /** Where the files of that version lie, with a slash at its end. */
  own: string;
  /** Where the document is shown by itself; null for nowhere. */
  alone: string | null;
  note: Html | null;
  is_current: boolean;
}

/** The document as this server remembers it, or anew where the site was read after it changed elsewhere. */
async function showCurrent(visit: Visit, page: SitePage): Promise<Shown> {
  const own = `/d/${page.slug}/`;
  const at = { page, own, alone: own, note: null };
  const served = await servedDocument(visit, page.slug);
  if (served.document.version === page.version) return { ...served, ...at, is_current: true };
  await served.documents.refresh([page.slug]);
  const again = await servedDocument(visit, page.slug);
  return { ...again, ...at, is_current: again.document.version === page.version };
}

/** The version that the address names. Throws the neutral 404 for one that is not there, or not for the reader. */
async function showPinned(visit: Visit, page: SitePage, version: number): Promise<Shown> {
  const { call, reader } = visit;
  const { document_id, version: newest, href } = page;
  const found = reader.actor && (await findNamedVersion(call.sql, { reader: reader.actor, document_id, version }));
  const { documents, document } = await servedDocument(visit, page.slug);
  const own = found && versionAddress(call.runtime, { ...call, document, version });
  // What a plugin shows of its rows has no versions.
  if (!found || own === null || document.doc_type !== "document") throw refuse.notFound("not found");
  return {
    documents,
    document: { ...document, version },
    page: { ...page, updated_at: found.created_at, is_public: false },
    ...{ own, alone: null, note: versionNote(found, { newest, href }), is_current: true },
  };
}

/** Its pages by the slugs of their documents. */
export const slugsOf = oncePer(
  ({ pages }: Site): ReadonlyMap<string, SitePage> => new Map(pages.map((page) => [page.slug, page])),
);

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

/** Its pages by the files that they were made from. */
const filesOf = oncePer(
  ({ pages }: Site): ReadonlyMap<string, SitePage> =>
    new Map(
      pages.flatMap((page) =>
        page.file ? [[`${page.file.tree} ${page.file.folder}/${page.file.filename}`, page]] : [],
      ),
    ),
);
