// What generated pages load from the content host beside their document: our own files, which no document can stand in for.
import { createHash } from "node:crypto";

/** Below this address of the content host lie the assets; documents lie elsewhere. */
export const ASSETS_PATH = "/assets/";

const SCRIPT_SOURCE = await Bun.file(new URL("./browser.ts", import.meta.url)).text();
const SCRIPT_DIGEST = createHash("sha256").update(SCRIPT_SOURCE).digest("hex").slice(0, 16);

/** A page that was made with another script shows no copy buttons until it is made again. */
export const PAGE_SCRIPT = `${ASSETS_PATH}page-${SCRIPT_DIGEST}.js`;

/** A file of ours as it is served. */
export interface PageAsset {
  content_type: string;
  cache_control: string;
  headers: Record<string, string>;
  make(): Promise<Uint8Array<ArrayBuffer>>;
}

/** Of what has its hash in its address. */
const KEPT_FOR_GOOD = "public, max-age=31536000, immutable";

/** Every asset by its address on the content host. */
export function pageAssets(): ReadonlyMap<string, PageAsset> {
  const transpiler = new Bun.Transpiler({ loader: "ts", target: "browser" });
  const script = asset("text/javascript; charset=utf-8", KEPT_FOR_GOOD, async () =>
    encode(transpiler.transformSync(SCRIPT_SOURCE)),
  );
  return new Map([[PAGE_SCRIPT, script]]);
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
