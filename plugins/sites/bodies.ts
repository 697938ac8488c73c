// What a document's generated page has between its head and its foot, to stand inside a page of a site.
import { LRUCache } from "lru-cache";
import type { ServedDocuments } from "../content/port.ts";
import { decodeReferences } from "../rendering/port.ts";

/** The inside of a generated page. */
export interface PageBody {
  /** Of `pageShell`: markdown, snippet or viewer. */
  kind: string;
  lang: string;
  is_right_to_left: boolean;
  /** What the page is about in a few words, as previews show it; null where it does not say. */
  description: string | null;
  /** Markup made safe when the page was generated. */
  content: string;
  /** The headings, as a list of links; null where there are few. */
  toc: string | null;
  has_math: boolean;
  has_script: boolean;
  /** What the file is: equal ones are equal bytes. */
  sha256: string;
}

export type ReadBody = (
  documents: ServedDocuments,
  document: Parameters<ServedDocuments["findFile"]>[0],
) => Promise<PageBody | null>;

const PAGE = "index.html";
const KEPT_CHARS_MAX = 32 * 1024 * 1024;
/** Longer pages are shown in a frame, as they are. */
const PAGE_BYTES_MAX = 2 * 1024 * 1024;

/** Answers null for a page that somebody sent, which is never shown outside of its sandbox. */
export function createBodyReader(): ReadBody {
  const kept = new LRUCache<string, PageBody>({
    maxSize: KEPT_CHARS_MAX,
    sizeCalculation: ({ content, toc }) => content.length + (toc?.length ?? 0) + 100,
  });
  return async (documents, document) => {
    const file = await documents.findFile(document, PAGE);
    if (!file?.generated || file.size_bytes > PAGE_BYTES_MAX) return null;
    const known = kept.get(file.sha256);
    if (known) return known;
    const body = cutBody(await documents.bytes(file), file.sha256);
    if (body) kept.set(file.sha256, body);
    return body;
  };
}

const utf8 = new TextDecoder();

/** Of a page its name and all that it tells previews stand in so much. */
const HEAD_BYTES = 16 * 1024;

function descriptionIn(head: string): string | null {
  const [, text] = /<meta name="description" content="([^"]*)">/.exec(head) ?? [];
  return text === undefined ? null : decodeReferences(text);
}

/** Cuts a page as `pageShell` writes it; null for one of another shape. */
export function cutBody(bytes: Uint8Array, sha256: string): PageBody | null {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Most of a short page is its stylesheet, which need not become text.
  const styled = Math.max(0, whole.indexOf("</style>"));
  const html = /<html lang="([^"]*)"( dir="rtl")?>/.exec(utf8.decode(whole.subarray(0, 200)));
  const page = utf8.decode(whole.subarray(styled));
  const begin = page.indexOf("<main");
  const inside = page.indexOf(">", begin) + 1;
  const end = page.lastIndexOf("</main>");
  if (!html || begin < 0 || inside === 0 || end < inside) return null;
  const head = page.slice(0, page.indexOf("</head>"));
  const toc = /<nav class="toc"[^>]*>([\s\S]*?)<\/nav>/.exec(page.slice(head.length, begin));
  return {
    kind: /<body class="([a-z]+)/.exec(page.slice(head.length, begin))?.[1] ?? "markdown",
    lang: html[1] ?? "en",
    is_right_to_left: html[2] !== undefined,
    description: descriptionIn(utf8.decode(whole.subarray(0, Math.min(styled, HEAD_BYTES)))),
    content: page.slice(inside, end),
    toc: toc?.[1] ?? null,
    has_math: head.includes('rel="stylesheet"'),
    has_script: head.includes("<script"),
    sha256,
  };
}
