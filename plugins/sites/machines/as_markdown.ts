// Sites for programs that read: a page as markdown, and the whole site as an index or as one text (llmstxt.org).
import { Refusal, refuse } from "../../../kernel/plugin.ts";
import { markdownOfHtml } from "../../rendering/port.ts";
import type { MadeAnswer } from "../answers/answers.ts";
import type { Site, SiteNode, SitePage } from "../model/site.ts";
import { BELOW_TITLE, type Below } from "../pages/listing.ts";
import { isIndexed, type SiteContent } from "../pages/shell.ts";
import { type Visit, withPinned } from "../serve.ts";
import { readSources } from "../store/sources.ts";

const MARKDOWN = "text/markdown; charset=utf-8";
const CUT = "There are more pages than a site holds.";
const SOURCE_BYTES_MAX = 1024 * 1024;
/** Of the text of a whole site. */
const WHOLE_CHARS_MAX = 2 * 1024 * 1024;
/** So much is read for it: HTML may say little in many characters. */
const READ_CHARS_MAX = 8 * WHOLE_CHARS_MAX;
/** Pages whose sources are held at once. */
const PORTION = 50;

/** One page: what it was written as, what it says where that is HTML, or where it is where that is no text. */
export async function pageAsMarkdown(
  visit: Visit,
  { site, page, pinned, below }: { site: Site; page: SitePage; pinned: number | null; below: Below | null },
): Promise<MadeAnswer> {
  const sources = await readPortion(visit, [page], pinned);
  const shown = { ...page, href: withPinned(page.href, pinned) };
  const answer = markdownAnswer(site, {
    text: `${await writePage(visit, shown, sources)}${below ? `\n## ${BELOW_TITLE}\n\n${listOf(visit, below.nodes)}\n` : ""}`,
    is_public: page.is_public,
  });
  // Crawlers that find both count them as one, at the page's own address.
  const canonical = `<${addressOf(visit, page)}>; rel="canonical"`;
  const headers = isIndexed(site, page) ? { ...answer.headers, link: canonical } : answer.headers;
  return { ...answer, headers, shown: { document_id: page.document_id } };
}

/** A page that lists others: what it is called, what it says of itself, and where each of them is. */
export function listAsMarkdown(
  visit: Visit,
  {
    site,
    listed,
  }: {
    site: Site;
    listed: Pick<SiteContent, "title" | "description" | "href" | "is_public"> & { nodes: readonly SiteNode[] };
  },
): MadeAnswer {
  const { title, description, href, is_public, nodes } = listed;
  const head = `${headOf({ title, tagline: description })}\nSource: ${addressOf(visit, { href })}\n`;
  return markdownAnswer(site, {
    text: `${head}\n${listOf(visit, nodes) || "There is nothing here yet."}\n`,
    is_public,
  });
}

function listOf(visit: Visit, nodes: readonly SiteNode[]): string {
  const shown = nodes.filter(({ kind }) => kind !== "divider");
  return shown.map((node) => lineFor(visit, node)).join("\n");
}

function lineFor(visit: Visit, { label, href }: SiteNode): string {
  return href === null ? `- ${labelOf(label)}` : `- [${labelOf(label)}](${addressOf(visit, { href })})`;
}

/** The pages in reading order, each with its address and what it is about. */
export function indexAsMarkdown(visit: Visit, site: Site): MadeAnswer {
  demandReadable(visit, site);
  const lines = site.pages.map(
    (page) =>
      `- [${labelOf(page.title)}](${addressOf(visit, page)})${page.description ? `: ${lineOf(page.description)}` : ""}`,
  );
  const text = `${headOf(site)}\n## Pages\n\n${lines.join("\n")}\n${site.is_cut ? `\n${CUT}\n` : ""}`;
  return markdownAnswer(site, { text, is_public: !visit.reader.is_signed_in });
}

/** The texts of all pages in reading order, as far as one answer holds them. */
export async function wholeAsMarkdown(visit: Visit, site: Site): Promise<MadeAnswer> {
  demandReadable(visit, site);
  const is_public = !visit.reader.is_signed_in;
  let text = headOf(site);
  let readChars = 0;
  const cut = () =>
    markdownAnswer(site, { text: `${text}\n---\n\nThere is more: see [the index](llms.txt).\n`, is_public });
  for (let at = 0; at < site.pages.length; at += PORTION) {
    const portion = site.pages.slice(at, at + PORTION);
    const sources = await readPortion(visit, portion);
    for (const page of portion) {
      readChars += sources.get(page.document_id)?.text.length ?? 0;
      if (readChars > READ_CHARS_MAX) return cut();
      const next = `\n---\n\n${await writePage(visit, page, sources)}`;
      if (text.length + next.length > WHOLE_CHARS_MAX) return cut();
      text += next;
    }
  }
  if (site.is_cut) text += `\n---\n\n${CUT}\n`;
  return markdownAnswer(site, { text, is_public });
}

/** For readers who are known, and for everybody where crawlers are let in. */
function demandReadable({ reader }: Visit, site: Site): void {
  if (!site.is_indexable && !reader.is_signed_in) throw refuse.notFound("not found");
}

function readPortion({ call }: Visit, pages: readonly SitePage[], version: number | null = null) {
  const document_ids = pages.map((page) => page.document_id);
  const wanted = { document_ids, version, bytes_max: SOURCE_BYTES_MAX };
  return readSources({ sql: call.sql, blobs: call.runtime.blobs }, wanted);
}

type Sources = Awaited<ReturnType<typeof readSources>>;

async function writePage(visit: Visit, page: SitePage, sources: Sources): Promise<string> {
  const source = sources.get(page.document_id);
  const head = `Source: ${addressOf(visit, page)}\n\n`;
  const named = `# ${lineOf(page.title)}\n\n${head}`;
  if (!source) return named;
  if (page.kind === "markdown") return `${head}${source.text.trimEnd()}\n`;
  if (page.kind === "html") {
    const said = await sayOf(visit, page, source.text);
    return said.startsWith("# ") ? `${head}${said}\n` : `${named}${said === "" ? "" : `${said}\n`}`;
  }
  const fence = "`".repeat(Math.max(3, ...[...source.text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `# ${lineOf(page.title)}\n\n${head}${fence}\n${source.text.trimEnd()}\n${fence}\n`;
}

/** What an HTML page says; nothing for one that cannot be read so. */
async function sayOf({ visitor, host }: Visit, { slug }: SitePage, html: string): Promise<string> {
  const source = { html, base: new URL(`/d/${slug}/`, visitor.origin).href };
  try {
    return await markdownOfHtml(source, { owner: `workspace:${host.workspace_id}` });
  } catch (error) {
    if (error instanceof Refusal && error.kind === "invalid") return "";
    throw error;
  }
}

function headOf({ title, tagline }: Pick<Site, "title" | "tagline">): string {
  return `# ${lineOf(title)}\n${tagline ? `\n> ${lineOf(tagline)}\n` : ""}`;
}

function addressOf({ visitor }: Visit, { href }: Pick<SitePage, "href">): string {
  return new URL(href, visitor.origin).href;
}

function lineOf(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

function labelOf(title: string): string {
  return lineOf(title).replaceAll(/[\\[\]]/g, "\\$&");
}

/** `is_public`: it says nothing but what everybody may read. */
function markdownAnswer(site: Site, { text, is_public }: { text: string; is_public: boolean }): MadeAnswer {
  const headers = {
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox",
    ...(isIndexed(site, { is_public }) ? {} : { "x-robots-tag": "noindex, nofollow" }),
  };
  return { text, content_type: MARKDOWN, headers, valid_until: site.valid_until, shown: null };
}
