// Tells the origins apart by the Host header, workspaces' own domains among them,
// and hands each request to the host that it names.
import { createClientAddresses, type RunningServer } from "../../kernel/host.ts";
import { refuse } from "../../kernel/plugin.ts";
import type { ContentHost } from "../../kernel/ports/http.ts";
import { renderRefusal } from "../formats/mod.ts";
import { createAppHost } from "./app.ts";
import { createContentHost } from "./content.ts";
import { domainProbes, tlsAskLane } from "./domain_lanes.ts";
import { listLane } from "./list_lane.ts";
import { readyLane } from "./ready_lane.ts";
import { heldToTls, withStrictTransport } from "./strict_transport.ts";

export interface Hosts {
  /** Answers a request. `socketAddress` tells the peer's, as the listener knows it; it is asked at once or never. */
  fetch(request: Request, socketAddress: (request: Request) => string | null): Response | Promise<Response>;
}

/** Probes come by address, not by name. */
const PROBES = new Set(["/healthz", "/livez", "/readyz"]);

/** Builds both hosts over one runtime. */
export function createHosts(runtime: RunningServer): Hosts {
  const addresses = createClientAddresses(runtime.config.trusted_proxies);
  const sockets = new WeakMap<Request, string>();
  const addressOf = (request: Request) =>
    addresses.clientAddress({ socket_address: sockets.get(request) ?? null, headers: request.headers }) ?? "unknown";
  function noteSocket(request: Request, socketAddress: (request: Request) => string | null): void {
    const socket = socketAddress(request);
    if (socket !== null) sockets.set(request, socket);
  }
  const bodies = new WeakMap<Request, Promise<Uint8Array<ArrayBuffer>>>();
  function readAhead(request: Request): Promise<Uint8Array<ArrayBuffer>> {
    const body = request.bytes();
    bodies.set(request, body);
    return body;
  }
  const bodyOf = (request: Request) => bodies.get(request) ?? request.bytes();
  const customs = new WeakMap<Request, ContentHost>();
  const { shared } = runtime.contentHosts;
  const contentHostOf = (request: Request) => customs.get(request) ?? shared;
  const host_context = { runtime, addressOf, bodyOf, contentHostOf };
  const app = createAppHost({ ...host_context, host: "app" });
  const content = createContentHost({ ...host_context, host: "content" });
  const answerList = listLane({ ...host_context, host: "app" }, readAhead);
  const answerReady = readyLane(runtime);
  const answerTlsAsk = tlsAskLane(runtime);
  const isDomainProbe = domainProbes(runtime);
  const appHost = hostOf(runtime.config.base_url);
  const contentHost = hostOf(runtime.config.content_url);

  // A Host header may name the scheme's own port, as some proxies and programs send it (RFC 9110, 7.2).
  const spelledOut = new Map([runtime.config.base_url, runtime.config.content_url].flatMap(withSchemePort));

  const isHeldToTls = heldToTls(runtime);

  /** Over plain http, as a proxy says that it came, nobody is told to stay with https (RFC 6797, 7.2). */
  function cameInClear({ headers }: Request, socketAddress: () => string | null): boolean {
    if (!headers.has("x-forwarded-proto")) return false;
    return addresses.forwardedProto({ socket_address: socketAddress(), headers }) === "http";
  }

  return {
    fetch: (request, socketAddress) => {
      const isStrict =
        isHeldToTls(request.headers.get("host")?.toLowerCase() ?? "") &&
        !cameInClear(request, () => socketAddress(request));
      const answer = answerAt(request, socketAddress);
      return isStrict ? withStrictTransport(answer) : answer;
    },
  };

  function answerAt(
    request: Request,
    socketAddress: (request: Request) => string | null,
  ): Response | Promise<Response> {
    const asked = answerTlsAsk(request);
    if (asked) return asked;
    let address: string | null = null;
    const ready = answerReady(request, () => {
      if (address === null) {
        noteSocket(request, socketAddress);
        address = addressOf(request);
      }
      return address;
    });
    if (ready) return ready;
    noteSocket(request, socketAddress);
    const listed = answerList(request);
    if (listed) return listed.then((answer) => answer ?? app(request));
    const sent = request.headers.get("host")?.toLowerCase() ?? "";
    const named = spelledOut.get(sent) ?? sent;
    if (named === contentHost) return content(request);
    if (named === appHost) return app(request);
    const behind = runtime.contentHosts.awaitCurrent();
    return behind ? behind.then(() => answerNamed(request, named)) : answerNamed(request, named);
  }

  /** Under a name that is neither of ours. */
  function answerNamed(request: Request, named: string): Response | Promise<Response> {
    if (isDomainProbe(request, named)) return content(request);
    const custom = runtime.contentHosts.named(named);
    if (custom) {
      customs.set(request, custom);
      return content(request);
    }
    if (isProbe(request.url)) return app(request);
    return answerStranger(request, named);
  }
}

/** A host name that is neither of ours is served nothing. */
function answerStranger(request: Request, named: string): Response {
  const request_id = crypto.randomUUID();
  const refusal = refuse.notFound(`nothing is served under the host "${named.slice(0, 200)}"`);
  const response = renderRefusal("service", refusal, { request, request_id });
  response.headers.set("x-request-id", request_id);
  response.headers.set("x-content-type-options", "nosniff");
  return response;
}

/** Without a sound Host header the listener gives the path alone, which is no address that the app could answer. */
function isProbe(url: string): boolean {
  return URL.canParse(url) && PROBES.has(new URL(url).pathname);
}

/** The host of an origin without a port of its own under its longer name; nothing of another origin. */
function withSchemePort(origin: string): [string, string][] {
  const { host, port, protocol } = new URL(origin);
  return port === "" ? [[`${host}:${protocol === "https:" ? 443 : 80}`, host]] : [];
}

/** The Host header that a browser sends for an origin: no port when it is the scheme's own. */
function hostOf(origin: string): string {
  return new URL(origin).host;
}
