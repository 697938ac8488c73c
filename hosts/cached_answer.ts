// Answers with bytes that stay the same while the server runs: made once at the first request, compressed once, revalidated by ETag.
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { sha256Hex } from "../kernel/mod.ts";

const compress = promisify(gzip);

export interface CachedContent {
  content_type: string;
  cache_control: string;
  /** Further headers of the 200. */
  headers?: Record<string, string>;
  make(): Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer>;
}

interface Made {
  etag: string;
  plain: Uint8Array<ArrayBuffer>;
  compressed: Uint8Array<ArrayBuffer>;
}

/** Makes the handler. A content that could not be made is tried again with the next request. */
export function cachedAnswer(content: CachedContent): (request: Request) => Promise<Response> {
  let made: Promise<Made> | null = null;
  async function make(): Promise<Made> {
    const plain = await content.make();
    // A weak tag: the compressed and the plain bytes are the same content (RFC 9110, 8.8.1).
    return { plain, compressed: new Uint8Array(await compress(plain)), etag: `W/"${sha256Hex(plain).slice(0, 32)}"` };
  }
  return async (request) => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    const { plain, compressed, etag } = await made;
    const headers = { etag, vary: "accept-encoding", "cache-control": content.cache_control };
    if (holdsTag(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
    const packed = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(request.headers.get("accept-encoding") ?? "");
    return new Response(packed ? compressed : plain, {
      headers: {
        ...headers,
        "content-type": content.content_type,
        ...(packed ? { "content-encoding": "gzip" } : {}),
        ...content.headers,
      },
    });
  };
}

function holdsTag(sent: string | null, etag: string): boolean {
  if (sent === null) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, "");
  return sent.split(",").some((tag) => bare(tag) === bare(etag) || tag.trim() === "*");
}
