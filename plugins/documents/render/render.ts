// The door of rendering: every page is made on a worker thread, so that no source, however large or hostile, stalls a request.
import { type Refusal, refuse, sharedWorkers } from "../../../kernel/mod.ts";
import { findHtmlTitle, SCANNED_BYTES_MAX } from "./html_title.ts";
import type { MarkdownBody, MarkdownBodyOptions, MarkdownOptions, MarkdownPage } from "./markdown_page.ts";
import type { tasks } from "./render_worker.ts";
import { isUnrenderable } from "./unrenderable.ts";
import type { ViewerInput } from "./viewer_page.ts";

export type { PageLink, TocEntry } from "./finish.ts";
export type { MarkdownBody, MarkdownPage } from "./markdown_page.ts";
export { GENERATED_PAGE_CSP } from "./page_shell.ts";
export type { ViewerInput } from "./viewer_page.ts";
export type { Destinations } from "./wiki_links.ts";

/** Rises whenever the same source makes another page; stored pages of an older version are made again. */
export const RENDERER_VERSION = 4;

const BASE_TIMEOUT_MS = 10_000;
const TIMEOUT_MS_PER_MIB = 20_000;
const MIB = 1024 * 1024;

/** Parsing more than this leaves hundreds of megabytes of garbage on a thread. */
const HEAVY_LENGTH = 256 * 1024;

/** Titles of documents up to this size are found at once; asking a thread would take longer. */
const INLINE_BYTES_MAX = 64 * 1024;

/** On whose behalf a page is made: one owner's pages, however slow, leave room for everybody else's. */
export interface Owned {
  owner?: string;
  /** Gives up what still waits for a thread. */
  signal?: AbortSignal;
}

/**
 * Renders markdown (CommonMark with GitHub's extensions) as a whole page. `title` names the page, else its front matter or first
 * heading, else `fallback`; `destinations` says where `[[references]]` lead. Throws 400 for a source that is nested too deeply or takes too long,
 * 503 when too many wait.
 */
export async function renderMarkdown(
  source: string,
  { title = null, fallback = null, destinations = {}, ...owned }: Owned & Partial<MarkdownOptions> = {},
): Promise<MarkdownPage> {
  const input = { source, title, fallback, destinations };
  return inTime({ length: source.length, ...owned }, (limits) => workers()("markdownPage", input, limits));
}

/**
 * Renders markdown without the page around it; with `from` to be shown elsewhere, its addresses made whole. Throws as
 * `renderMarkdown` does.
 */
export async function renderMarkdownFragment(
  source: string,
  { destinations = {}, from = null, ...owned }: Owned & MarkdownBodyOptions = {},
): Promise<MarkdownBody> {
  const input = { source, destinations, from };
  return inTime({ length: source.length, ...owned }, (limits) => workers()("markdownBody", input, limits));
}

/** Renders code as a page with line numbers; the result is UTF-8. An unknown language is shown plain. */
export async function renderSnippet(
  content: string,
  { language, title, ...owned }: Owned & { language: string | null; title: string },
): Promise<Uint8Array<ArrayBuffer>> {
  const input = { content, language, title };
  return inTime({ length: content.length, ...owned }, (limits) => workers()("snippetPage", input, limits));
}

/** Renders the page of a shared file; the result is UTF-8. */
export async function renderViewer(input: ViewerInput, owned: Owned = {}): Promise<Uint8Array<ArrayBuffer>> {
  return inTime({ length: input.description.length, ...owned }, (limits) => workers()("viewerPage", input, limits));
}

/** The first heading of an HTML document, else its `<title>`, else null (part 5, 5.4). Bytes are UTF-8. */
export async function titleOfHtml(html: string | Uint8Array, owned: Owned = {}): Promise<string | null> {
  if (html.length <= INLINE_BYTES_MAX) return findHtmlTitle(html);
  return workers()("htmlTitle", { html: html.slice(0, SCANNED_BYTES_MAX) }, owned);
}

function workers() {
  return sharedWorkers().module<typeof tasks>(new URL("./render_worker.ts", import.meta.url));
}

interface Limits extends Owned {
  timeout_ms: number;
  heavy: boolean;
  overdue: () => Refusal;
}

async function inTime<Result>(
  { length, ...owned }: Owned & { length: number },
  render: (limits: Limits) => Promise<Result>,
): Promise<Result> {
  const timeoutMs = BASE_TIMEOUT_MS + Math.ceil((length / MIB) * TIMEOUT_MS_PER_MIB);
  const overdue = () =>
    refuse.invalid(
      `content took more than ${timeoutMs / 1000} seconds to render; flatten its nesting or split it into smaller documents`,
    );
  try {
    return await render({ timeout_ms: timeoutMs, heavy: length > HEAVY_LENGTH, overdue, ...owned });
  } catch (error) {
    if (isUnrenderable(error)) throw refuse.invalid(error.message);
    throw error;
  }
}
