// Pages of the app host: a template tag that escapes by itself, the shell they share, and how they say no.
import { createHash } from "node:crypto";
import { chosenTheme, languageOf, type Reader } from "./language.ts";
import BASE from "./page.css" with { type: "text" };
import PARTS from "./parts.css" with { type: "text" };
import TOKENS from "./tokens.css" with { type: "text" };

const MARKUP = Symbol("markup");

/** Text that is HTML already. Only `html` makes it, so nothing reaches a page unescaped by accident. */
export interface Html {
  readonly [MARKUP]: string;
}

/** What may stand in a template: text is escaped, `Html` is not, lists are joined, nothing is nothing. */
export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

/** Writes HTML: html`<p class="${name}">${text}</p>`. Values belong between tags or inside quoted attributes, nowhere else. */
export function html(texts: TemplateStringsArray, ...values: HtmlValue[]): Html {
  let markup = texts[0] ?? "";
  // Counted, since a pair for each of a page's many values would cost more than the values.
  for (let index = 0; index < values.length; index++) markup += markupOf(values[index]) + (texts[index + 1] ?? "");
  return { [MARKUP]: markup };
}

/** Markup that our own renderer made, and made safe, as it is. Nothing that somebody sent comes here by another way. */
export function rendered(markup: string): Html {
  return { [MARKUP]: markup };
}

/** The markup itself, for pages that have a shell of their own. */
export function writeHtml(page: Html): string {
  return page[MARKUP];
}

