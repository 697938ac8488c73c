// A page of the app without its frame, for whoever is signed out, or whose page is gone.
import { type Html, html, PRODUCT, writeHtml } from "../../../kernel/plugin.ts";
import type { Language } from "../../../kernel/ports/pages.ts";
import { drawingsFor } from "../port/icons.ts";
import { STYLE_PATH } from "./paths.ts";

export function renderBare({ title, body, language }: { title: string; body: Html; language: Language }): Html {
  return html`<!doctype html>
<html lang="${language}">
<head>${headOf(title)}</head>
<body>${drawingsFor(writeHtml(body))}
<main class="page slim bare" id="main">${body}</main>
</body>
</html>
`;
}

/** What every page of the app says of itself. */
export function headOf(title: string): Html {
  return html`
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · ${PRODUCT.name}</title>
<link rel="icon" href="/favicon.ico">
<link rel="stylesheet" href="${STYLE_PATH}">
`;
}
