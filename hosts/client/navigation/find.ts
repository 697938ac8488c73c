// Finds the table of contents of a folder: mdBook's SUMMARY.md in it, or MkDocs' mkdocs.yml in it or beside it.
import { basename, dirname, join, posix, relative, sep } from "node:path";
import { CommandError } from "../../command/command.ts";
import { docsFolderOf, readMkdocs } from "./mkdocs.ts";
import type { Outline } from "./outline.ts";
import { readSummary } from "./summary.ts";

const MKDOCS = ["mkdocs.yml", "mkdocs.yaml"];

/** What was found, and the file that says it, as people know it. */
export interface FoundOutline {
  outline: Outline;
  file: string;
}

/** Throws CommandError where there is none, and for one that cannot be read. */
export async function demandOutline(from: string, paths: readonly string[]): Promise<FoundOutline> {
  const found = await findOutline(from, paths);
  if (found) return found;
  throw new CommandError(
    `${from} has no table of contents: --navigation needs a SUMMARY.md in it, or a mkdocs.yml with a nav in it or beside it`,
  );
}

/** Null where there is none. Throws CommandError for one that cannot be read. */
export async function findOutline(from: string, paths: readonly string[]): Promise<FoundOutline | null> {
  const depth = (path: string) => path.split("/").length;
  const summaries = paths.filter((path) => posix.basename(path) === "SUMMARY.md");
  const [summary] = summaries.toSorted((one, other) => depth(one) - depth(other));
  if (summary !== undefined) {
    const folder = posix.dirname(summary);
    const text = await Bun.file(join(from, summary)).text();
    return { outline: readSummary(text, { folder: folder === "." ? "" : folder }), file: summary };
  }
  for (const place of [from, dirname(from)]) {
    for (const name of MKDOCS) {
      const found = await readConfig(join(place, name), from);
      if (found) return found;
    }
  }
  return null;
}

async function readConfig(path: string, from: string): Promise<FoundOutline | null> {
  const text = await Bun.file(path)
    .text()
    .catch(() => null);
  if (text === null) return null;
  try {
    const pages = relative(from, join(dirname(path), docsFolderOf(text)))
      .split(sep)
      .join("/");
    // One beside the folder is another book's unless its pages lie here.
    if (pages.startsWith("..")) return null;
    const outline = readMkdocs(text, { folder: pages });
    return outline && { outline, file: basename(path) };
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
