// Reads a patch as git prints it: headers of its own, renames, quoted paths, hunks, and final lines without an end.
import { manifest } from "../manifest.ts";
import { splitLines } from "./line_diff.ts";

/** Why a patch cannot be read or applied, in words for its sender. */
export class PatchError extends Error {
  /** All that is left of the class once a worker thread has thrown it. */
  override name = "PatchError";
}

export interface PatchHunk {
  /** As its sender counts them, for messages. */
  number: number;
  /** The first of its old lines, from 1; the line before it when it has none. */
  old_start: number;
  /** Lines with their ends: those it wants to find, and those it puts there. */
  old_lines: string[];
  new_lines: string[];
}

/** What a patch says of a file beside its lines. */
export interface PatchHead {
  action: "modify" | "create" | "delete" | "rename" | "copy";
  /** Where the old content is; for a new file the path itself. */
  from: string;
  path: string;
  has_hunks: boolean;
}

export interface FilePatch extends Omit<PatchHead, "has_hunks"> {
  hunks: PatchHunk[];
}

/** More than any document holds. */
const FILES_MAX = manifest.caps.files_per_patch;

/** The files of a patch in its order. Throws a PatchError for what is no patch. */
export function parsePatch(diff: string): FilePatch[] {
  const reader: Reader = { lines: plainLines(diff), at: 0 };
  const files: FilePatch[] = [];
  while (reader.at < reader.lines.length) {
    const line = headOf(reader);
    if (line.startsWith("diff --git ")) files.push(readGitFile(reader));
    else if (line.startsWith("--- ") && headOf(reader, 1).startsWith("+++ ")) files.push(readPlainFile(reader));
    else if (/^@@ -\d/.test(line)) {
      throw new PatchError(
        `line ${reader.at + 1} begins a hunk before any file is named; put "--- a/path" and "+++ b/path" before it`,
      );
    } else reader.at++;
    if (files.length > FILES_MAX) throw new PatchError(`the diff names more than ${FILES_MAX} files; send fewer`);
  }
  if (files.length === 0) {
    throw new PatchError('the diff names no file; send a unified diff with "--- a/path", "+++ b/path" and "@@" lines');
  }
  return files;
}

interface Reader {
  lines: string[];
  at: number;
}

/** A patch that went through a system with other line ends is read as if it had not. */
function plainLines(diff: string): string[] {
  const lines = splitLines(diff);
  const heads = lines.filter((line) => /^(diff --git |--- |\+\+\+ |@@ -)/.test(line));
  const isConverted = heads.length > 0 && lines.every((line) => line.endsWith("\r\n"));
  return isConverted ? lines.map((line) => `${line.slice(0, -2)}\n`) : lines;
}

/** A line without its end. */
function headOf({ lines, at }: Reader, ahead = 0): string {
  return (lines[at + ahead] ?? "").replace(/\r?\n$/, "");
}

interface Names {
  from: string | null;
  path: string | null;
}

function readGitFile(reader: Reader): FilePatch {
  const header = headOf(reader);
  reader.at++;
  const both = namesOfHeader(header.slice("diff --git ".length));
  const found: Names = { from: both, path: both };
  let action: FilePatch["action"] = "modify";
  for (; reader.at < reader.lines.length; reader.at++) {
    const line = headOf(reader);
    const rename = /^(rename|copy) (from|to) (.*)$/.exec(line);
    if (rename) {
      action = rename[1] === "copy" ? "copy" : "rename";
      found[rename[2] === "from" ? "from" : "path"] = unquote(rename[3] ?? "");
    } else if (line.startsWith("new file mode ")) action = "create";
    else if (line.startsWith("deleted file mode ")) action = "delete";
    else if (/^(GIT binary patch|Binary files )/.test(line)) {
      throw new PatchError(`"${found.path ?? header}" is a binary file in the diff; a patch changes text alone`);
    } else if (!/^(index |old mode |new mode |similarity index |dissimilarity index )/.test(line)) break;
  }
  if (headOf(reader).startsWith("--- ") && headOf(reader, 1).startsWith("+++ ")) {
    const named = readNames(reader);
    // The lines before are surer: here a single name does not tell whether "b/" is a mark or a folder.
    found.from ??= named.from ?? named.path;
    found.path ??= named.path ?? named.from;
    if (named.from === null) action = "create";
    if (named.path === null) action = "delete";
  }
  const { from, path } = found;
  if (from === null || path === null) throw new PatchError(`"${header}" does not tell which file it is about`);
  return { action, from, path, hunks: readHunks(reader, path) };
}

function readPlainFile(reader: Reader): FilePatch {
  const { from, path } = readNames(reader);
  const name = path ?? from;
  if (name === null) throw new PatchError("a file of the diff is /dev/null on both sides");
  const action = from === null ? "create" : path === null ? "delete" : from === path ? "modify" : "rename";
  return { action, from: from ?? name, path: name, hunks: readHunks(reader, name) };
}

