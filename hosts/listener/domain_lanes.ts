// What is asked of custom domains before any host is chosen:
// may a certificate be got for a name, and does the name lead here.
import { callHookAtOnce, type RunningServer } from "../../kernel/host.ts";
import { domainNamesHook } from "../../kernel/ports/plugin.ts";

const ASK_PATH = "/internal/tls-ask";
/** Without a body, so that they can be sent again and again. */
const YES = new Response(null, { status: 200 });
const NO = new Response(null, { status: 404 });
const UNKNOWN = new Response(null, { status: 503 });
const QUERY = "?domain=";
const NAME_CHARS_MAX = 300;

/**
 * Answers a TLS proxy that asks whether a certificate may be got for a name (Caddy's `on_demand_tls ask`): 200 for a custom domain that
 * is proven and leads here, and for the service's own names, 404 for others, from memory as long as every change is heard of, and 503
 * where it cannot be told. What a proxy passes on for others takes the usual way, by null; whoever reaches the port itself learns no
 * more than from the domain's public records.
 */
export function tlsAskLane(runtime: RunningServer): (request: Request) => Response | Promise<Response> | null {
  const [known] = callHookAtOnce(runtime, domainNamesHook, undefined);
  if (!known?.is_asked_by_proxies) return () => null;
  const { leadsHere } = known;
  const own = new Set([runtime.config.base_url, runtime.config.content_url].map((origin) => new URL(origin).hostname));
  return (request) => {
    const { url } = request;
    // Behind the scheme and the host, which the listener takes from the Host header.
    const at = url.indexOf("/", "https://".length);
    if (!url.startsWith(ASK_PATH, at)) return null;
    const { method } = request;
    if ((method !== "GET" && method !== "HEAD") || request.headers.has("x-forwarded-for")) return null;
    const asked = url.slice(at + ASK_PATH.length);
    const behind = known.awaitCurrent();
    return behind
      ? behind.then(
          () => answer(asked),
          () => UNKNOWN,
        )
      : answer(asked);
  };

  function answer(asked: string): Response {
    // As proxies send it; only what is written otherwise has to be taken apart.
    if (asked.startsWith(QUERY) && leadsHere(asked.slice(QUERY.length))) return YES;
    const name = nameOf(asked);
    return name !== null && (leadsHere(name) || own.has(name)) ? YES : NO;
  }
}

/** The name of `?domain=`, as it is kept; null for another address and what is no name. */
function nameOf(rest: string): string | null {
  const name = rest.startsWith("?") ? new URLSearchParams(rest).get("domain") : null;
  return name === null || name.length > NAME_CHARS_MAX ? null : name.toLowerCase().replace(/\.$/, "");
}

/** Whether a request under a name is the probe of a custom domain, which is answered before the domain is served. */
export function domainProbes(runtime: RunningServer): (request: Request, host: string) => boolean {
  const [known] = callHookAtOnce(runtime, domainNamesHook, undefined);
  if (!known) return () => false;
  return ({ url }, host) => {
    const at = url.indexOf("/", "https://".length);
    return url.startsWith(known.probe_path, at) && known.isProven(host.replace(/:\d*$/, ""));
  };
}
