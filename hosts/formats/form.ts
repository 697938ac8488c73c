// How a form's addresses say no:
// to the form's own script in words for its fields, to a person who sent it without script on a page.

import { renderErrorPage } from "../../kernel/host.ts";
import { answerPage, html, type Refusal } from "../../kernel/plugin.ts";
import { STATUS } from "../../kernel/ports/http.ts";
import type { Rendering } from "./rendering.ts";
import { renderService } from "./service.ts";

/** A page of a form is of nobody's origin, and sends no cookie along: what it sends proves by itself what it may. */
export const FORM_PREFLIGHT_HEADERS =
  "content-type, x-service-filename, x-service-form-token, x-service-form-work, x-service-resume-token, x-service-upload-id";

export function renderForm(refusal: Refusal, rendering: Rendering): Response {
  if (!isSentByHand(rendering.request)) return renderService(refusal, rendering);
  const status = STATUS[refusal.kind];
  const faults = faultsOf(refusal.detail["fields"]);
  const title = TITLES[status] ?? "That did not work";
  if (faults.length === 0) {
    const { request_id, request } = rendering;
    const isOver = refusal.code === "ticket_invalid";
    const message = isOver ? `${refusal.said}. ${KEPT}` : refusal.said;
    const way_out = isOver ? { href: formAddress(request), label: "Load the form again" } : null;
    return renderErrorPage({ status, title, message, request_id, way_out, home: null });
  }
  const body = html`
    <h1>${title}</h1>
    <p>Go back in your browser, change this, and send the form again.</p>
    <ul>${faults.map((fault) => html`<li dir="auto">${fault}</li>`)}</ul>`;
  return answerPage({ title, body, home: null }, { status });
}

/** A page that is loaded anew is empty, and one that is gone back to is as it was left. */
const KEPT = "What you wrote is still there when you go back in your browser, to be copied";

/** Of the form that something was sent to: all its addresses lie below it. */
function formAddress({ url }: Request): string {
  const [, d = "", slug = ""] = new URL(url).pathname.split("/");
  return `/${d}/${slug}/`;
}

const TITLES: Readonly<Record<number, string>> = {
  400: "Something is to be changed",
  409: "This was sent already, or has changed",
  410: "This form is closed",
  413: "This is too much",
  422: "Something is missing",
  429: "Too many tries",
};

/** A browser that goes to the answer wants a page; a script says nothing of that kind. */
function isSentByHand({ headers }: Request): boolean {
  return headers.get("accept")?.includes("text/html") ?? false;
}

function faultsOf(fields: unknown): string[] {
  if (!Array.isArray(fields)) return [];
  return fields.flatMap((fault: unknown) => {
    const message: unknown = typeof fault === "object" && fault !== null ? Reflect.get(fault, "message") : null;
    return typeof message === "string" ? [message] : [];
  });
}
