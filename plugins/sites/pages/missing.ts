// The page for whatever is not there, or not for who asks: the same for both, with a way to sign in.
import { type Html, html, writeHtml } from "../../../kernel/plugin.ts";
import { SITE_STYLE } from "../assets.ts";
import { type SiteVisitor, sitePolicy } from "./shell.ts";

export function missingPage(visitor: SiteVisitor): Response {
  const page = writeHtml(html`<html lang="en">
<head>
<meta charset="utf-8">
<title>Not found</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="stylesheet" href="${SITE_STYLE}">
</head>
<body class="site"><main><div class="column"><h1>Nothing to see at this address</h1>
<p>The page may have moved or be gone, or it may be open to certain people alone.</p>${wayIn(visitor)}</div></main></body>
</html>`);
  return new Response(`<!doctype html>\n${page}\n`, {
    status: 404,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": sitePolicy(visitor.origin, null),
      "cache-control": "private, no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow",
      vary: "accept, cookie",
    },
  });
}

function wayIn({ is_known, sign_in }: SiteVisitor): Html | null {
  return is_known ? null : html`<p><a class="button" href="${sign_in}" rel="nofollow">Sign in to look again</a></p>`;
}
