// The door of rendering: every page is made on a worker thread,
// so that no source, however large or hostile, stalls a request.
import { Refusal, refuse, sharedWorkers } from "../../kernel/plugin.ts";
import type { TaskOptions } from "../../kernel/ports/workers.ts";
import { findHtmlTitle, SCANNED_BYTES_MAX } from "./html/html_title.ts";
import type { MarkdownBody, MarkdownBodyOptions, MarkdownOptions, MarkdownPage } from "./markdown/markdown_page.ts";
import type { Destinations } from "./markdown/wiki_links.ts";
import { mayBeShownAsText } from "./page/shown_text.ts";
import type { ViewerInput } from "./page/viewer_page.ts";
import type { tasks } from "./render_worker.ts";
import { isUnrenderable } from "./unrenderable.ts";

export type { MarkdownBody, MarkdownPage } from "./markdown/markdown_page.ts";
export type { Destinations } from "./markdown/wiki_links.ts";
export type { PageLink, TocEntry } from "./page/finish.ts";
export { generatedPagePolicy } from "./page/page_shell.ts";
export type { ViewerInput } from "./page/viewer_page.ts";

/** Rises whenever the same source makes another page; stored pages of an older version are made again. */
export const RENDERER_VERSION = 21;

/** Titles of documents up to this size are found at once; asking a worker would take longer. */
const INLINE_BYTES_MAX = 64 * 1024;

/** On whose behalf a page is made: one owner's pages, however slow, leave room for everybody else's. */
export interface Owned {
  owner?: string;
  /** Gives up what still waits for a worker. */
  signal?: AbortSignal;
}

/** A text that is read once there is a worker for it, so that what waits holds none. */
export interface Later<Text> {
  size_bytes: number;
  read: () => Promise<Text>;
}

/** Markdown, and where the `[[references]]` in it lead. */
export interface MarkdownSource {
  source: string;
  destinations: Destinations;
  /** The syntax that its sender chose, in words; what its front matter says of that comes first. */
  extensions?: string | null;
}

/**
 * Renders markdown (CommonMark with GitHub's extensions) as a whole page. `title` names the page, else its front matter or first
 * heading, else `fallback`. Throws 400 for a source that is nested too deeply or takes too much time or memory, 429 when too many of the owner's
 * wait, 503 when too many wait.
 */
export async function renderMarkdown(
  source: MarkdownSource | Later<MarkdownSource>,
  { title = null, fallback = null, ...owned }: Owned & Partial<Pick<MarkdownOptions, "title" | "fallback">> = {},
): Promise<MarkdownPage> {
  const { size_bytes, read } = later(source);
  return within({ ...owned, lane: "publish", bytes: size_bytes }, (options) =>
    workers()("markdownPage", async () => ({ ...(await read()), title, fallback }), options),
  );
}

/**
 * Renders markdown without the page around it, for somebody who reads; with `from` to be shown elsewhere, its addresses made
 * whole. Throws as `renderMarkdown` does.
 */
export async function renderMarkdownFragment(
  source: MarkdownSource | Later<MarkdownSource>,
  { from = null, ...owned }: Owned & Pick<MarkdownBodyOptions, "from"> = {},
): Promise<MarkdownBody> {
  const { size_bytes, read } = later(source);
  return within({ ...owned, lane: "read", bytes: size_bytes }, (options) =>
    workers()("markdownBody", async () => ({ ...(await read()), from }), options),
  );
}

/** Renders code as a page with line numbers; the result is UTF-8. An unknown language is shown plain. */
export async function renderSnippet(
  content: string | Later<string>,
  { language, title, ...owned }: Owned & { language: string | null; title: string },
): Promise<Uint8Array<ArrayBuffer>> {
  const { size_bytes, read } = later(content);
  return within({ ...owned, lane: "publish", bytes: size_bytes }, (options) =>
    workers()("snippetPage", async () => ({ content: await read(), language, title }), options),
  );
}

