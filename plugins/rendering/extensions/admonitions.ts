// Writes MkDocs' `!!! note` and the `:::note` of Docusaurus and VitePress as quotes that alerts are made of, so that the parser reads all inside.
import { ALERT_KINDS, type AlertKind } from "./alert_kinds.ts";
import { type BlockPlace, followLines, indentOf, outdent } from "./block_lines.ts";
import type { Chosen } from "./extensions.ts";

/** More than the parser takes inside each other, so that it says what is wrong; deeper ones stay as they are written. */
const DEPTH_MAX = 128;

/** How a block is shown: always, or under a title that opens it. */
export type BlockState = "always" | "closed" | "open";

/** The words that programs know, by the alert whose colour they get; any other is a note where its program takes it. */
const COLOURS: Readonly<Record<AlertKind, readonly string[]>> = {
  note: ["note", "abstract", "summary", "tldr", "info", "todo", "example", "snippet", "quote", "cite", "secondary"],
  tip: ["tip", "hint", "success", "check", "done"],
  important: ["important", "question", "help", "faq"],
  warning: ["warning", "attention"],
  caution: ["caution", "danger", "error", "failure", "fail", "missing", "bug"],
};
/** What `:::` begins; any other word there stays as it is written, as in the programs. */
const CONTAINERS = new Set([
  ...["note", "tip", "info", "warning", "danger", "caution", "important", "success", "secondary", "details"],
]);

interface Begun {
  state: BlockState;
  kind: string;
  /** In markdown; empty for none. */
  title: string;
  /** Lines of its content, outdented, and the number of lines that it takes with its first and last. */
  inside: string[];
  taken: number;
}

/** The text with every block of the chosen ones as a quote whose first paragraph begins with `seal`. */
export function writeAdmonitions(source: string, { chosen, seal }: { chosen: Chosen; seal: string }): string {
  const isTold =
    (chosen.has("admonitions") && /!!!|\?\?\?/.test(source)) || (chosen.has("containers") && /:::/.test(source));
  return isTold ? rewrite(source.split(/\r\n|\n|\r/), { chosen, seal, depth: 0 }).join("\n") : source;
}

interface Writing {
  chosen: Chosen;
  seal: string;
  depth: number;
}

function rewrite(lines: readonly string[], writing: Writing): string[] {
  const made: string[] = [];
  const follow = followLines();
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const place = follow.read(line);
    const begun =
      place && writing.depth <= DEPTH_MAX ? beginBlock(lines, { at, ...place, chosen: writing.chosen }) : null;
    if (!place || !begun) {
      made.push(line);
      continue;
    }
    const indent = " ".repeat(place.column);
    // Beside a quote of the author it would go on with that.
    if (/^[ \t]*>/.test(made.at(-1) ?? "")) made.push("");
    made.push(`${indent}> ${writing.seal}${markOf(begun)} ${begun.title}`);
    for (const inner of ["", ...rewrite(begun.inside, { ...writing, depth: writing.depth + 1 })]) {
      made.push(`${indent}>${inner === "" ? "" : ` ${inner}`}`);
    }
    // What follows does not go on with its last paragraph.
    made.push("");
    follow.leave();
    at += begun.taken - 1;
  }
  return made;
}

interface Place extends BlockPlace {
  at: number;
  chosen: Chosen;
}

function beginBlock(lines: readonly string[], place: Place): Begun | null {
  const { chosen, text } = place;
  if (chosen.has("admonitions") && /^(?:!!!|\?\?\?)/.test(text)) return beginAdmonition(lines, place);
  return chosen.has("containers") && text.startsWith(":::") ? beginContainer(lines, place) : null;
}

/** As Python-Markdown and its "details" read them; further words are classes. */
const ADMONITION = /^(!!!|\?\?\?\+?) ?([\w-]+(?: +[\w-]+)*)?(?: +"(.*)")?[ \t]*$/;
const ADMONITION_COLUMNS = 4;

function beginAdmonition(lines: readonly string[], { at, column, text }: Place): Begun | null {
  const [, mark = "", classes, title] = ADMONITION.exec(text) ?? [];
  if (mark === "" || (classes === undefined && title === undefined)) return null;
  const kind = (classes ?? "note").split(" ")[0]?.toLowerCase() ?? "note";
  let end = at + 1;
  for (let next = end; next < lines.length; next++) {
    const line = lines[next] ?? "";
    if (line.trim() === "") continue;
    if (indentOf(line).column < column + ADMONITION_COLUMNS) break;
    end = next + 1;
  }
  return {
    state: mark === "!!!" ? "always" : mark.endsWith("+") ? "open" : "closed",
    kind,
    title: title ?? capitalized(kind),
    inside: lines.slice(at + 1, end).map((line) => outdent(line, column + ADMONITION_COLUMNS)),
    taken: end - at,
  };
}

/** `:::note`, `::: tip Title`, `:::info[Title]{#id}`; what stands in braces is for programs. */
const CONTAINER = /^(:{3,})[ \t]*([A-Za-z][\w-]*)(?:\[(.*?)\]|[ \t]+(?!\{)(.*?))?[ \t]*(\{[^{}]*\})?[ \t]*$/;

function beginContainer(lines: readonly string[], { at, column, text, base }: Place): Begun | null {
  const [, mark = "", word = "", labelled, said, braces = ""] = CONTAINER.exec(text) ?? [];
  const kind = word.toLowerCase();
  if (!CONTAINERS.has(kind)) return null;
  const closing = new RegExp(`^[ \\t]*:{${mark.length},}[ \\t]*$`);
  let end = at + 1;
  // What is never closed goes on to the end of what it is in, as it does in the programs.
  while (end < lines.length && !closing.test(lines[end] ?? "") && !endsItem(lines[end] ?? "", base)) end++;
  const isClosed = closing.test(lines[end] ?? "");
  const title = labelled ?? said ?? "";
  return {
    state: kind !== "details" ? "always" : /\bopen\b/.test(braces) ? "open" : "closed",
    kind,
    title: title.trim() || capitalized(kind),
    inside: lines.slice(at + 1, end).map((line) => outdent(line, column)),
    taken: end + (isClosed ? 1 : 0) - at,
  };
}

function endsItem(line: string, base: number): boolean {
  return line.trim() !== "" && indentOf(line).column < base;
}

function capitalized(kind: string): string {
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}

/** What stands behind the seal, before the title. */
function markOf({ state, kind }: Begun): string {
  const colour = ALERT_KINDS.find((name) => COLOURS[name].includes(kind)) ?? "note";
  return `block-${state}-${colour}`;
}
