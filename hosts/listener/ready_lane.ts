// The short way of the content host:
// what everyone with the link gets alike and is in memory already goes out without the pipeline.
import { callHookAtOnce, type RunningServer } from "../../kernel/host.ts";
import { keptReadsHook } from "../../kernel/ports/plugin.ts";
import { requestIds } from "./request_ids.ts";

/**
 * Answers plain GET and HEAD of public files and of pages of public sites that were sent before: nobody has to be identified, no
 * row is read, no peer is looked up unless somebody has a rule about networks. Null for everything else, which takes the long way.
 */
export function readyLane(runtime: RunningServer): (request: Request, ip: () => string) => Response | null {
  const readers = callHookAtOnce(runtime, keptReadsHook, undefined);
  if (readers.length === 0) return () => null;
  const { shared } = runtime.contentHosts;
  // As the listener behind a proxy writes an address. It takes the host from the Host header.
  const prefix = PLAIN + new URL(shared.origin).host;
  const nextId = requestIds();

  return (request, ip) => {
    const { url, method, headers } = request;
    if (method !== "GET" && method !== "HEAD") return null;
    const isShared = url.startsWith(prefix) && url[prefix.length] === "/";
    const name = url.startsWith(TLS) ? TLS.length : PLAIN.length;
    const from = isShared ? prefix.length : url.indexOf("/", name);
    const reader = readers.find((one) => url.startsWith(one.prefix, from));
    const host = reader && (isShared ? shared : runtime.contentHosts.named(url.slice(name, from)));
    if (!reader || !host) return null;
    const started = performance.now();
    const found = reader.answer(host, { method, path: url.slice(from), headers, ip, now: runtime.clock.now() });
    if (!found) return null;
    const { response, operation } = found;
    const { status } = response;
    const id = nextId();
    response.headers.set("x-request-id", id);
    const seconds = (performance.now() - started) / 1000;
    runtime.metrics.observeRequest({ operation, host: "content", status, seconds });
    runtime.log.debug({ request_id: id, operation, status, ms: 0 }, "answered");
    return response;
  };
}

const PLAIN = "http://";
const TLS = "https://";
