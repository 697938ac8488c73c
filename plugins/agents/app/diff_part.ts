// A unified difference as a table for each file: lines that go are struck, lines that come are underlined.
import { type Html, html } from "../../../kernel/plugin.ts";
import type { Asking } from "../../app/port/ask.ts";
import { turningNamed } from "../../rendering/port.ts";
import { agentWords } from "./words.ts";

/** More of a difference is not laid out: a page has to open in a moment. */
const LINES_MAX = 5000;
const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

interface DiffLine {
  kind: "same" | "was" | "now" | "skipped";
  before: number | null;
  after: number | null;
  text: string;
}

interface DiffFile {
  path: string;
  lines: DiffLine[];
}

export function diffPart(call: Asking, diff: string): Html {
  const words = agentWords(call);
  const lines = diff.split("\n");
  const files = readDiff(lines.slice(0, LINES_MAX));
  return html`${files.map(
    ({ path, lines }) =>
      html`<h3 dir="auto">${path}</h3><div class="diff"><table><caption class="only">${words.compared}</caption><thead class="only"><tr><th scope="col">${words.line_before}</th><th scope="col">${words.line_after}</th><th scope="col">${words.text}</th></tr></thead><tbody>${lines.map(lineRow)}</tbody></table></div>`,
  )}${lines.length > LINES_MAX && html`<p class="fine">${words.more_lines(lines.length - LINES_MAX)}</p>`}`;
}

function lineRow({ kind, before, after, text }: DiffLine): Html {
  if (kind === "skipped") return html`<tr class="skipped"><td colspan="3">${text}</td></tr>`;
  const shown = kind === "was" ? html`<del>${text}</del>` : kind === "now" ? html`<ins>${text}</ins>` : text;
  return html`<tr class="${kind}"><td class="no">${before}</td><td class="no">${after}</td><td class="text" dir="auto">${shown}</td></tr>`;
}

/** Within a hunk each line is one of the file, also where it looks like the name of another file. */
function readDiff(lines: readonly string[]): DiffFile[] {
  const files: DiffFile[] = [];
  const at = { before: 0, after: 0, before_left: 0, after_left: 0 };
  for (const line of lines) {
    if (at.before_left <= 0 && at.after_left <= 0) {
      readHeader(line, files, at);
      continue;
    }
    const [sign] = line;
    // What stands behind the last line, such as that it does not end.
    if (sign === "\\") continue;
    const isOld = sign !== "+";
    const isNew = sign !== "-";
    files.at(-1)?.lines.push({
      kind: isOld && isNew ? "same" : isOld ? "was" : "now",
      before: isOld ? at.before : null,
      after: isNew ? at.after : null,
      text: line.slice(1),
    });
    if (isOld) Object.assign(at, { before: at.before + 1, before_left: at.before_left - 1 });
    if (isNew) Object.assign(at, { after: at.after + 1, after_left: at.after_left - 1 });
  }
  return files;
}

function readHeader(
  line: string,
  files: DiffFile[],
  at: { before: number; after: number; before_left: number; after_left: number },
): void {
  const hunk = HUNK.exec(line);
  if (hunk) {
    const [, before, before_left = "1", after, after_left = "1"] = hunk;
    Object.assign(at, { before: Number(before), after: Number(after) });
    Object.assign(at, { before_left: Number(before_left), after_left: Number(after_left) });
    const file = files.at(-1);
    if (file && file.lines.length > 0) file.lines.push({ kind: "skipped", before: null, after: null, text: "⋯" });
    return;
  }
  if (line.startsWith("--- ")) files.push({ path: nameIn(line), lines: [] });
  // A file that is new has its name in the second line alone, one that goes in the first.
  else if (line.startsWith("+++ ") && nameIn(line) !== "/dev/null") {
    const file = files.at(-1);
    if (file) file.path = nameIn(line);
  }
}

/** Names with letters that are not plain are quoted as in C, their bytes in octal. */
function nameIn(line: string): string {
  const name = line.slice(4).replace(/\t.*$/, "");
  const plain = name.startsWith('"') ? unquoted(name.slice(1, -1)) : name;
  return turningNamed(plain.replace(/^[ab]\//, ""));
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

function unquoted(text: string): string {
  const bytes = [...text.matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/g)].map(([, octal, escaped, plain = ""]) =>
    octal === undefined
      ? Buffer.from(escaped === undefined ? plain : (ESCAPES[escaped] ?? escaped))
      : Buffer.from([Number.parseInt(octal, 8)]),
  );
  return Buffer.concat(bytes).toString();
}
