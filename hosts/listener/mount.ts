// Turns the catalogue into routes: a Request becomes a call, an outcome a Response. No other file builds routes.
import { Elysia } from "elysia";
import { type Incoming, invoke, type RunningServer, VERSION_HEADER, versionFor } from "../../kernel/host.ts";
import { Refusal, type RequestFacts, refuse } from "../../kernel/plugin.ts";
import { endLongTurn } from "../../kernel/ports/db.ts";
import { type ContentHost, networkOf, pathParameters } from "../../kernel/ports/http.ts";
import { jsonTypeOf } from "../../kernel/ports/operation.ts";
import type { Entry } from "../../kernel/ports/plugin.ts";
import { compressAnswer } from "../answers/compressed_answer.ts";
import { answerBody } from "../answers/long_body.ts";
import { errorFormatOfAddress, renderFault, renderRefusal } from "../formats/mod.ts";
import { renderWrongMethod } from "../formats/wrong_method.ts";
import { type OpenToBrowsers, openToBrowsers } from "./browsers.ts";
import { withoutBody } from "./head_requests.ts";
import { openerPolicy } from "./opener_policy.ts";

export type HostOrigin = "app" | "content";

/** What the listener knows of a request beyond itself. */
export interface HostContext {
  runtime: RunningServer;
  host: HostOrigin;
  /** The client's address, resolved through the trusted proxies. */
  addressOf(request: Request): string;
  /** The host of documents that a request came to; the shared one for the app host. */
  contentHostOf(request: Request): ContentHost;
  /** The whole body, also where a quick lane has read it already. */
  bodyOf(request: Request): Promise<Uint8Array<ArrayBuffer>>;
}

/** Mounts every operation of one host, and answers 404 and 405 for everything else. */
export function mount(host_context: HostContext): Elysia {
  const entries = host_context.runtime.catalogue.entries.filter(
    (entry) => entry.path !== null && (entry.host === host_context.host || entry.host === "both"),
  );
  const app = new Elysia({ aot: true, normalize: false });
  const methods = methodTable(entries);
  for (const entry of entries) {
    const readParams = paramsReader(entry.path ?? "");
    const browsers = openToBrowsers(entry, host_context.runtime);
    const handler = ({ request }: { request: Request }) =>
      answer(host_context, { entry, readParams, browsers }, request);
    for (const path of elysiaPaths(entry.path ?? "")) {
      app.route(entry.method ?? "GET", path, handler, { parse: "none" });
      if (entry.method === "GET") app.route("HEAD", path, handler, { parse: "none" });
      if (browsers) {
        const preflight = ({ request }: { request: Request }) => {
          const allowed = browsers.preflight(request);
          return allowed
            ? applyCommonHeaders(host_context, allowed, { request, id: crypto.randomUUID() })
            : answerUnknown(host_context, methods, request);
        };
        app.route("OPTIONS", path, preflight, { parse: "none" });
      }
    }
  }
  app.all("*", ({ request }) => answerUnknown(host_context, methods, request), { parse: "none" });
  return app;
}

/** Elysia's router wants one name per position across all routes, and a rest that matches nothing on its own. */
function elysiaPaths(path: string): string[] {
  let position = 0;
  const positional = path.replace(/\{[a-z_]+(\.\.\.)?\}/g, (_whole, rest) => (rest ? "*" : `:p${position++}`));
  return positional.endsWith("/*") ? [positional, positional.slice(0, -2)] : [positional];
}

/** An operation as it is mounted. */
interface Mounted {
  entry: Entry;
  readParams: ParamsReader;
  browsers: OpenToBrowsers | null;
}

async function answer(host_context: HostContext, mounted: Mounted, request: Request): Promise<Response> {
  const { entry } = mounted;
  const started = performance.now();
  const id = crypto.randomUUID();
  const rendering = { request, request_id: id };
  const facts = factsOf(host_context, request, id);
  let response: Response;
  let refusal: Refusal | null = null;
  try {
    response = await respond(host_context, mounted, facts);
  } catch (error) {
    if (error instanceof Refusal) {
      refusal = error;
      response = renderRefusal(entry.error_format, error, rendering);
    } else {
      host_context.runtime.log.error(
        { err: error, request_id: id, operation: entry.id },
        "a request failed by our own fault",
      );
      response = renderFault(entry.error_format, rendering);
    }
  }
  if (mounted.browsers) response = mounted.browsers.release(request, response);
  const seconds = (performance.now() - started) / 1000;
  host_context.runtime.metrics.observeRequest({
    operation: entry.id,
    host: host_context.host,
    status: response.status,
    seconds,
  });
  host_context.runtime.log.debug(
    { request_id: id, operation: entry.id, status: response.status, ms: Math.round(seconds * 1e3) },
    "answered",
  );
  entry.answered?.({ runtime: host_context.runtime, facts, status: response.status, refusal, ms: seconds * 1e3 });
  response = applyCommonHeaders(host_context, response, { request, id });
  await endLongTurn();
  if (host_context.host === "app") response = await compressAnswer(request, response);
  return withoutBody(request, response);
}

