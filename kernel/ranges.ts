// Answers a GET or HEAD of stored bytes: conditions and ranges as RFC 9110 (13 and 14) says.
import { refuse } from "./refusal.ts";

/** A slice in bytes: `start` is the first byte, `end` the one after the last. */
export interface Slice {
  start: number;
  end: number;
}

export interface FileAnswer {
  request: { method: string; headers: Headers };
  size: number;
  /** A strong validator in its quotes. */
  etag: string;
  content_type: string;
  /** Fetches the bytes, the whole of them without a slice. Not called for HEAD and 304. */
  body: (slice?: Slice) => Promise<Blob | ReadableStream<Uint8Array>>;
  headers: Record<string, string>;
}

/** 200, 206 or 304; throws `unsatisfiable` (416) with the size for a range that lies outside. */
export async function fileResponse(answer: FileAnswer): Promise<Response> {
  const { request, size, etag } = answer;
  const headers = new Headers(answer.headers);
  headers.set("etag", etag);
  headers.set("accept-ranges", "bytes");
  if (isUnchanged(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  headers.set("content-type", answer.content_type);
  const slice = request.method === "GET" ? readRange(request.headers, { size, etag }) : null;
  if (slice) {
    headers.set("content-range", `bytes ${slice.start}-${slice.end - 1}/${size}`);
    headers.set("content-length", String(slice.end - slice.start));
    return new Response(await answer.body(slice), { status: 206, headers });
  }
  headers.set("content-length", String(size));
  if (request.method === "HEAD") return new Response(null, { headers });
  return new Response(await answer.body(), { headers });
}

/** `If-None-Match`: a list of validators compared weakly, or `*` (RFC 9110, 13.1.2). */
export function isUnchanged(condition: string | null, etag: string): boolean {
  if (condition === null) return false;
  if (condition === etag) return true;
  return condition.split(",").some((one) => {
    const tag = one.trim();
    return tag === "*" || tag.replace(/^W\//, "") === etag;
  });
}

/**
 * The one range that is wanted. Null where the whole is to be sent: no range, one in another unit, a malformed one, several
 * at once, or one whose `If-Range` names another version (RFC 9110, 14.2 and 13.1.5).
 */
export function readRange(headers: Headers, file: { size: number; etag: string }): Slice | null {
  const range = headers.get("range");
  if (range === null) return null;
  const condition = headers.get("if-range");
  if (condition !== null && condition !== file.etag) return null;
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(range);
  if (!match || (match[1] === "" && match[2] === "")) return null;
  const [first, last] = [match[1] ?? "", match[2] ?? ""];
  const start = first === "" ? Math.max(0, file.size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? file.size : Math.min(file.size, Number(last) + 1);
  // A last byte before the first makes the range invalid, and an invalid range is not there.
  if (first !== "" && last !== "" && Number(last) < Number(first)) return null;
  if (start >= file.size || (first === "" && Number(last) === 0)) {
    throw refuse.unsatisfiable("the range lies outside the file", { size: file.size });
  }
  return { start, end };
}
