// Compresses the JSON of the app host for clients that take it, and never where another site could learn from its length.
import { chooseEncoding, compress } from "./encoding.ts";

/** Below this the headers weigh as much as what is saved. */
const BYTES_MIN = 1024;
const JSON_TYPE = /^application\/([a-z.-]+\+)?json\b/;

/** The same answer, compressed if the client and its length allow it. What has a validator is sent as it is, which it names. */
export async function compressJson(request: Request, response: Response): Promise<Response> {
  const { headers, status } = response;
  if (status === 204 || status === 206 || status === 304 || !JSON_TYPE.test(headers.get("content-type") ?? "")) {
    return response;
  }
  if (headers.has("etag") || headers.has("content-encoding")) return response;
  headers.append("vary", "accept-encoding");
  const encoding = canBeProbed(request.headers) ? null : chooseEncoding(request.headers.get("accept-encoding"));
  if (encoding === null) return response;
  const bytes = await response.bytes();
  if (bytes.length < BYTES_MIN) return new Response(bytes, { status, headers });
  headers.set("content-encoding", encoding);
  headers.delete("content-length");
  return new Response(await compress(bytes, encoding, { often: false }), { status, headers });
}

/**
 * Whether a page of another site may have made a reader's browser send this, cookie and all: it would choose words that the
 * answer repeats and tell from its length which of them stand beside in what it may not read (BREACH). What our own pages ask
 * for, and what comes with a token or without a credential, no other site can make a browser send.
 */
function canBeProbed(headers: Headers): boolean {
  return headers.has("cookie") && headers.get("sec-fetch-site") !== "same-origin";
}
