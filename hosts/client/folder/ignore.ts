// Which paths of a folder are nobody's to publish or to sync:
// the patterns of .docsvcignore, in the grammar of gitignore(5).
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import createIgnore from "ignore";
import { CommandError } from "../../command/command.ts";

export const STATE_FOLDER = ".docsvc";
const IGNORE_FILE = ".docsvcignore";
/** Hidden files and what tools keep for themselves; a `!` pattern takes one back. */
const ALWAYS = [".*", "node_modules/", "Thumbs.db", "desktop.ini", "~$*", "*.swp", "?*~"];

/** Whether a path is left out, by a pattern for itself or for a folder above it. */
export type Ignored = (path: string, is_folder: boolean) => boolean;

/** Throws CommandError for a file of patterns that is there and cannot be read. */
export async function readIgnored(root: string): Promise<Ignored> {
  const path = join(root, IGNORE_FILE);
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    // Without it, what it leaves out would be sent.
    throw new CommandError(`${path} cannot be read (${error.message}): mend or remove it, nothing was done`);
  });
  if (bytes === null) return ignoredBy("");
  try {
    return ignoredBy(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new CommandError(`${path} is not text in UTF-8: save it in that encoding, nothing was done`);
  }
}

/** The last pattern that matches decides; what lies in a folder that is left out cannot be taken back. */
export function ignoredBy(text: string): Ignored {
  const rules = createIgnore({ ignorecase: false }).add(ALWAYS).add(text);
  return (path, is_folder) => {
    // Also where the file system does not tell case apart.
    const top = path.split("/")[0]?.toLowerCase();
    if (top === STATE_FOLDER || top === IGNORE_FILE) return true;
    return rules.ignores(is_folder ? `${path}/` : path);
  };
}
