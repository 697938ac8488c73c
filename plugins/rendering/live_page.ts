// The document around a page that is made anew for each request, such as a table of records: no script, its forms lead to itself.
import { createHash } from "node:crypto";
import { type Html, html, rendered, writeHtml } from "../../kernel/mod.ts";
import { PAGE_CSS, STYLE_HASH } from "./page_style.ts";
import live from "./style/live.css" with { type: "text" };

/** The stylesheet beside that of all pages, by its content. */
export const LIVE_CSS = live;
export const LIVE_STYLESHEET = `/assets/live-${createHash("sha256").update(live).digest("hex").slice(0, 16)}.css`;

/** The `Content-Security-Policy` of such a page on the host that sends it. */
export function livePagePolicy(origin: string): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}' ${origin}${LIVE_STYLESHEET}`,
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
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<style>${rendered(PAGE_CSS)}</style>
<link rel="stylesheet" href="${LIVE_STYLESHEET}">
</head>
<body class="viewer live">
<main>${main}</main>
</body>
</html>`)}\n`;
}
