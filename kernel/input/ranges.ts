// Answers a read of fixed bytes as RFC 9110 says: validators (section 13) and byte ranges (section 14).
import { refuse } from "../base/refusal.ts";
import type { ByteRange } from "../blobs/blob_store.ts";

/** What `fileResponse` answers from. */
export interface FileAnswer {
  request: Pick<Request, "method" | "headers">;
  /** Size of the whole in bytes. */
  size: number;
  /** A strong validator in its quotes, such as `"9f86..."`. */
  etag: string;
  content_type: string;
  /** Sent as `Last-Modified` and compared with `If-Modified-Since`, when given. */
  last_modified?: Date;
  /** Further headers of every answer, 304 among them: caching, security, disposition. */
  headers?: Record<string, string>;
  /** Opens the bytes; called once, and only when some are sent. Without a range: all of them. */
  open: (range?: ByteRange) => BodyOf | Promise<BodyOf>;
}

type BodyOf = Blob | ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | string;

/** The part of the whole that a request asks for; null means the whole. */
export type RangeAsked = ByteRange | "unsatisfiable" | null;

/**
 * Builds the 200, 206 or 304 of a GET or HEAD, with its length, validators and `Accept-Ranges`.
 * Throws `refuse.unsatisfiable` with the size when the range asked for lies behind the end (416).
 */
export async function fileResponse(answer: FileAnswer): Promise<Response> {
  const { request, size, etag, last_modified } = answer;
  const asked = request.headers;
  const headers: Record<string, string> = { ...answer.headers, ETag: etag };
  if (last_modified) headers["Last-Modified"] = last_modified.toUTCString();
  if (isUnchanged(asked, answer)) return new Response(null, { status: 304, headers });

  headers["Accept-Ranges"] = "bytes";
  headers["Content-Type"] = answer.content_type;
  if (request.method === "HEAD") {
    headers["Content-Length"] = String(size);
    return new Response(null, { headers });
  }
  const header = asked.get("range");
  const range = header !== null && isRangeValid(asked, answer) ? parseRange(header, size) : null;
  if (range === "unsatisfiable") {
    throw refuse.unsatisfiable(`range "${header}" starts behind the end: there are ${size} bytes`, { size });
  }
  if (range === null) {
    headers["Content-Length"] = String(size);
    return new Response(await answer.open(), { headers });
  }
  headers["Content-Length"] = String(range.end - range.start);
  headers["Content-Range"] = `bytes ${range.start}-${range.end - 1}/${size}`;
  return new Response(await answer.open(range), { status: 206, headers });
}

/**
 * Reads a `Range` header (RFC 9110, section 14.2). Anything but one range of bytes is answered with the whole: another
 * unit, a malformed set, and a set of several ranges, which a server may ignore.
 */
export function parseRange(header: string, size: number): RangeAsked {
  const [, first = "", last = ""] = SINGLE_RANGE.exec(header) ?? [];
  if (first === "") {
    if (last === "") return null;
    const length = Number(last);
    if (length === 0) return "unsatisfiable";
    // A suffix of nothing can be satisfied, yet no Content-Range could name it.
    return size === 0 ? null : { start: Math.max(0, size - length), end: size };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return null;
  if (start >= size) return "unsatisfiable";
  return { start, end: last === "" ? size : Math.min(size, Number(last) + 1) };
}

/** Whether `If-None-Match` lists the ETag or `*`; the comparison is weak (RFC 9110, section 13.1.2). */
export function matchesEtag(header: string, etag: string): boolean {
  if (header === etag || header.trim() === "*") return true;
  const wanted = withoutWeakness(etag);
  return header.match(ETAGS)?.some((one) => withoutWeakness(one) === wanted) ?? false;
}

const SINGLE_RANGE = /^bytes=[ \t,]*(\d*)-(\d*)[ \t,]*$/i;
const ETAGS = /(?:W\/)?"[^"]*"/g;

function withoutWeakness(etag: string): string {
  return etag.startsWith("W/") ? etag.slice(2) : etag;
}

/** `If-Modified-Since` counts only without `If-None-Match` (RFC 9110, section 13.2.2). */
function isUnchanged(asked: Headers, { etag, last_modified }: FileAnswer): boolean {
  const noneMatch = asked.get("if-none-match");
  if (noneMatch !== null) return matchesEtag(noneMatch, etag);
  if (!last_modified) return false;
  const since = asked.get("if-modified-since");
  // A date that cannot be read is NaN, which nothing is before.
  return since !== null && wholeSeconds(last_modified.getTime()) <= Date.parse(since);
}

/** Whether the part that the client holds is of these bytes: a strong comparison (RFC 9110, section 13.1.5). */
function isRangeValid(asked: Headers, { etag, last_modified }: FileAnswer): boolean {
  const condition = asked.get("if-range");
  if (condition === null) return true;
  if (condition.includes('"')) return condition === etag && !etag.startsWith("W/");
  return last_modified !== undefined && Date.parse(condition) === wholeSeconds(last_modified.getTime());
}

/** HTTP dates have no fractions of a second. */
function wholeSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000) * 1000;
}
