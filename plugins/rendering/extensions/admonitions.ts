// Writes `!!! note`, `:::note`, `> [!tip]- Title` and `=== "Tab"` as quotes that alerts are made of,
// so that the parser reads all inside.
import { ALERT_KINDS, type AlertKind } from "./alert_kinds.ts";
import { type BlockPlace, followLines, indentOf, outdent } from "./block_lines.ts";
import { readDefinition, writeDefinition } from "./definition_lists.ts";
import type { Chosen, MarkdownExtension } from "./extensions.ts";
import { countHidden } from "./hidden_lines.ts";

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

/** What every text with blocks of an extension has in it. */
const TOLD: Partial<Record<MarkdownExtension, RegExp>> = {
  admonitions: /!!!|\?\?\?/,
  callouts: /\[!/,
  comments: /%%/,
  containers: /:::/,
  definitions: /^[ \t>]*:[ \t]/m,
  mdx: /^[ \t]*(?:import|export)\b|<\/?[A-Z>]|\{\/\*/m,
  tabs: /===/,
};

/** The text with every block of the chosen ones as a quote whose first paragraph begins with `seal`. */
export function writeAdmonitions(source: string, { chosen, seal }: { chosen: Chosen; seal: string }): string {
  const isTold = [...chosen].some((name) => TOLD[name]?.test(source));
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
  const inner = (inside: readonly string[]) => rewrite(inside, { ...writing, depth: writing.depth + 1 });
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const place = follow.read(line);
    const written =
      place && writing.depth <= DEPTH_MAX ? writeBlock(lines, { ...writing, ...place, at, made, inner }) : null;
    if (!place || !written) {
      made.push(line);
      continue;
    }
    const indent = " ".repeat(place.column);
    for (const one of written.lines) made.push(one === "" ? "" : indent + one);
    if (written.ends) follow.leave();
    at += written.taken - 1;
  }
  return made;
}

/** Lines that stand for others, and whether what follows begins anew. */
interface Written {
  lines: string[];
  taken: number;
  ends: boolean;
}

function writeBlock(
  lines: readonly string[],
  writing: Place & Writing & { made: readonly string[]; inner: (inside: readonly string[]) => string[] },
): Written | null {
  const { chosen, made, inner, seal } = writing;
  const hidden = countHidden(lines, writing);
  if (hidden > 0) return { lines: [""], taken: hidden, ends: true };
  const begun = beginBlock(lines, writing);
  if (begun) {
    const quote = [`> ${seal}${markOf(begun)} ${begun.title}`, ...quoted(["", ...inner(begun.inside)])];
    // Beside a quote of the author it would go on with that; what follows does not go on with its last paragraph.
    const isBeside = /^[ \t]*>/.test(made.at(-1) ?? "");
    return { lines: [...(isBeside ? [""] : []), ...quote, ""], taken: begun.taken, ends: true };
  }
  if (writing.text.startsWith(">")) {
    const inside = quoteAt(lines, writing);
    return { lines: quoted(inner(inside)), taken: inside.length, ends: false };
  }
  const isFirst = (made.at(-1) ?? "").trim() === "";
  const definition = isFirst && chosen.has("definitions") ? readDefinition(lines, writing) : null;
  if (!definition) return null;
  return { lines: writeDefinition(definition, inner), taken: definition.taken, ends: true };
}

const quoted = (inside: readonly string[]) => inside.map((line) => (line === "" ? ">" : `> ${line}`));

/** The lines of a quote from `at` on, without its marks. */
function quoteAt(lines: readonly string[], { at }: { at: number }): string[] {
  const inside: string[] = [];
  for (
    let line = indentOf(lines[at] ?? "");
    line.text.startsWith(">");
    line = indentOf(lines[at + inside.length] ?? "")
  ) {
    // The mark takes one column behind it, and a tab goes on to the next stop.
    const rest = indentOf(" ".repeat(line.column + 1) + line.text.slice(1));
    inside.push(" ".repeat(Math.max(0, rest.column - line.column - 2)) + rest.text);
  }
  return inside;
}

interface Place extends BlockPlace {
  at: number;
  chosen: Chosen;
}

function beginBlock(lines: readonly string[], place: Place): Begun | null {
  const { chosen, text } = place;
  if (chosen.has("callouts") && text.startsWith(">")) return beginCallout(lines, place);
  if (chosen.has("tabs") && text.startsWith("===")) return beginTab(lines, place);
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
  return {
    state: mark === "!!!" ? "always" : mark.endsWith("+") ? "open" : "closed",
    kind,
    title: title ?? capitalized(kind),
    ...indentedBelow(lines, { at, column }),
  };
}

/** What is indented below a line, with the number of lines of both. */
function indentedBelow(lines: readonly string[], { at, column }: { at: number; column: number }) {
  let end = at + 1;
  for (let next = end; next < lines.length; next++) {
    const line = lines[next] ?? "";
    if (line.trim() === "") continue;
    if (indentOf(line).column < column + ADMONITION_COLUMNS) break;
    end = next + 1;
  }
  const inside = lines.slice(at + 1, end).map((line) => outdent(line, column + ADMONITION_COLUMNS));
  return { inside, taken: end - at };
}

/** As the "tabbed" of PyMdown reads them: the first of several side by side is open, as is one that says so. */
const TAB = /^===([!+]*) "(.*)"[ \t]*$/;

function beginTab(lines: readonly string[], { at, column, text }: Place): Begun | null {
  const [, marks, title] = TAB.exec(text) ?? [];
  if (marks === undefined || title === undefined) return null;
  let before = at - 1;
  for (; before >= 0; before--) {
    const line = lines[before] ?? "";
    if (line.trim() !== "" && indentOf(line).column <= column) break;
  }
  const isFirst = marks.includes("!") || !TAB.test(indentOf(lines[before] ?? "").text);
  const state = isFirst || marks.includes("+") ? "open" : "closed";
  return { state, kind: "note", title, ...indentedBelow(lines, { at, column }) };
}

/** Obsidian's, which GitHub's alerts are among; what it does not know is a note with that for a title. */
const CALLOUT = /^\[!([^\]|[\n]{1,40})(?:\|[^\]\n]*)?\]([-+]?)(?:[ \t]+(.*?))?[ \t]*$/;

function beginCallout(lines: readonly string[], place: Place): Begun | null {
  const [first = "", ...inside] = quoteAt(lines, place);
  const [, word = "", fold, title = ""] = CALLOUT.exec(first) ?? [];
  if (fold === undefined) return null;
  const kind = word.trim().toLowerCase();
  const state = fold === "" ? "always" : fold === "+" ? "open" : "closed";
  return { state, kind, title: title || capitalized(kind), inside, taken: inside.length + 1 };
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
