// What pages of other origins may call from a browser, and how they are told (Fetch, "CORS protocol").
// None of them sends a cookie along.
import { VERSION_HEADER } from "../../kernel/host.ts";
import type { Runtime } from "../../kernel/plugin.ts";
import type { Entry } from "../../kernel/ports/plugin.ts";
import { FORM_PREFLIGHT_HEADERS } from "../formats/form.ts";

/** How one operation is open to other origins. */
export interface OpenToBrowsers {
  /** The answer to a browser that asks whether its page may; null for a page that may not. */
  preflight(request: Request): Response | null;
  /** Lets the page that asked read an answer, a refusal too. */
  release(request: Request, response: Response): Response;
}

const OAUTH_HEADERS = `authorization, content-type, mcp-protocol-version, ${VERSION_HEADER}`;
const PROTOCOL_HEADERS = `authorization, content-type, accept, last-event-id, mcp-method, mcp-name, mcp-protocol-version, mcp-session-id, x-mcp-toolsets, x-mcp-tools, x-mcp-exclude-tools, x-mcp-readonly, x-mcp-legacy, ${VERSION_HEADER}`;

/** Null for an operation that our own pages and programs alone may call. */
export function openToBrowsers(entry: Entry, runtime: Runtime): OpenToBrowsers | null {
  const methods = entry.method === "GET" ? ["GET", "HEAD"] : [entry.method ?? "GET"];
  if (entry.error_format === "oauth" || entry.error_format === "form") {
    const takes = entry.error_format === "form" ? FORM_PREFLIGHT_HEADERS : OAUTH_HEADERS;
    return {
      preflight: () => release(preflight(methods, takes), "*"),
      release: (_request, response) => release(response, "*"),
    };
  }
  const origins = new Set(entry.browsers?.(runtime));
  if (origins.size === 0) return null;
  const allowed = (request: Request) => {
    const origin = request.headers.get("origin");
    return origin !== null && origins.has(origin) ? origin : null;
  };
  return {
    preflight: (request) => {
      const origin = allowed(request);
      return origin === null ? null : release(preflight(methods, PROTOCOL_HEADERS), origin);
    },
    release: (request, response) => {
      const origin = allowed(request);
      if (origin) return release(response, origin);
      response.headers.append("vary", "origin");
      return response;
    },
  };
}

function preflight(methods: readonly string[], takes: string): Response {
  const headers = {
    "access-control-allow-methods": [...methods, "OPTIONS"].join(", "),
    "access-control-allow-headers": takes,
    "access-control-max-age": "86400",
    allow: [...methods, "OPTIONS"].join(", "),
  };
  return new Response(null, { status: 204, headers });
}

function release(response: Response, origin: string): Response {
  response.headers.set("access-control-allow-origin", origin);
  response.headers.set("cache-control", "no-store");
  if (origin !== "*") {
    response.headers.append("vary", "origin");
    // Where to get a token, and what to quote when asking for help.
    response.headers.set("access-control-expose-headers", "www-authenticate, x-request-id");
  }
  return response;
}