/** The page of a shared file, in UTF-8. */
export interface ViewerPage {
  html: Uint8Array<ArrayBuffer>;
  /** False for a page that shows a text as any other file because there was no turn to show it: it is to be made again. */
  is_final: boolean;
}

/**
 * Renders the page of a shared file. A text that takes too much to show has the page of any other file; so has, for the moment, one
 * whose owner has too many waiting: sending a file does not fail for its page.
 */
export async function renderViewer(
  input: ViewerInput,
  { read, ...owned }: Owned & { read: () => Promise<Uint8Array> },
): Promise<ViewerPage> {
  const { kind, file, description } = input;
  const render = (bytes: number, readText: (() => Promise<Uint8Array>) | null) =>
    within({ ...owned, lane: "publish", bytes }, (options) =>
      workers()("viewerPage", async () => ({ input, bytes: readText && (await readText()) }), options),
    );
  const about = Buffer.byteLength(description);
  if (kind !== "file" || !mayBeShownAsText(file)) return { html: await render(about, null), is_final: true };
  try {
    return { html: await render(about + file.size, read), is_final: true };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const isBusy = error.kind === "limited" && owned.owner !== undefined;
    if (error.kind !== "invalid" && !isBusy) throw error;
    return { html: await render(about, null), is_final: !isBusy };
  }
}

/** The first heading of an HTML document, else its `<title>`, else null (rules: documents/titles). Bytes are UTF-8. */
export async function titleOfHtml(
  html: string | Uint8Array | Later<Uint8Array>,
  owned: Owned = {},
): Promise<string | null> {
  const { size_bytes, read } = later<string | Uint8Array>(html);
  if (size_bytes <= INLINE_BYTES_MAX) return findHtmlTitle(await read());
  const bytes = Math.min(size_bytes, SCANNED_BYTES_MAX);
  return within({ ...owned, lane: "publish", bytes }, (options) =>
    workers()("htmlTitle", async () => ({ html: (await read()).slice(0, SCANNED_BYTES_MAX) }), options),
  );
}

/** An HTML page, and the address below which its relative ones lie. */
export interface HtmlSource {
  html: string;
  base: string;
}

/**
 * What an HTML page says, as markdown, for somebody who reads. Throws 400 for a page that is nested too deeply or takes too much time or
 * memory, 429 when too many of the owner's wait, 503 when too many wait.
 */
export async function markdownOfHtml(source: HtmlSource, owned: Owned = {}): Promise<string> {
  return within({ ...owned, lane: "read", bytes: Buffer.byteLength(source.html) }, (options) =>
    workers()("htmlMarkdown", async () => source, options),
  );
}

function workers() {
  return sharedWorkers().module<typeof tasks>(new URL("./render_worker.ts", import.meta.url));
}

function later<Text extends string | Uint8Array | MarkdownSource>(given: Text | Later<Text>): Later<Text> {
  if (typeof given === "object" && "read" in given) return given;
  return { size_bytes: sizeOf(given), read: async () => given };
}

function sizeOf(text: string | Uint8Array | MarkdownSource): number {
  if (typeof text === "string") return Buffer.byteLength(text);
  return text instanceof Uint8Array ? text.byteLength : Buffer.byteLength(text.source);
}

const WORDS = {
  doing: "rendering this content",
  instead: "split it into smaller documents, simplify it, or publish it as a file that is not rendered",
};

async function within<Result>(
  { owner, lane, ...task }: Owned & Pick<TaskOptions, "lane" | "bytes">,
  render: (options: TaskOptions) => Promise<Result>,
): Promise<Result> {
  try {
    // What a job renders anew nobody waits for.
    return await render({ ...task, owner, lane: owner === undefined ? "background" : lane, words: WORDS });
  } catch (error) {
    if (isUnrenderable(error)) throw refuse.invalid(error.message);
    throw error;
  }
}
