// Answers HEAD with the headers of GET (RFC 9110, 9.3.2):
// the router counts the bytes of a body that is not there, and would say 0.
import { isUnmeasured } from "../answers/compressed_answer.ts";

type Fetch = (request: Request) => Response | Promise<Response>;

/** What the answers to HEAD under way say of their length; null for one that cannot be told. */
const lengths = new WeakMap<Request, string | null>();

/** Drops the body of an answer to HEAD and notes its length; every other answer stays as it is. */
export async function withoutBody(request: Request, response: Response): Promise<Response> {
  if (request.method !== "HEAD") return response;
  lengths.set(request, response.headers.get("content-length") ?? (await measure(response)));
  if (!response.body) return response;
  // Whatever would have sent it may hold a file open for it.
  response.body.cancel().catch(() => {});
  return new Response(null, response);
}

/** Lets the noted lengths stand against what the router makes of them. */
export function answeringHead(fetch: Fetch): Fetch {
  return async (request) => {
    if (request.method !== "HEAD") return fetch(request);
    const response = await fetch(request);
    const length = lengths.get(request);
    if (length === null) response.headers.delete("content-length");
    else if (length !== undefined) response.headers.set("content-length", length);
    return response;
  };
}

/** Texts are short and made already; a stream is not read to its end for its length. */
async function measure(response: Response): Promise<string | null> {
  // What a 304 stands for has a length, which it leaves out (RFC 9110, 15.4.5).
  if (response.status === 304) return null;
  if (!response.body) return "0";
  if (isUnmeasured(response)) return null;
  if (!/^(application\/json|text\/html)\b/.test(response.headers.get("content-type") ?? "")) return null;
  return String((await response.clone().arrayBuffer()).byteLength);
}