/** A whole document around `body`, for what is no page of the app, such as a mail. */
export function htmlDocument(title: string, body: Html): string {
  return markupOf(
    html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title></head><body>${body}</body></html>`,
  );
}

/** One page of the app. */
export interface Page {
  title: string;
  /** What stands in `main`. */
  body: Html;
  /** Whose language the page is written in, and whose choice of light or dark it has; in English, as the system is, without. */
  reader?: Reader | undefined;
  /** Where the name in the top bar leads: the app without it, nowhere with null. */
  home?: string | null;
  /** Beside the name in the top bar, such as who is signed in. */
  header?: Html;
  /** Fills a desktop's width; without it the page is one narrow card. */
  wide?: boolean;
  /** Addresses of modules on the app host. Inline script never runs. */
  scripts?: readonly string[];
  styles?: readonly string[];
}

export interface PageAnswer {
  /** 200 unless told. */
  status?: number;
  headers?: Readonly<Record<string, string>>;
  /**
   * It holds nothing that lets somebody in, such as a ticket or the token of a link, and may go out compressed: beside words that
   * others chose, the length of a secret would tell it.
   */
  holds_no_secret?: boolean;
  /** Origins beside our own to which a form of the page may lead, redirects included (CSP 3, form-action). */
  form_targets?: readonly string[];
  /** Origins whose pages it may frame. */
  frames?: readonly string[];
  /** Origins beside our own whose pictures, sound and film it may show. */
  media?: readonly string[];
}

/**
 * The answer that shows a page: nothing inline but our own style, framed by nobody, kept by no cache.
 * The referrer policy is `same-origin`, since with `no-referrer` browsers send `Origin: null` from our own forms.
 */
export function answerPage(page: Page, answer: PageAnswer = {}): Response {
  return answerDocument(renderShell(page), answer);
}

/** The same for a page that has a shell of its own: `document` is all of it, from its doctype on. */
export function answerDocument(document: Html, answer: PageAnswer = {}): Response {
  const headers = new Headers({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policyFor(answer),
    "cache-control": "private, no-store",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    ...(answer.holds_no_secret ? { vary: "accept-encoding" } : {}),
    ...answer.headers,
  });
  return new Response(document[MARKUP], { status: answer.status ?? 200, headers });
}

/** A refusal as a page. `message` is the refusal's own; the request id lets the operator find it in the log. */
export function renderErrorPage(fault: {
  status: number;
  title: string;
  message: string;
  request_id: string;
  /** Where to go from here; the app's start page without it, nowhere with null. */
  way_out?: { href: string; label: string } | null;
  /** Where the service's name leads: the app's start page without it, nowhere with null or where there is no way out. */
  home?: null;
  /** Whose language the title is in; the message is in English, and says so to what reads it out. */
  reader?: Reader;
  /** What the message means, in the reader's language, where that is another than the message's. */
  meaning?: string | null;
}): Response {
  const { reader, meaning } = fault;
  const words = shellWords(reader);
  const way_out = fault.way_out === undefined ? { href: "/app", label: words.to_documents } : fault.way_out;
  const said = sentenceOf(fault.message);
  const body = html`
    <h1>${fault.title}</h1>
    ${meaning ? html`<p>${meaning}</p><p class="soft" lang="en">${said}</p>` : html`<p>${said}</p>`}
    ${way_out && html`<p class="actions"><a class="button" href="${way_out.href}">${way_out.label}</a></p>`}
    <p class="fine">${words.error} ${fault.status}<br>${words.request} <code>${fault.request_id}</code></p>`;
  const page = { title: fault.title, body, reader };
  const leadsHome = way_out !== null && fault.home !== null;
  return answerPage(leadsHome ? page : { ...page, home: null }, { status: fault.status });
}

function markupOf(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return "";
  if (typeof value === "string") return escapeText(value);
  if (typeof value === "number") return String(value);
  return MARKUP in value ? value[MARKUP] : value.map(markupOf).join("");
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const ESCAPED = /[&<>"']/;
const EVERY_ESCAPED = new RegExp(ESCAPED, "g");

/** Most texts hold nothing to escape, which looking tells in half the time that replacing takes. */
function escapeText(text: string): string {
  return ESCAPED.test(text) ? text.replace(EVERY_ESCAPED, (char) => ESCAPES[char] ?? char) : text;
}

/** Refusals are written lower case and without a full stop; a page speaks in sentences. */
function sentenceOf(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** What the pages of the app host are coloured and measured by. */
export const PAGE_TOKENS = TOKENS;

const PAGE_STYLE = `${TOKENS}${BASE}${PARTS}`;

const STYLE_HASH = `'sha256-${createHash("sha256").update(PAGE_STYLE).digest("base64")}'`;

function policyFor({ form_targets = [], frames = [], media = [] }: PageAnswer): string {
  return [
    "default-src 'none'",
    `style-src 'self' ${STYLE_HASH}`,
    "script-src 'self'",
    `img-src ${["'self'", "data:", ...media].join(" ")}`,
    ...(media.length > 0 ? [`media-src ${media.join(" ")}`] : []),
    ...(frames.length > 0 ? [`frame-src ${frames.join(" ")}`] : []),
    "connect-src 'self'",
    `form-action ${["'self'", ...form_targets].join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** The service's mark as a file of its own, for browsers that ask a host for its icon. */
export const MARK_SVG =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='8' fill='#1558c0'/><path d='M10 8h8l5 5v11H10z' fill='none' stroke='#fff' stroke-width='2.2' stroke-linejoin='round'/><path d='M14 17h5M14 20.5h5' stroke='#fff' stroke-width='2.2' stroke-linecap='round'/></svg>";
const MARK = `data:image/svg+xml,${MARK_SVG.replace(/[<>#]/g, encodeURIComponent)}`;

function nameOf({ home = "/app" }: Page): Html {
  const name = html`<img src="${MARK}" alt="" width="26" height="26">docsvc`;
  return home === null ? html`<span class="name">${name}</span>` : html`<a class="name" href="${home}">${name}</a>`;
}

const SHELL_WORDS = {
  en: { skip: "Skip to content", to_documents: "To your documents", error: "Error", request: "Request" },
  de: { skip: "Zum Inhalt", to_documents: "Zu deinen Dokumenten", error: "Fehler", request: "Anfrage" },
} as const;

function shellWords(reader: Reader | undefined): (typeof SHELL_WORDS)["en" | "de"] {
  return SHELL_WORDS[reader ? languageOf(reader) : "en"];
}

function renderShell(page: Page): Html {
  const { reader } = page;
  const theme = reader ? chosenTheme(reader) : null;
  return html`<!doctype html>
<html lang="${reader ? languageOf(reader) : "en"}"${theme && html` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${page.title} · docsvc</title>
<link rel="icon" href="${MARK}">
<style>${{ [MARKUP]: PAGE_STYLE }}</style>
${page.styles?.map((href) => html`<link rel="stylesheet" href="${href}">`)}
${page.scripts?.map((src) => html`<script type="module" src="${src}"></script>`)}
</head>
<body class="${page.wide ? "wide" : "narrow"}">
<a class="skip" href="#main">${shellWords(reader).skip}</a>
<header class="top">${nameOf(page)}${page.header}</header>
<main id="main">${page.body}</main>
</body>
</html>
`;
}
