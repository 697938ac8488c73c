// Applies a patch to the files that it names: all of it, or nothing and the reason.
import { splitLines } from "./line_diff.ts";
import { type FilePatch, PatchError, type PatchHunk } from "./patch_parse.ts";

export interface PatchOptions {
  files: readonly FilePatch[];
  /** The content of every path that the patch names; null where there is no file. */
  contents: ReadonlyMap<string, string | null>;
}

export interface AppliedFile {
  path: string;
  /** Where it was before, for renames and copies. */
  from?: string;
  action: FilePatch["action"];
  /** The new content; null for a file that is gone. */
  text: string | null;
}

/** Throws a PatchError that names the file and the hunk. */
export function applyPatch({ files, contents }: PatchOptions): AppliedFile[] {
  const leaving = new Set(files.flatMap((file) => (isLeaving(file) ? [file.from] : [])));
  const now = new Map<string, string | null>();
  return files.map((file) => {
    const { action, from, path } = file;
    // Renames speak of the files as they were, so that two can trade their names; a second patch of one file goes on from the first.
    const before =
      action === "rename" || action === "copy" ? contents.get(from) : (now.get(from) ?? contents.get(from));
    const isTaken = (now.get(path) ?? (leaving.has(path) ? null : contents.get(path))) !== null;
    if (action !== "modify" && action !== "delete" && isTaken && path !== from) throw refuseTaken(path);
    if (action === "create" && isTaken) throw refuseTaken(path);
    if (action !== "create" && (before === null || before === undefined)) {
      throw new PatchError(`"${from}" is not a file of this document; nothing was written`);
    }
    const made = applyHunks(action === "create" ? "" : (before ?? ""), file);
    const text = action === "delete" ? null : made;
    if (action === "delete" && made !== "") {
      throw new PatchError(`"${path}" is to be deleted and has lines that the diff does not name; nothing was written`);
    }
    if (action === "rename" && !now.has(from)) now.set(from, null);
    now.set(path, text);
    return { path, action, text, ...(action === "rename" || action === "copy" ? { from } : {}) };
  });
}

function isLeaving({ action }: FilePatch): boolean {
  return action === "delete" || action === "rename";
}

function refuseTaken(path: string): PatchError {
  return new PatchError(`"${path}" is there already, and the diff says that it is new; nothing was written`);
}

function applyHunks(text: string, { path, hunks }: FilePatch): string {
  if (hunks.length === 0) return text;
  const lines = splitLines(text);
  const made: string[] = [];
  let done = 0;
  let drift = 0;
  for (const hunk of hunks) {
    const wanted = hunk.old_lines.length === 0 ? hunk.old_start : hunk.old_start - 1;
    const at = findPlace(lines, hunk, { wanted: wanted + drift, from: done });
    if (at === null) throw refuseHunk({ lines, path, hunk }, wanted + drift);
    drift = at - wanted;
    for (const line of lines.slice(done, at)) made.push(line);
    for (const line of hunk.new_lines) made.push(line);
    done = at + hunk.old_lines.length;
  }
  for (const line of lines.slice(done)) made.push(line);
  refuseInnerEnd(made, path);
  return made.join("");
}

/** The place nearest to the one named where all old lines stand; lines before `from` are taken by the hunk before. */
function findPlace(
  lines: readonly string[],
  { old_lines }: PatchHunk,
  { wanted, from }: { wanted: number; from: number },
): number | null {
  const last = lines.length - old_lines.length;
  if (old_lines.length === 0) return wanted >= from && wanted <= lines.length ? wanted : null;
  const fits = (at: number) => at >= from && at <= last && old_lines.every((line, index) => lines[at + index] === line);
  for (let off = 0; wanted - off >= from || wanted + off <= last; off++) {
    if (fits(wanted - off)) return wanted - off;
    if (fits(wanted + off)) return wanted + off;
  }
  return null;
}

function refuseHunk({ lines, path, hunk }: { lines: readonly string[]; path: string; hunk: PatchHunk }, at: number) {
  const differs = hunk.old_lines.findIndex((line, index) => lines[at + index] !== line);
  const [wanted, found] = [hunk.old_lines[differs], lines[at + differs]];
  const isEnding = wanted !== undefined && found !== undefined && bare(wanted) === bare(found);
  const what = isEnding
    ? "the line is the same but for its end (CRLF, LF or none)"
    : `the diff has ${quote(wanted)} there, the file ${found === undefined ? "ends before" : `has ${quote(found)}`}`;
  return new PatchError(
    `hunk ${hunk.number} of "${path}" does not apply at line ${at + Math.max(0, differs) + 1}: ${what}; read the file again, nothing was written`,
  );
}

function bare(line: string): string {
  return line.replace(/\r?\n$/, "");
}

function quote(line: string | undefined): string {
  return line === undefined ? "nothing" : JSON.stringify(bare(line).slice(0, 80));
}

/** Only the last line of a file may be without an end. */
function refuseInnerEnd(lines: readonly string[], path: string): void {
  const at = lines.findIndex((line, index) => index < lines.length - 1 && !line.endsWith("\n"));
  if (at < 0) return;
  throw new PatchError(`the diff puts lines after line ${at + 1} of "${path}", which has no end; nothing was written`);
}
