// Says of an HTML page that goes up alone what it shows and will not find:
// a sandboxed page loads nothing but its document's own files.
import { existsSync } from "node:fs";
import { findTarget } from "../publish/target.ts";
import { replaceHtmlLinks } from "../publish/web_links.ts";
import { UNIT_ENDING } from "./names.ts";
import type { LocalUnit } from "./trees.ts";

const SHOWN = 5;

/** The line to tell of a page that shows files of the folder; null for one that shows none, and for everything else. */
export async function tellPartsLeft({ path, shape, files }: LocalUnit): Promise<string | null> {
  const file = files[""];
  if (shape !== "file" || !file || !/\.html?$/i.test(path)) return null;
  const root = file.absolute.slice(0, -path.length);
  const parts = new Set<string>();
  replaceHtmlLinks(await Bun.file(file.absolute).text(), ({ url, embedded }) => {
    const target = findTarget(url, { from: path, has: (one) => existsSync(root + one) });
    if (embedded && target.to === "file") parts.add(target.path);
    return null;
  });
  if (parts.size === 0) return null;
  const named = [...parts].slice(0, SHOWN).join(", ") + (parts.size > SHOWN ? ` and ${parts.size - SHOWN} more` : "");
  const whole = path.replace(/\.html?$/i, UNIT_ENDING);
  return `links that lead to nothing: ${path} shows ${named}, and an HTML page finds the files of its own document alone: put all of it into ${whole}/ with the page as index.html, or bring the folder up with "docsvc publish"`;
}
