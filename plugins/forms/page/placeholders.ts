// The two places of a form's page that are filled in for each reader:
// where its answers are sent, and the ticket that they are sent with.
import { refuse } from "../../../kernel/plugin.ts";
import { INPUTS } from "../answers/request.ts";

export const ACTION_PLACEHOLDER = "__SERVICE_FORM_ACTION__";
export const TOKEN_PLACEHOLDER = "__SERVICE_FORM_TOKEN__";
export const TOKEN_FIELD = INPUTS.token;

/** A page is read on the way to its reader. */
export const PAGE_BYTES_MAX = 1024 * 1024;

const FORMS = "form[data-service-form]";
const TOKENS = `input[name="${TOKEN_FIELD}"]`;

/** What a page is told that it needs. */
export const EXAMPLE = `<form data-service-form method="post" action="${ACTION_PLACEHOLDER}"><input type="hidden" name="${TOKEN_FIELD}" value="${TOKEN_PLACEHOLDER}"> ... </form>`;

/** Throws 400 for HTML in which the places are missing, wrong, or there more than once. */
export function checkPlaceholders(page: string | Uint8Array): void {
  const size = typeof page === "string" ? Buffer.byteLength(page) : page.byteLength;
  if (size > PAGE_BYTES_MAX) throw refuseLarge(size);
  const fault = findFault(typeof page === "string" ? page : new TextDecoder().decode(page));
  if (fault === null) return;
  throw refuse.invalid(`the page of a form ${fault}; it needs one form such as ${EXAMPLE}`);
}

export function refuseLarge(size: number): Error {
  return refuse.tooLarge(
    `the page of a form has ${size} bytes; at most ${PAGE_BYTES_MAX} are filled in for each reader, so put its pictures and scripts into files beside it`,
  );
}

interface Found {
  forms: number;
  tokens: number;
  inside: number;
  open: boolean;
  wrong: string | null;
}

/** What is found by the scan that runs right now: one ends before another begins. */
let found: Found = nothing();

function nothing(): Found {
  return { forms: 0, tokens: 0, inside: 0, open: false, wrong: null };
}

/** Made once, since reading its selectors takes as long as reading a short page. */
const scanner = new HTMLRewriter()
  .on(FORMS, {
    element(form) {
      found.forms++;
      found.open = true;
      form.onEndTag(() => {
        found.open = false;
      });
      if (form.getAttribute("method")?.trim().toLowerCase() !== "post")
        found.wrong ??= 'has a form without method="post"';
      if (form.getAttribute("action")?.trim() !== ACTION_PLACEHOLDER) {
        found.wrong ??= `has a form whose action is not ${ACTION_PLACEHOLDER}`;
      }
    },
  })
  .on(TOKENS, {
    element(input) {
      found.tokens++;
      if (found.open) found.inside++;
      if (input.getAttribute("type")?.trim().toLowerCase() !== "hidden")
        found.wrong ??= `has ${TOKEN_FIELD} in an input that is not hidden`;
      if (input.getAttribute("value")?.trim() !== TOKEN_PLACEHOLDER) {
        found.wrong ??= `has ${TOKEN_FIELD} with another value than ${TOKEN_PLACEHOLDER}`;
      }
    },
  });

/** What keeps its places from being filled in, as the end of a sentence about the page; null for nothing. */
export function findFault(page: string): string | null {
  found = nothing();
  try {
    scanner.transform(page);
  } catch {
    return "cannot be read without building its tree; end its elements and attributes";
  }
  const { forms, tokens, inside, wrong } = found;
  if (forms === 0) return "has no form with data-service-form";
  if (forms > 1) return `has ${forms} forms with data-service-form`;
  if (wrong !== null) return wrong;
  if (tokens === 0) return `has no hidden input named ${TOKEN_FIELD}`;
  if (tokens > 1) return `has ${tokens} inputs named ${TOKEN_FIELD}`;
  return inside === 1 ? null : `has ${TOKEN_FIELD} outside of its form`;
}

/** What stands in a page for one reader. */
export interface HookHandler {
  action: string;
  token: string;
  /** Markup ahead of everything else in the page, so that its scripts find it there. */
  head: string;
}

/** The page for one reader; the first form and ticket are filled in where a later version of the page has several. */
export function fillPage(page: string, { action, token, head }: HookHandler): string {
  let forms = 0;
  let tokens = 0;
  const filled = new HTMLRewriter()
    .on(FORMS, {
      element(form) {
        if (forms++ === 0) form.setAttribute("action", action);
      },
    })
    .on(TOKENS, {
      element(input) {
        if (tokens++ === 0) input.setAttribute("value", token);
      },
    })
    .transform(page);
  const at = endOfDoctype(filled);
  return filled.slice(0, at) + head + filled.slice(at);
}

/** Ahead of it nothing may stand, or the page is shown in the way of old ones. */
function endOfDoctype(page: string): number {
  return (
    /^\uFEFF?(?:\s|<!--(?:(?!-->)[\s\S])*-->)*<!doctype[^>]*>/i.exec(page.slice(0, DOCTYPE_CHARS_MAX))?.[0].length ?? 0
  );
}

const DOCTYPE_CHARS_MAX = 4096;