async function respond(
  host_context: HostContext,
  { entry, readParams }: Mounted,
  facts: RequestFacts,
): Promise<Response> {
  const incoming: Incoming = { entry, facts, params: readParams(facts.url.pathname) };
  const outcome = await invoke(host_context.runtime, incoming);
  if (outcome.value instanceof Response) return outcome.value;
  if (outcome.status === 204) return new Response(null, { status: 204, headers: outcome.headers });
  const headers = { "content-type": jsonTypeOf(entry.error_format) };
  const response = new Response(answerBody(JSON.stringify(outcome.value)), { status: outcome.status, headers });
  for (const [name, value] of outcome.headers) response.headers.append(name, value);
  return response;
}

function factsOf(host_context: HostContext, request: Request, id: string): RequestFacts {
  const ip = host_context.addressOf(request);
  return {
    id,
    method: request.method,
    url: new URL(request.url),
    content_host: host_context.contentHostOf(request),
    headers: request.headers,
    ip,
    network: networkOf(ip),
    // Both are made by Bun when they are asked for, which most calls never do.
    get signal() {
      return request.signal;
    },
    get body() {
      return request.body;
    },
    whole: () => host_context.bodyOf(request),
  };
}

type ParamsReader = (pathname: string) => Record<string, string>;

/** Cuts the parameters out of the path as it was sent, and decodes each segment by itself. */
function paramsReader(template: string): ParamsReader {
  const places = template.split("/").flatMap((part, position) => {
    const [parameter] = pathParameters(part);
    if (!parameter) return [];
    const [before = "", after = ""] = part.split(/\{[^}]*\}/);
    return [{ ...parameter, position, from: before.length, to: after ? -after.length : undefined }];
  });
  return (pathname) => {
    const params: Record<string, string> = {};
    if (places.length === 0) return params;
    const sent = pathname.split("/");
    for (const { name, rest, position, from, to } of places) {
      if (rest) params[name] = sent.slice(position).map(decodeRestSegment).join("/");
      else params[name] = decodeSegment((sent[position] ?? "").slice(from, to));
    }
    return params;
  };
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw refuse.invalid(`the address holds "${segment.slice(0, 80)}", which is not valid percent-encoding`);
  }
}

/** Clients that are made from the API document encode the slashes of a path, which are none of a name in it either way. */
function decodeRestSegment(segment: string): string {
  const decoded = decodeSegment(segment);
  if (decoded.includes("\\"))
    throw refuse.invalid('a segment of the path holds a backslash; send "/" between the names of folders and files');
  return decoded;
}

/** Puts on every answer what every answer carries. */
export function applyCommonHeaders(
  host_context: HostContext,
  response: Response,
  to: { request: Request; id: string },
): Response {
  const headers = response.headers;
  headers.set("x-request-id", to.id);
  if (!headers.has("x-content-type-options")) headers.set("x-content-type-options", "nosniff");
  if (host_context.host === "app") {
    headers.set(VERSION_HEADER, versionFor(to.request.headers, host_context.runtime.manifest));
    if (!headers.has("x-frame-options")) headers.set("x-frame-options", "DENY");
    if (!headers.has("referrer-policy")) headers.set("referrer-policy", "same-origin");
    if (!headers.has("cache-control")) headers.set("cache-control", "private, no-store");
    headers.set("cross-origin-opener-policy", openerPolicy(new URL(to.request.url), headers));
  }
  return response;
}

type MethodTable = { pattern: RegExp; method: string }[];

function methodTable(entries: readonly Entry[]): MethodTable {
  return entries.flatMap((entry) => {
    const escaped = (entry.path ?? "").replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{[a-z_]+(\\\.){3}\}/g, ".*");
    // One that ends in a slash has no second.
    const pattern = new RegExp(`^${escaped.replace(/\{[a-z_]+\}/g, "[^/]+")}${escaped.endsWith("/") ? "" : "/?"}$`);
    const methods = entry.method === "GET" ? ["GET", "HEAD"] : [entry.method ?? "GET"];
    return methods.map((method) => ({ pattern, method }));
  });
}

/** An address that exists under another method is a 405 that names the methods (RFC 9110, 15.5.6); anything else a 404. */
function answerUnknown(host_context: HostContext, table: MethodTable, request: Request): Promise<Response> {
  const id = crypto.randomUUID();
  const { pathname } = new URL(request.url);
  const allowed = [...new Set(table.filter((row) => row.pattern.test(pathname)).map((row) => row.method))].sort();
  const error_format = host_context.host === "content" ? "content" : errorFormatOfAddress(pathname);
  const rendering = { request, request_id: id };
  let response: Response;
  if (allowed.length > 0) {
    const refusal = refuse.notAllowed(`${request.method} is not offered here; use ${allowed.join(" or ")}`);
    response =
      (host_context.host === "app" && renderWrongMethod(request, host_context.runtime)) ||
      renderRefusal(error_format === "content" ? "service" : error_format, refusal, rendering);
    response.headers.set("allow", allowed.join(", "));
  } else {
    response = renderRefusal(error_format, refuse.notFound(`nothing is at ${pathname.slice(0, 200)}`), rendering);
  }
  host_context.runtime.metrics.observeRequest({
    operation: "unknown",
    host: host_context.host,
    status: response.status,
    seconds: 0,
  });
  return withoutBody(request, applyCommonHeaders(host_context, response, { request, id }));
}
