// The home page's script and stylesheet as files: read once, named by their hash, sent again only when they changed.
import { sha256Hex } from "../../kernel/mod.ts";
import HOME_STYLE from "./home.css" with { type: "text" };

export interface Asset {
  content_type: string;
  text: string;
  etag: string;
}

/** The browser's script, with its types taken off; it is checked with everything else. */
const SCRIPT = new Bun.Transpiler({ loader: "ts", target: "browser" }).transformSync(
  await Bun.file(new URL("./browser.ts", import.meta.url)).text(),
);

export const homeScript = asset("text/javascript; charset=utf-8", SCRIPT);
export const homeStyle = asset("text/css; charset=utf-8", HOME_STYLE);

/** Answers the asset, or 304 when the browser has it (RFC 9110, 13.1.2). */
export function answerAsset(file: Asset, headers: Headers): Response {
  const known = (headers.get("if-none-match") ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  const sent = { etag: file.etag, "cache-control": "no-cache" };
  if (known.includes(file.etag)) return new Response(null, { status: 304, headers: sent });
  return new Response(file.text, { headers: { ...sent, "content-type": file.content_type } });
}

function asset(contentType: string, text: string): Asset {
  return { content_type: contentType, text, etag: `"${sha256Hex(text).slice(0, 32)}"` };
}
