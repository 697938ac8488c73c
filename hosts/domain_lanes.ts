// What is asked of custom domains before any host is chosen: may a certificate be got for a name, and does the name lead here.
import type { ClientAddresses, RunningHouse } from "../kernel/host.ts";
import { knownPort, PROBE_PATH } from "../plugins/domains/port.ts";

const ASK_PATH = "/internal/tls-ask";
const NAME_CHARS_MAX = 300;

/**
 * Answers a TLS proxy that asks whether a name is one of ours (Caddy's `on_demand_tls ask`): 200 for a proven custom domain and for
 * the service's own names, 404 for others, from memory alone. Only programs on this machine and trusted proxies are answered, and
 * only when they ask for themselves: what they pass on for others takes the usual way, as everything else does, by null.
 */
export function tlsAskLane(
  house: RunningHouse,
  addresses: ClientAddresses,
): (request: Request, socketAddress: (request: Request) => string | null) => Response | null {
  if (!house.plugins.includes("domains")) return () => null;
  const known = house.use(knownPort);
  const own = new Set([house.config.base_url, house.config.content_url].map((origin) => new URL(origin).hostname));
  return (request, socketAddress) => {
    const { url, method, headers } = request;
    // Behind the scheme and the host, which the listener takes from the Host header.
    const at = url.indexOf("/", "https://".length);
    if (!url.startsWith(ASK_PATH, at) || (method !== "GET" && method !== "HEAD")) return null;
    if (headers.has("x-forwarded-for") || headers.has("forwarded")) return null;
    if (!addresses.isNeighbour(socketAddress(request))) return null;
    const name = nameOf(url.slice(at + ASK_PATH.length));
    return new Response(null, { status: name !== null && (known.isProven(name) || own.has(name)) ? 200 : 404 });
  };
}

/** The name of `?domain=`, as it is kept; null for another address and what is no name. */
function nameOf(rest: string): string | null {
  if (!rest.startsWith("?")) return null;
  const name = new URLSearchParams(rest).get("domain");
  return name === null || name.length > NAME_CHARS_MAX ? null : name.toLowerCase().replace(/\.$/, "");
}

/** Whether a request under a name is the probe of a custom domain, which is answered before the domain is served. */
export function domainProbes(house: RunningHouse): (request: Request, host: string) => boolean {
  if (!house.plugins.includes("domains")) return () => false;
  const known = house.use(knownPort);
  return ({ url }, host) => {
    const at = url.indexOf("/", "https://".length);
    return url.startsWith(PROBE_PATH, at) && known.isProven(host.replace(/:\d*$/, ""));
  };
}
