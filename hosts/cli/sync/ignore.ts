// Which paths of the folder are nobody's to sync: the patterns of .docsvcignore, in the grammar of gitignore(5).
import { readFile } from "node:fs/promises";
import { join } from "node:path";

export const STATE_FOLDER = ".docsvc";
const IGNORE_FILE = ".docsvcignore";
/** Hidden files and what tools keep for themselves; a `!` pattern takes one back. */
const ALWAYS = [".*", "node_modules/", "Thumbs.db", "desktop.ini", "~$*", "*.swp", "*~"];

/** Whether a path is left out, by a pattern for itself or for a folder above it. */
export type Ignored = (path: string, is_folder: boolean) => boolean;

interface Rule {
  glob: Bun.Glob;
  takes_back: boolean;
  folders_only: boolean;
}

export async function readIgnored(root: string): Promise<Ignored> {
  const text = await readFile(join(root, IGNORE_FILE), "utf8").catch(() => "");
  return ignoredBy(text);
}

/** The last pattern that matches decides; what lies in a folder that is left out cannot be taken back. */
export function ignoredBy(text: string): Ignored {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const rules = [...ALWAYS, ...lines].map(readRule);
  const decides = (path: string, is_folder: boolean) =>
    rules.findLast(({ glob, folders_only }) => (is_folder || !folders_only) && glob.match(path));
  return (path, is_folder) => {
    const segments = path.split("/");
    if (segments[0] === STATE_FOLDER || segments[0] === IGNORE_FILE) return true;
    return segments.some((_segment, index) => {
      const isWhole = index === segments.length - 1;
      const rule = decides(segments.slice(0, index + 1).join("/"), isWhole ? is_folder : true);
      return rule !== undefined && !rule.takes_back;
    });
  };
}

function readRule(line: string): Rule {
  const takes_back = line.startsWith("!");
  const bare = (takes_back ? line.slice(1) : line).replace(/^\\(?=[#!])/, "").trimEnd();
  const folders_only = bare.endsWith("/");
  const path = folders_only ? bare.slice(0, -1) : bare;
  // Without a slash inside, a pattern means every folder.
  const pattern = path.includes("/") ? path.replace(/^\//, "") : `**/${path}`;
  // Braces mean nothing in this grammar.
  return { glob: new Bun.Glob(pattern.replace(/[{}]/g, "\\$&")), takes_back, folders_only };
}
