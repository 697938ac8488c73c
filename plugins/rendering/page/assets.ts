// What generated pages load from the content host beside their document:
// our own files, which no document can stand in for.
import { createHash } from "node:crypto";
import { mathFonts, mathStylesheet } from "../markdown/math_style.ts";
import { LIVE_CSS, LIVE_STYLESHEET, PAGE_STYLESHEET } from "./live_page.ts";
import { PAGE_CSS } from "./page_style.ts";

/** Below this address of the content host lie the assets; documents lie elsewhere. */
const ASSETS_PATH = "/assets/";
export const MATH_STYLESHEET = `${ASSETS_PATH}math.css`;
/** Where the stylesheet of formulas finds its fonts. */
export const FONTS_PATH = `${ASSETS_PATH}fonts/`;

const SCRIPT_SOURCE = await Bun.file(new URL("../browser/page.ts", import.meta.url)).text();
const SCRIPT_DIGEST = createHash("sha256").update(SCRIPT_SOURCE).digest("hex").slice(0, 16);

/** A page that was made with another script shows no copy buttons until it is made again. */
export const PAGE_SCRIPT = `${ASSETS_PATH}page-${SCRIPT_DIGEST}.js`;

const FRAME_SOURCE = await Bun.file(new URL("../browser/frame_height.ts", import.meta.url)).text();

/** By which a framed document tells how high it is. */
export const FRAME_SCRIPT = `${ASSETS_PATH}frame-${createHash("sha256").update(FRAME_SOURCE).digest("hex").slice(0, 16)}.js`;

/** What stands behind a framed page, so that the page itself is as it was sent. */
export function frameTail(script: string): string {
  return `<script src="${script}"></script>`;
}

/** The frame of a diagram, to which the page's script gives the source. */
const DIAGRAM_FRAME = `${ASSETS_PATH}diagram.html`;
const DIAGRAM_SCRIPT = `${ASSETS_PATH}diagram.js`;
const MERMAID_SCRIPT = `${ASSETS_PATH}mermaid.js`;

/** An origin of nobody, our two scripts, the styles that mermaid writes, and no network. */
const DIAGRAM_POLICY = [
  "sandbox allow-scripts",
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** Paper is light, and there is no time to draw anew before it is printed. */
const DIAGRAM_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Diagram</title><meta name="color-scheme" content="light dark"><style>body{margin:0;overflow:hidden}svg{display:block;margin:0 auto;max-width:100%;height:auto}@media print{.dark svg{filter:invert(1) hue-rotate(180deg)}}</style><script src="${MERMAID_SCRIPT}" defer></script><script src="${DIAGRAM_SCRIPT}" defer></script></head><body></body></html>`;

/** A file of ours as it is served. */
export interface PageAsset {
  content_type: string;
  cache_control: string;
  headers: Record<string, string>;
  make(): Promise<Uint8Array<ArrayBuffer>>;
}

/** Of what has its hash in its address. */
const KEPT_FOR_GOOD = "public, max-age=31536000, immutable";

/** Of what has the same address when it changes. */
const REVALIDATED = "public, no-cache";
const KEPT_FOR_A_DAY = "public, max-age=86400";

/** Every asset by its address on the content host. */
export function pageAssets(): ReadonlyMap<string, PageAsset> {
  const transpiler = new Bun.Transpiler({ loader: "ts", target: "browser" });
  const frame = asset("text/html; charset=utf-8", REVALIDATED, async () => encode(DIAGRAM_PAGE), DIAGRAM_POLICY);
  const drawing = asset("text/javascript; charset=utf-8", REVALIDATED, async () =>
    encode(transpiler.transformSync(await Bun.file(new URL("../browser/diagram_frame.ts", import.meta.url)).text())),
  );
  const mermaid = asset("text/javascript; charset=utf-8", REVALIDATED, () =>
    Bun.file(new URL(import.meta.resolve("@mermaid-js/tiny"))).bytes(),
  );
  const script = asset("text/javascript; charset=utf-8", KEPT_FOR_GOOD, async () =>
    encode(transpiler.transformSync(SCRIPT_SOURCE)),
  );
  const framing = asset("text/javascript; charset=utf-8", KEPT_FOR_GOOD, async () =>
    encode(transpiler.transformSync(FRAME_SOURCE)),
  );
  const stylesheet = asset("text/css; charset=utf-8", REVALIDATED, async () => encode(mathStylesheet()));
  const fonts = [...mathFonts()].map(([name, file]): [string, PageAsset] => [
    FONTS_PATH + name,
    asset("font/woff2", KEPT_FOR_A_DAY, () => Bun.file(file).bytes()),
  ]);
  return new Map([
    [PAGE_SCRIPT, script],
    [FRAME_SCRIPT, framing],
    [MATH_STYLESHEET, stylesheet],
    [PAGE_STYLESHEET, asset("text/css; charset=utf-8", KEPT_FOR_GOOD, async () => encode(PAGE_CSS))],
    [LIVE_STYLESHEET, asset("text/css; charset=utf-8", KEPT_FOR_GOOD, async () => encode(LIVE_CSS))],
    [DIAGRAM_FRAME, frame],
    [DIAGRAM_SCRIPT, drawing],
    [MERMAID_SCRIPT, mermaid],
    ...fonts,
  ]);
}

const encode = (text: string) => new TextEncoder().encode(text);

function asset(
  content_type: string,
  cache_control: string,
  make: PageAsset["make"],
  policy = "default-src 'none'",
): PageAsset {
  const headers = {
    "content-security-policy": policy,
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "cross-origin",
  };
  return { content_type, cache_control, headers, make };
}
