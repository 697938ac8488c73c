// Which paths of a folder are nobody's to publish or to sync: the patterns of .docsvcignore, in the grammar of gitignore(5).
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import createIgnore from "ignore";

export const STATE_FOLDER = ".docsvc";
const IGNORE_FILE = ".docsvcignore";
/** Hidden files and what tools keep for themselves; a `!` pattern takes one back. */
const ALWAYS = [".*", "node_modules/", "Thumbs.db", "desktop.ini", "~$*", "*.swp", "*~"];

/** Whether a path is left out, by a pattern for itself or for a folder above it. */
export type Ignored = (path: string, is_folder: boolean) => boolean;

export async function readIgnored(root: string): Promise<Ignored> {
  const text = await readFile(join(root, IGNORE_FILE), "utf8").catch(() => "");
  return ignoredBy(text);
}

/** The last pattern that matches decides; what lies in a folder that is left out cannot be taken back. */
export function ignoredBy(text: string): Ignored {
  const rules = createIgnore({ ignorecase: false }).add(ALWAYS).add(text);
  return (path, is_folder) => {
    const [top] = path.split("/");
    if (top === STATE_FOLDER || top === IGNORE_FILE) return true;
    return rules.ignores(is_folder ? `${path}/` : path);
  };
}
