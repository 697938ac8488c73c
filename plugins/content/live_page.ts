// Pages of documents that have no file for it: made for each request by the plugin that brings the type, from what its rows say then.
import {
  type Actor,
  chooseEncoding,
  compress,
  type Encoding,
  type Html,
  type RequestFacts,
  rendered,
  slot,
  writeHtml,
} from "../../kernel/mod.ts";
import { livePagePolicy, renderLivePage } from "../rendering/port.ts";
import { framedBy } from "./headers.ts";
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
  now: Date;
}

export type LivePage =
  | { kind: "page"; status: number; title: string; main: Html; etag: string | null }
  /** The browser has it already. */
  | { kind: "same"; etag: string }
  /** To a file of the document, on this host. */
  | { kind: "file"; location: string };

/** Filled by a plugin whose documents have such a page; null for those of other types. Throws the neutral 404 for what is not open any more. */
export const livePageSlot = slot<LivePageAsked, LivePage | null>("content.live_page");

/** Below this the headers weigh as much as what is saved. */
const PACKED_BYTES_MIN = 1024;

/**
 * How the page may be packed for this reader. It repeats what its address says, which another site can choose for a reader whose
 * cookie or password comes along by itself: from the length it would tell what stands on the page (BREACH). By the link alone
 * whoever asks may read it anyway, and what our own pages ask for no other site has chosen.
 */
export function packingFor(opened: Opened, headers: Headers): Encoding | null {
  const isOurs = opened.by === "link" || headers.get("sec-fetch-site") === "same-origin";
  return isOurs ? chooseEncoding(headers.get("accept-encoding")) : null;
}

/** The answer that shows one by itself. No cache gives it to anybody else, and each asks again whether it still holds. */
export async function answerLivePage(
  page: LivePage,
  {
    method,
    origin,
    base_url,
    encoding,
  }: { method: string; origin: string; base_url: string; encoding: Encoding | null },
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
  if (page.etag !== null) headers.set("etag", `W/${page.etag}`);
  if (page.kind === "same") return new Response(null, { status: 304, headers });
  headers.set("content-type", "text/html; charset=utf-8");
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
