// The short way of the app host:
// a plain `tools/list` is the same bytes for everybody who sees the same tools, and goes out without the pipeline.
import { callHookAtOnce, VERSION_HEADER } from "../../kernel/host.ts";
import { type Actor, Refusal } from "../../kernel/plugin.ts";
import { askNetwork } from "../../kernel/ports/access.ts";
import { chooseEncoding } from "../../kernel/ports/http.ts";
import { type KeptLists, keptListsHook } from "../../kernel/ports/plugin.ts";
import { compressAnswer } from "../answers/compressed_answer.ts";
import { renderRefusal } from "../formats/mod.ts";
import { applyCommonHeaders, type HostContext } from "./mount.ts";
import { requestIds } from "./request_ids.ts";

/** Longer messages have more in them than the question. */
const MESSAGE_BYTES_MAX = 2048;

/**
 * Answers plain lists of tools. The caller is found and the rule about networks is asked as the pipeline does; whatever else
 * is not right in every point takes the long way, which says what is wrong. Null at once, or later, for the long way; what
 * `readAhead` has read of a body is there for it.
 */
export function listLane(
  host_context: HostContext,
  readAhead: (request: Request) => Promise<Uint8Array<ArrayBuffer>>,
): (request: Request) => Promise<Response | null> | null {
  const { runtime } = host_context;
  const [lists] = callHookAtOnce(runtime, keptListsHook, undefined);
  if (!lists) return () => null;
  // As the listener writes an address, whatever a proxy before it speaks. It takes the host from the Host header.
  const origins = ["http", "https"].map((scheme) => `${scheme}://${new URL(runtime.config.base_url).host}`);
  const nextId = requestIds();
  let with_common_headers: Headers | null = null;

  async function answer(request: Request, served: Served): Promise<Response | null> {
    const started = performance.now();
    const found = await find(request, served);
    if (!found) return null;
    const id = nextId();
    const response = (await refuseByNetwork(request, found.caller, id)) ?? (await send(request, found));
    response.headers.set("x-request-id", id);
    const { status } = response;
    const { operation } = served;
    const seconds = (performance.now() - started) / 1000;
    runtime.metrics.observeRequest({ operation, host: host_context.host, status, seconds });
    runtime.log.debug({ request_id: id, operation, status, ms: Math.round(seconds * 1e3) }, "answered");
    return response;
  }

  async function find(request: Request, served: Served): Promise<Found | null> {
    const { headers } = request;
    const bytes = await readAhead(request);
    if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(LIST_METHOD)) return null;
    const caller = await runtime.identifier.identifyBearer(headers, runtime.clock.now());
    const makeBody = caller && (await served.find({ bytes, headers, caller }));
    return makeBody && { makeBody, caller };
  }

  async function refuseByNetwork(request: Request, actor: Actor, request_id: string): Promise<Response | null> {
    try {
      await askNetwork(runtime, { actor, request: { ip: host_context.addressOf(request) }, now: runtime.clock.now() });
      return null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const refused = renderRefusal("service", error, { request, request_id });
      return compressAnswer(request, applyCommonHeaders(host_context, refused, { request, id: request_id }));
    }
  }

  async function send(request: Request, { makeBody }: Found): Promise<Response> {
    const encoding = chooseEncoding(request.headers.get("accept-encoding"));
    const body = await makeBody(encoding);
    with_common_headers ??= applyCommonHeaders(host_context, new Response(null, { headers: LIST_HEADERS }), {
      request,
      id: "",
    }).headers;
    const response = new Response(body, { headers: with_common_headers });
    if (encoding) response.headers.set("content-encoding", encoding);
    return response;
  }

  return (request) => {
    const { url, method } = request;
    const origin =
      method === "POST"
        ? origins.find((one) => url.startsWith(lists.prefix, one.length) && url.startsWith(one))
        : undefined;
    if (origin === undefined || url.endsWith("/") || !isPlain(request.headers)) return null;
    const served = lists.at(url.slice(origin.length));
    // A body that was cut short, a database that is away: the long way meets the same and has the words for it.
    return served && answer(request, served).catch(() => null);
  };
}

type Served = NonNullable<ReturnType<KeptLists["at"]>>;

/** What answers a message, and who asks. */
interface Found {
  makeBody: NonNullable<Awaited<ReturnType<Served["find"]>>>;
  caller: Actor;
}

const LIST_METHOD = "tools/list";
const LIST_HEADERS = { "content-type": "application/json", vary: "accept-encoding" };

/** Whether the headers ask for nothing beyond the list: no version, no session that a browser might have sent along, no page that asks. */
function isPlain(headers: Headers): boolean {
  const size = headers.get("content-length");
  if (size === null || !(Number(size) <= MESSAGE_BYTES_MAX)) return false;
  if (
    headers.get("content-type") !== "application/json" ||
    headers.has("cookie") ||
    headers.has("origin") ||
    headers.has(VERSION_HEADER)
  ) {
    return false;
  }
  const method = headers.get("mcp-method");
  return method === null || method === LIST_METHOD;
}
