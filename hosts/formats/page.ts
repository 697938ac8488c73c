// How a page of the app says no: a page for a browser, JSON for everything else.

import { renderErrorPage } from "../../kernel/host.ts";
import type { Refusal } from "../../kernel/plugin.ts";
import { STATUS } from "../../kernel/ports/http.ts";
import { START_PATH, safeNext, signInPath } from "../../plugins/pages.ts";
import type { Rendering } from "./rendering.ts";
import { demandedHeaders, renderService } from "./service.ts";

const TITLES: Readonly<Record<number, string>> = {
  400: "That did not work",
  401: "Please sign in",
  403: "This is not yours to do",
  404: "Nothing here",
  405: "Not in this way",
  410: "This link is used up",
  422: "Something is missing",
  429: "Too many tries",
  503: "Back in a moment",
};

export function renderPage(refusal: Refusal, rendering: Rendering): Response {
  if (!rendering.request.headers.get("accept")?.includes("text/html")) return renderService(refusal, rendering);
  const status = STATUS[refusal.kind];
  const page = renderErrorPage({
    status,
    title: TITLES[status] ?? "That did not work",
    message: refusal.message,
    request_id: rendering.request_id,
    ...wayOut(status, rendering.request),
  });
  for (const [name, value] of Object.entries(demandedHeaders(status, refusal))) page.headers.set(name, value);
  return page;
}

/** At these the page before is as good as any other, or the very one whose link led here. */
const NOTHING_TO_MEND: readonly number[] = [404, 405, 410];

/** Whoever is signed out comes back to where they were; whoever sent something wrong goes back to where it is put right. */
function wayOut(status: number, request: Request): { way_out?: { href: string; label: string } } {
  const before = pageBefore(request);
  if (status === 401) {
    const { pathname, search } = new URL(request.url);
    const next = before ?? (request.method === "GET" ? pathname + search : START_PATH);
    return { way_out: { href: signInPath(next), label: "Sign in" } };
  }
  return before === null || NOTHING_TO_MEND.includes(status) ? {} : { way_out: { href: before, label: "Back" } };
}

/** The page of this host that the browser says it comes from, as path and query; null where that is the refused page itself. */
function pageBefore({ url, method, headers }: Request): string | null {
  const from = headers.get("referer");
  if (from === null || !URL.canParse(from)) return null;
  const page = new URL(from);
  const here = new URL(url);
  if (page.host !== here.host) return null;
  const address = safeNext(page.pathname + page.search, page.origin);
  return method === "GET" && address === here.pathname + here.search ? null : address;
}
