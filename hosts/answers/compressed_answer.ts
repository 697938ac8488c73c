// Compresses the JSON and the pages of the app host for clients that take it,
// and never where another site could learn from its length.
import { chooseQuickEncoding, compress, compressStream } from "../../kernel/ports/http.ts";
import { answerBody } from "./long_body.ts";

/** Below this the headers weigh as much as what is saved. */
const BYTES_MIN = 1024;
/** What says that it is longer is a file, read as it is taken, and compressed in the same way. */
const WHOLE_BYTES_MAX = 2 ** 20;
const JSON_TYPE = /^application\/([a-z.-]+\+)?json\b/;
const PAGE_TYPE = /^text\/html\b/;

/** Answers whose length only reading them to their end would tell. */
const unmeasured = new WeakSet<Response>();

export function isUnmeasured(response: Response): boolean {
  return unmeasured.has(response);
}

/** The same answer, compressed if the client and its length allow it. What has a validator is sent as it is, which it names. */
export async function compressAnswer(request: Request, response: Response): Promise<Response> {
  const { headers, status } = response;
  if (status === 204 || status === 206 || status === 304) return response;
  if (headers.has("etag") || headers.has("content-encoding") || !isOffered(headers)) return response;
  const encoding = canBeProbed(request.headers) ? null : chooseQuickEncoding(request.headers.get("accept-encoding"));
  if (encoding === null) return response;
  if (response.body && Number(headers.get("content-length")) > WHOLE_BYTES_MAX) {
    headers.set("content-encoding", encoding);
    headers.delete("content-length");
    const packed = new Response(compressStream(response.body, encoding), { status, headers });
    unmeasured.add(packed);
    return packed;
  }
  const bytes = await response.bytes();
  if (bytes.length < BYTES_MIN) return new Response(bytes, { status, headers });
  headers.set("content-encoding", encoding);
  headers.delete("content-length");
  return new Response(answerBody(await compress(bytes, encoding, { often: false })), { status, headers });
}

/** JSON is; a page is where it says that it holds no secret, by varying with what the client accepts. */
function isOffered(headers: Headers): boolean {
  const type = headers.get("content-type") ?? "";
  if (JSON_TYPE.test(type)) headers.append("vary", "accept-encoding");
  else if (!PAGE_TYPE.test(type)) return false;
  return headers.get("vary")?.includes("accept-encoding") ?? false;
}

/**
 * Whether a page of another site may have made a reader's browser send this, cookie and all: it would choose words that the
 * answer repeats and tell from its length which of them stand beside in what it may not read (BREACH). What our own pages ask
 * for, and what comes with a token or without a credential, no other site can make a browser send.
 */
function canBeProbed(headers: Headers): boolean {
  return headers.has("cookie") && headers.get("sec-fetch-site") !== "same-origin";
}