/** The names after `---` and `+++`; null for /dev/null. */
function readNames(reader: Reader): Names {
  const [one, two] = [headOf(reader).slice(4), headOf(reader, 1).slice(4)].map(cutDate);
  reader.at += 2;
  const from = one === "/dev/null" ? null : unquote(one ?? "");
  const path = two === "/dev/null" ? null : unquote(two ?? "");
  const marks = [from, path].map((name) => /^([a-z1-2])\//.exec(name ?? "")?.[1] ?? null);
  // git sets a letter of its own before each side; without both of them the names are bare.
  const isMarked =
    from === null || path === null
      ? marks.some((mark) => mark !== null)
      : marks[0] !== marks[1] && !marks.includes(null);
  const strip = (name: string | null) => (name !== null && isMarked ? name.slice(2) : name);
  return { from: strip(from), path: strip(path) };
}

/** What follows a tab is a date, or nothing after a name with a space. */
function cutDate(name: string): string {
  return name.startsWith('"') ? name.replace(/\t.*$/, "") : (name.split("\t")[0] ?? "");
}

/** The one path that `a/x b/x` names twice; null where the two differ, which further headers tell then. */
function namesOfHeader(text: string): string | null {
  const quoted = /^("(?:[^"\\]|\\.)*")/.exec(text)?.[1];
  const first = quoted ?? text.slice(0, (text.length - 1) / 2);
  const second = text.slice(first.length + 1);
  const [one, two] = [unquote(first), unquote(second)];
  if (one === two) return one;
  const isMarked = [one, two].every((name) => /^[a-z1-2]\//.test(name));
  return isMarked && one.slice(2) === two.slice(2) ? one.slice(2) : null;
}

const LETTERS: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };

/** A path that git put in quotes, without them and its escapes, which are bytes of UTF-8; in the form of every name here. */
function unquote(name: string): string {
  if (!/^".*"$/.test(name)) return name.normalize("NFC");
  const bytes: number[] = [];
  const parts = name.slice(1, -1).match(/\\[0-7]{1,3}|\\.|[^\\]/gu) ?? [];
  for (const part of parts) {
    if (/^\\[0-7]/.test(part)) bytes.push(Number.parseInt(part.slice(1), 8) & 0xff);
    else if (part.startsWith("\\")) bytes.push(LETTERS[part[1] ?? ""] ?? part.charCodeAt(1));
    else bytes.push(...new TextEncoder().encode(part));
  }
  return new TextDecoder().decode(Uint8Array.from(bytes)).normalize("NFC");
}

const HUNK = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/;

function readHunks(reader: Reader, path: string): PatchHunk[] {
  const hunks: PatchHunk[] = [];
  for (let match = HUNK.exec(headOf(reader)); match; match = HUNK.exec(headOf(reader))) {
    const number = hunks.length + 1;
    reader.at++;
    const wanted = { old: Number(match[2] ?? 1), new: Number(match[4] ?? 1) };
    const { old_lines, new_lines } = readHunkLines(reader, wanted);
    if (old_lines.length !== wanted.old || new_lines.length !== wanted.new) {
      throw new PatchError(
        `hunk ${number} of "${path}" announces ${wanted.old} old and ${wanted.new} new lines and has ${old_lines.length} and ${new_lines.length}; nothing was written`,
      );
    }
    hunks.push({ number, old_start: Number(match[1]), old_lines, new_lines });
  }
  refuseStray(reader, { path, hunks });
  return hunks;
}

/** Lines behind the last hunk that are changes all the same: whoever sent them would take them for made (rules: writes/patches). */
function refuseStray(reader: Reader, { path, hunks }: { path: string; hunks: readonly PatchHunk[] }): void {
  const line = headOf(reader);
  // The next file's header, and the signature below a patch that was mailed.
  const isOther = /^-{2,3} *$/.test(line) || (line.startsWith("--- ") && headOf(reader, 1).startsWith("+++ "));
  if (isOther || !/^([-+]|@@)/.test(line)) return;
  const shown = line.slice(0, 80);
  if (line.startsWith("@@") || hunks.length === 0) {
    throw new PatchError(
      `hunk ${hunks.length + 1} of "${path}" begins with "${shown}"; it has to begin as "@@ -1,3 +1,4 @@" does, with the first line and the count of lines before and after; nothing was written`,
    );
  }
  throw new PatchError(
    `hunk ${hunks.length} of "${path}" goes on with "${shown}" behind the lines that it announces; count them again; nothing was written`,
  );
}

function readHunkLines(reader: Reader, wanted: { old: number; new: number }) {
  const old_lines: string[] = [];
  const new_lines: string[] = [];
  let last: string[][] = [];
  for (; reader.at < reader.lines.length; reader.at++) {
    const line = reader.lines[reader.at] ?? "";
    const sign = line[0] ?? "";
    if (sign === "\\") {
      for (const list of last) list.push((list.pop() ?? "").replace(/\n$/, ""));
      continue;
    }
    if (old_lines.length >= wanted.old && new_lines.length >= wanted.new) break;
    // An editor that strips the ends of lines leaves nothing of an empty context line.
    const isEmpty = line === "\n" || line === "\r\n";
    const text = withEnd(isEmpty ? line : line.slice(1));
    if (sign === " " || isEmpty) last = [old_lines, new_lines];
    else if (sign === "-") last = [old_lines];
    else if (sign === "+") last = [new_lines];
    else break;
    for (const list of last) list.push(text);
  }
  return { old_lines, new_lines };
}

/** The last line of a diff may have been sent without its end; that a file's line has none is said by a line of its own. */
function withEnd(line: string): string {
  return line.endsWith("\n") ? line : `${line}\n`;
}
