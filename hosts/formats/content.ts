// How the content host says no:
// neutral, so that nothing tells a missing document from one that is closed (rules: content/alike_when_closed).

import type { Refusal } from "../../kernel/plugin.ts";
import { STATUS } from "../../kernel/ports/http.ts";
import type { Rendering } from "./rendering.ts";

const NOT_FOUND_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Not found</title>
<style>
body { font: 16px/1.6 system-ui, sans-serif; display: grid; place-content: center; min-height: 90vh; margin: 0; padding: 0 1.5rem; text-align: center; }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; }
p { margin: 0; opacity: .75; max-width: 32rem; }
</style>
<main>
<h1>Nothing to see at this address</h1>
<p>The document may have been moved out of reach, may have expired, or the address may be mistyped. Ask whoever sent you the link.</p>
</main>
</html>
`;

const NOT_FOUND_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function renderContent(refusal: Refusal, rendering: Rendering): Response {
  const status = STATUS[refusal.kind];
  const headers: Record<string, string> = { "cache-control": "private, no-store", "referrer-policy": "no-referrer" };
  switch (status) {
    case 401:
      return new Response(null, {
        status,
        headers: { ...headers, "www-authenticate": `Basic realm="${refusal.detail["realm"]}"` },
      });
    case 416:
      return new Response(null, {
        status,
        headers: { ...headers, "content-range": `bytes */${refusal.detail["size"]}` },
      });
    case 403:
    case 410:
    case 413:
    case 423:
    case 429:
    case 503: {
      const { code, detail, message } = refusal;
      const body = { error: message, ...detail, code, request_id: rendering.request_id };
      return Response.json(body, { status, headers });
    }
    default:
      return renderMissing(rendering);
  }
}

/** The same answer for everything that is not there, not yet, no longer, or not for you. */
function renderMissing({ request }: Rendering): Response {
  const headers = {
    "cache-control": "private, no-store",
    "referrer-policy": "no-referrer",
    vary: "accept",
    // A page without an origin may learn that a file of its own is missing, which is all that this answer says.
    "access-control-allow-origin": "*",
  };
  if (isForReaders(request)) {
    const page = { "content-type": "text/html; charset=utf-8", "content-security-policy": NOT_FOUND_POLICY };
    return new Response(NOT_FOUND_PAGE, { status: 404, headers: { ...headers, ...page } });
  }
  return Response.json({ error: "not found" }, { status: 404, headers });
}

/** Whether a person looks for a document or a page of a site, or is on their way back to one from signing in (rules: content/what_is_served). */
function isForReaders(request: Request): boolean {
  const { pathname } = new URL(request.url);
  return /^\/(?:[dwx]|viewer)(\/|$)/.test(pathname) && (request.headers.get("accept")?.includes("text/html") ?? false);
}
