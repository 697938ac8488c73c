// Pages of documents that have no file for it: made for each request by the plugin that brings the type, from what its rows say then.
import { type Actor, type Html, type RequestFacts, rendered, slot, writeHtml } from "../../kernel/mod.ts";
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

/** The answer that shows one by itself. No cache gives it to anybody else, and each asks again whether it still holds. */
export function answerLivePage(
  page: LivePage,
  { method, origin, base_url }: { method: string; origin: string; base_url: string },
): Response {
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
  if (page.etag !== null) headers.set("etag", page.etag);
  if (page.kind === "same") return new Response(null, { status: 304, headers });
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set("content-security-policy", `${livePagePolicy(origin)}; ${framedBy(base_url)}`);
  headers.set("x-content-type-options", "nosniff");
  headers.set("cross-origin-resource-policy", "same-origin");
  const body = renderLivePage(page.title, rendered(writeHtml(page.main)));
  if (page.status !== 200) headers.set("cache-control", "private, no-store");
  return new Response(method === "HEAD" ? null : body, { status: page.status, headers });
}
