// Answers with bytes that stay the same while the server runs:
// made once at the first request, compressed once, revalidated by ETag.

import { once, sha256Hex } from "../../kernel/plugin.ts";
import { chooseEncoding, compress, type KeptEncoding } from "../../kernel/ports/http.ts";
import { matchesEtag } from "../../kernel/ports/input.ts";
import type { KeptFile } from "../../kernel/ports/plugin.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Makes the handler. A content that could not be made is tried again with the next request. */
export function cachedAnswer(content: KeptFile): (request: Request) => Promise<Response> {
  const plainOnce = once(async () => {
    const plain = await content.make();
    // A weak tag: the compressed and the plain bytes are the same content (RFC 9110, 8.8.1).
    return { plain, etag: `W/"${sha256Hex(plain).slice(0, 32)}"` };
  });
  const packed: Record<KeptEncoding, () => Promise<Bytes>> = {
    br: once(() => pack("br")),
    gzip: once(() => pack("gzip")),
  };
  async function pack(encoding: KeptEncoding): Promise<Bytes> {
    return await compress((await plainOnce()).plain, encoding, { often: true });
  }
  return async (request) => {
    const { plain, etag } = await plainOnce();
    const headers = { etag, vary: "accept-encoding", "cache-control": content.cache_control };
    if (matchesEtag(request.headers.get("if-none-match") ?? "", etag))
      return new Response(null, { status: 304, headers });
    const encoding = chooseEncoding(request.headers.get("accept-encoding"));
    return new Response(encoding ? await packed[encoding]() : plain, {
      headers: {
        ...headers,
        "content-type": content.content_type,
        ...(encoding ? { "content-encoding": encoding } : {}),
        ...content.headers,
      },
    });
  };
}
