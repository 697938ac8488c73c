// Pages of documents that have no file for it:
// made for each request by the plugin that brings the type, from what its rows say then.
import { type Actor, type Html, hook, type RequestFacts, rendered, writeHtml } from "../../kernel/plugin.ts";
import { chooseQuickEncoding, compress, type Encoding } from "../../kernel/ports/http.ts";
import { FRAME_SCRIPT, frameTail, livePagePolicy, renderLivePage } from "../rendering/port.ts";
import { framedBy, SANDBOX } from "./headers.ts";
import type { ServedDocument } from "./served.ts";

/** What let the reader in; whoever makes the page asks for it again in the query that reads what is shown. */
export type Opened =
  | { by: "link" }
  /** The hash of the password that was given. */
  | { by: "password"; password_hash: string }
  /** A member, or somebody from outside who may read what is open to all members. */
  | { by: "person"; reader: Actor };

export interface LivePageAsked {
  document: Pick<ServedDocument, "document_id" | "workspace_id" | "doc_type" | "slug">;
  opened: Opened;
  request: RequestFacts;
  /** The page's own address, without its query. */
  href: string;
  /** What a browser that asks has already; null where it is not asked. */
  known: string | null;
  /**
   * For a page of a site, which shows what is of nobody's origin in a frame: that asks at the document's own address, and goes through
   * its gate there.
   */
  is_in_site: boolean;
  now: Date;
}

export type LivePage =
  | { kind: "page"; status: number; title: string; main: Html; etag: string | null }
  /** The browser has it already. */
  | { kind: "same"; etag: string }
  /** To a file of the document, on this host. */
  | { kind: "file"; location: string }
  | SentPage;

/** A page of nobody's origin, made for this reader alone: it may hold what somebody sent, and what lets this reader do something. */
interface SentPage {
  kind: "sent";
  html: string;
  /** What it may load and reach, beside its sandbox; null for what every page that somebody sent may. */
  policy: string | null;
  /** It asks for files of its document beside it, which needs a capability in its address where a proof opens the document. */
  has_parts: boolean;
  /** `Set-Cookie` values. */
  cookies: readonly string[];
}

/**
 * Filled by a plugin whose documents have such a page; null for those of other types, and in a site for what stands in a frame there.
 * Throws the neutral 404 for what is not open any more.
 */
export const livePageHook = hook<LivePageAsked, LivePage | null>("content.live_page");

/** Below this the headers weigh as much as what is saved. */
const PACKED_BYTES_MIN = 1024;

/**
 * How the page may be packed for this reader. It repeats what its address says, which another site can choose for a reader whose
 * cookie or password comes along by itself: from the length it would tell what stands on the page (BREACH). By the link alone
 * whoever asks may read it anyway, and what our own pages ask for no other site has chosen.
 */
export function packingFor(opened: Opened, headers: Headers): Encoding | null {
  const isOurs = opened.by === "link" || headers.get("sec-fetch-site") === "same-origin";
  return isOurs ? chooseQuickEncoding(headers.get("accept-encoding")) : null;
}

/** How a page is asked for, and by whom. */
interface Answering {
  method: string;
  origin: string;
  base_url: string;
  encoding: Encoding | null;
  /** In a frame of a site. */
  is_framed?: boolean;
  /** The link alone opens it. */
  is_open?: boolean;
}

/** The answer that shows one by itself. No cache gives it to anybody else, and each asks again whether it still holds. */
export async function answerLivePage(
  page: LivePage,
  { method, origin, base_url, encoding, is_framed = false, is_open = false }: Answering,
): Promise<Response> {
  const headers = new Headers({
    "cache-control": "private, no-cache",
    vary: "accept-encoding, cookie",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex, nofollow",
  });
  if (page.kind === "file") {
    headers.set("cache-control", "private, no-store");
    headers.set("location", page.location);
    return new Response(null, { status: 302, headers });
  }
  // Weak: packed it is the same page in other bytes (RFC 9110, 8.8.1).
  if (page.kind !== "sent" && page.etag !== null) headers.set("etag", `W/${page.etag}`);
  if (page.kind === "same") return new Response(null, { status: 304, headers });
  headers.set("content-type", "text/html; charset=utf-8");
  if (page.kind === "sent") return answerSentPage(page, { method, headers, base_url, is_framed, is_open });
  headers.set("content-security-policy", `${livePagePolicy(origin)}; ${framedBy(base_url)}`);
  headers.set("x-content-type-options", "nosniff");
  headers.set("cross-origin-resource-policy", "same-origin");
  const body = new TextEncoder().encode(renderLivePage(page.title, rendered(writeHtml(page.main))));
  if (page.status !== 200) headers.set("cache-control", "private, no-store");
  const isPacked = encoding !== null && body.length >= PACKED_BYTES_MIN;
  if (isPacked) headers.set("content-encoding", encoding);
  const bytes = isPacked && method !== "HEAD" ? await compress(body, encoding, { often: false }) : body;
  return new Response(method === "HEAD" ? null : bytes, { status: page.status, headers });
}

/** Never packed: it holds what lets its reader do something, beside words of an address that others may have chosen (BREACH). */
function answerSentPage(
  { html: text, policy, cookies }: SentPage,
  {
    method,
    headers,
    base_url,
    is_framed,
    is_open,
  }: Pick<Answering, "method" | "base_url" | "is_framed" | "is_open"> & { headers: Headers },
): Response {
  const own = policy === null ? SANDBOX : `${SANDBOX}; ${policy}`;
  // What the link alone opens may stand in anybody's page, as every page that somebody sent may.
  headers.set("content-security-policy", is_open ? own : `${own}; ${framedBy(base_url)}`);
  headers.set("cache-control", "private, no-store");
  headers.set("x-content-type-options", "nosniff");
  headers.set("cross-origin-resource-policy", "same-origin");
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  const body = is_framed ? text + frameTail(FRAME_SCRIPT) : text;
  return new Response(method === "HEAD" ? null : body, { headers });
}
