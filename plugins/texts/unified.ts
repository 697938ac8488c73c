// Prints the difference of two texts as git does: unified, with three lines of context and quoted paths.
import { createInterner, diffIds, splitLines } from "./line_diff.ts";

const CONTEXT = 3;

export interface Hunk {
  old_start: number;
  old_lines: number;
  new_start: number;
  new_lines: number;
  /** Each with its sign in front and without its line end. */
  lines: string[];
}

export interface TextDiff {
  hunks: Hunk[];
  /** The hunks as text, without any file header; `""` for equal texts. */
  body: string;
  added: number;
  removed: number;
}

/** Past `budget_ms` the rest counts as changed, which is right and longer than it need be. */
export function diffTexts(before: string, after: string, budget_ms: number): TextDiff {
  const intern = createInterner();
  const [old, fresh] = [splitLines(before), splitLines(after)];
  const diff = diffIds(
    { ids: intern(old), lines: old },
    { ids: intern(fresh), lines: fresh },
    performance.now() + budget_ms,
  );
  const changes = listChanges(diff.removed, diff.added);
  const parts: string[] = [];
  const hunks = joinNear(changes).map((near) => writeHunk({ old, fresh }, near, parts));
  return {
    hunks,
    body: parts.join(""),
    added: changes.reduce((sum, one) => sum + one.b1 - one.b0, 0),
    removed: changes.reduce((sum, one) => sum + one.a1 - one.a0, 0),
  };
}

/** Lines `a0` to `a1` of the old text became `b0` to `b1` of the new one. */
interface Change {
  a0: number;
  a1: number;
  b0: number;
  b1: number;
}

function listChanges(removed: Uint8Array, added: Uint8Array): Change[] {
  const changes: Change[] = [];
  let [a, b] = [0, 0];
  while (a < removed.length || b < added.length) {
    if (!removed[a] && !added[b]) {
      a++;
      b++;
      continue;
    }
    const [a0, b0] = [a, b];
    while (removed[a]) a++;
    while (added[b]) b++;
    changes.push({ a0, a1: a, b0, b1: b });
  }
  return changes;
}

/** Changes whose contexts touch stand in one hunk. */
function joinNear(changes: readonly Change[]): Change[][] {
  const near: Change[][] = [];
  for (const change of changes) {
    const last = near.at(-1)?.at(-1);
    if (last && change.a0 - last.a1 <= 2 * CONTEXT) near.at(-1)?.push(change);
    else near.push([change]);
  }
  return near;
}

function writeHunk({ old, fresh }: { old: string[]; fresh: string[] }, near: Change[], parts: string[]): Hunk {
  const [first, last] = [near[0], near.at(-1)];
  if (!first || !last) throw new Error("a hunk without a change");
  const lead = Math.min(CONTEXT, first.a0);
  const trail = Math.min(CONTEXT, old.length - last.a1);
  const [a0, a1, b0, b1] = [first.a0 - lead, last.a1 + trail, first.b0 - lead, last.b1 + trail];
  const lines: string[] = [];
  const head = parts.push("") - 1;
  const write = (sign: string, line: string | undefined) => {
    const text = line ?? "";
    const isEnded = text.endsWith("\n");
    lines.push(sign + (isEnded ? text.slice(0, -1) : text));
    parts.push(sign, text);
    if (isEnded) return;
    lines.push("\\ No newline at end of file");
    parts.push("\n\\ No newline at end of file\n");
  };
  let at = a0;
  for (const change of near) {
    while (at < change.a0) write(" ", old[at++]);
    while (at < change.a1) write("-", old[at++]);
    for (let line = change.b0; line < change.b1; line++) write("+", fresh[line]);
  }
  while (at < a1) write(" ", old[at++]);
  const hunk = {
    // A side without lines is named by the line before it.
    old_start: a1 > a0 ? a0 + 1 : a0,
    old_lines: a1 - a0,
    new_start: b1 > b0 ? b0 + 1 : b0,
    new_lines: b1 - b0,
    lines,
  };
  parts[head] = `@@ -${range(hunk.old_start, hunk.old_lines)} +${range(hunk.new_start, hunk.new_lines)} @@\n`;
  return hunk;
}

function range(start: number, count: number): string {
  return count === 1 ? `${start}` : `${start},${count}`;
}

/** `--- a/path` and `+++ b/path`. A path with a space ends in a tab, so that nothing reads on into a date. */
export function fileHeader(path: string): string {
  return `--- ${headerName("a/", path)}\n+++ ${headerName("b/", path)}\n`;
}

function headerName(prefix: string, path: string): string {
  const quoted = quotePath(prefix + path);
  return quoted.includes(" ") && !quoted.startsWith('"') ? `${quoted}\t` : quoted;
}

/** One side of a file's header; null for a file that is not there. */
export interface HeaderSide {
  bytes: Uint8Array;
}

/** The whole header that git prints for one path, with the object names of the two contents. */
export function gitHeader(path: string, before: HeaderSide | null, after: HeaderSide | null): string {
  const [a, b] = [quotePath(`a/${path}`), quotePath(`b/${path}`)];
  const lines = [`diff --git ${a} ${b}`];
  if (!before) lines.push("new file mode 100644");
  if (!after) lines.push("deleted file mode 100644");
  lines.push(`index ${objectName(before)}..${objectName(after)}${before && after ? " 100644" : ""}`);
  if (before?.bytes.length || after?.bytes.length) {
    lines.push(
      `--- ${before ? headerName("a/", path) : "/dev/null"}`,
      `+++ ${after ? headerName("b/", path) : "/dev/null"}`,
    );
  }
  return `${lines.join("\n")}\n`;
}

/** The first seven digits of the name by which git knows a content. */
function objectName(side: HeaderSide | null): string {
  if (!side) return "0000000";
  const hash = new Bun.CryptoHasher("sha1").update(`blob ${side.bytes.length}\0`).update(side.bytes);
  return hash.digest("hex").slice(0, 7);
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\u0007": "\\a",
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\v": "\\v",
  "\f": "\\f",
  "\r": "\\r",
  '"': '\\"',
  "\\": "\\\\",
};

/** In quotes as C writes texts, where a path has signs that need it; bytes beyond ASCII are octal. */
function quotePath(path: string): string {
  if (!/[\0-\x1f\x7f"\\\u0080-\uffff]/.test(path)) return path;
  const quoted = [...new TextEncoder().encode(path)].map((byte) => {
    const sign = String.fromCharCode(byte);
    if (ESCAPES[sign]) return ESCAPES[sign];
    return byte < 0x20 || byte >= 0x7f ? `\\${byte.toString(8).padStart(3, "0")}` : sign;
  });
  return `"${quoted.join("")}"`;
}
