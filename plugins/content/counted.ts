// What a request to the content host counts as, by what it says of itself (rules: activity/views).
import { isFetchedAhead } from "../../kernel/ports/http.ts";
import type { ReadKind } from "../documents/port/read.ts";

/** Where a browser shows a page. What only fetches a part of one shows no document. */
const SHOWN = new Set(["document", "iframe", "frame"]);

/** A request with the answer that it got. */
export interface Answered {
  method: string;
  headers: Headers;
  status: number;
  /** Whether the file is a page, rather than something that is taken as it is. */
  is_page: boolean;
}

/** `view`, `download`, or null for what is neither: parts of a page, HEAD, what is fetched ahead, the rest of a file begun before. */
export function countedAs({ method, headers, status, is_page }: Answered): ReadKind | null {
  if (method !== "GET" || (status !== 200 && status !== 206 && status !== 304)) return null;
  const destination = headers.get("sec-fetch-dest");
  if (is_page && destination !== null && !SHOWN.has(destination)) return null;
  if (!is_page && !(destination === null ? mayBeGoing(headers) : destination === "document")) return null;
  if (isFetchedAhead(headers)) return null;
  if (status === 206 && !/^bytes=0+-/.test(headers.get("range") ?? "")) return null;
  return is_page ? "view" : "download";
}

/** Whether a file is a page that counts as the document being shown. */
export function isPage({ content_type }: { content_type: string }): boolean {
  return /^(text\/html|application\/xhtml\+xml)\b/.test(content_type);
}

/** Browsers say nothing of what they fetch over plain HTTP, but ask for a page by its type when they go somewhere. */
function mayBeGoing(headers: Headers): boolean {
  const isBrowser = /^Mozilla\//.test(headers.get("user-agent") ?? "");
  return !isBrowser || (headers.get("accept")?.includes("text/html") ?? false);
}
