// How a page of the app says no: a page for a browser, JSON for everything else.
import { renderErrorPage } from "../../kernel/host.ts";
import type { Refusal } from "../../kernel/mod.ts";
import type { Rendering } from "./rendering.ts";
import { demandedHeaders, renderService } from "./service.ts";
import { STATUS } from "./status.ts";

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
  });
  for (const [name, value] of Object.entries(demandedHeaders(status, refusal))) page.headers.set(name, value);
  return page;
}
