// The document around a page that is made anew for each request, such as a table of records:
// no script, its forms lead to itself.
import { createHash } from "node:crypto";
import { type Html, html, writeHtml } from "../../../kernel/plugin.ts";
import live from "../style/live.css" with { type: "text" };
import live_print from "../style/live_print.css" with { type: "text" };
import { PAGE_CSS } from "./page_style.ts";
import { plainName } from "./plain_name.ts";

/** The stylesheet of all pages, and the one beside it, at addresses by their content: what changes with each request brings neither. */
export const PAGE_STYLESHEET = stylesheetOf("page", PAGE_CSS);
export const LIVE_CSS = `${live}${live_print}`;
export const LIVE_STYLESHEET = stylesheetOf("live", LIVE_CSS);

/** The `Content-Security-Policy` of such a page on the host that sends it. */
export function livePagePolicy(origin: string): string {
  return [
    "default-src 'none'",
    `style-src ${origin}${PAGE_STYLESHEET} ${origin}${LIVE_STYLESHEET}`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join("; ");
}

/** The whole document; `main` is markup that is safe. */
export function renderLivePage(title: string, main: Html): string {
  return `<!doctype html>\n${writeHtml(html`<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta property="og:title" content="${plainName(title)}">
<meta property="og:type" content="website">
<meta name="twitter:card" content="summary">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="${PAGE_STYLESHEET}">
<link rel="stylesheet" href="${LIVE_STYLESHEET}">
</head>
<body class="viewer live">
<main>${main}</main>
</body>
</html>`)}\n`;
}

function stylesheetOf(name: string, css: string): string {
  return `/assets/${name}-${createHash("sha256").update(css).digest("hex").slice(0, 16)}.css`;
}
