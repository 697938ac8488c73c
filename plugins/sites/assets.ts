// The stylesheet and the script of sites, at addresses that name their content.
import { createHash } from "node:crypto";
import { PAGE_CSS } from "../rendering/port.ts";
import bar from "./style/bar.css" with { type: "text" };
import listing from "./style/listing.css" with { type: "text" };
import page from "./style/page.css" with { type: "text" };
import screens from "./style/screens.css" with { type: "text" };
import tree from "./style/tree.css" with { type: "text" };

const SCRIPT_SOURCE = await Bun.file(new URL("./browser.ts", import.meta.url)).text();
const STYLE_TEXT = `${PAGE_CSS}${bar}${tree}${page}${listing}${screens}`;

export const SITE_STYLE = `/assets/site/${nameOf(STYLE_TEXT)}.css`;
export const SITE_SCRIPT = `/assets/site/${nameOf(SCRIPT_SOURCE)}.js`;

/** A file that pages of sites load. */
export interface SiteAsset {
  bytes: Uint8Array<ArrayBuffer>;
  content_type: string;
}

const STYLE: SiteAsset = { bytes: new TextEncoder().encode(STYLE_TEXT), content_type: "text/css; charset=utf-8" };
const SCRIPT: SiteAsset = {
  bytes: new TextEncoder().encode(new Bun.Transpiler({ loader: "ts", target: "browser" }).transformSync(SCRIPT_SOURCE)),
  content_type: "text/javascript; charset=utf-8",
};

/** The files that pages of sites load, by their addresses. */
export function siteAssets(): ReadonlyMap<string, SiteAsset> {
  return new Map([
    [SITE_STYLE, STYLE],
    [SITE_SCRIPT, SCRIPT],
  ]);
}

/** A file of sites by the last part of its address; null for any other. */
export function siteAsset(name: string): SiteAsset | null {
  if (SITE_STYLE.endsWith(`/${name}`)) return STYLE;
  return SITE_SCRIPT.endsWith(`/${name}`) ? SCRIPT : null;
}

function nameOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
