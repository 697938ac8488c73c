// GitHub's alerts: a quote at the top of the text that begins with a line such as `[!NOTE]`.
// The mark is a construct of the parser, so that escapes and code mean what they mean everywhere else.
import type { Element } from "hast";
import type { Blockquote, Paragraph, Root, Text } from "mdast";
import type { Extension } from "mdast-util-from-markdown";
import type { Code, Construct, State, Extension as Syntax } from "micromark-util-types";
import { ALERT_KINDS, type AlertKind } from "../extensions/alert_kinds.ts";
import { element, textOf } from "../html/element.ts";

declare module "micromark-util-types" {
  interface TokenTypeMap {
    alertMark: "alertMark";
  }
}

const OPENING_BRACKET = 91;
const CLOSING_BRACKET = 93;
const CHARS_MAX = "[!important]".length;

/** The mark alone on the first line of a paragraph. */
const alertMark: Construct = {
  name: "alertMark",
  tokenize(effects, ok, nok): State {
    const { previous } = this;
    let written = "";
    const start: State = (code) => {
      // Anything before it, and be it the line before, makes it a bracket like any other.
      if (previous !== null) return nok(code);
      effects.enter("alertMark");
      return mark(code);
    };
    const mark: State = (code) => {
      if (code === null || code < 0 || written.length >= CHARS_MAX) return nok(code);
      written += String.fromCharCode(code);
      effects.consume(code);
      return code === CLOSING_BRACKET ? after : mark;
    };
    const after: State = (code) => {
      if (kindOf(written) === null) return nok(code);
      effects.exit("alertMark");
      return effects.check(restOfLine, ok, nok)(code);
    };
    return start;
  },
};

/** Nothing but white space up to the end of the line. */
const restOfLine: Construct = {
  partial: true,
  tokenize(effects, ok, nok): State {
    const rest: State = (code) => {
      if (!isSpace(code)) return code === null || isLineEnd(code) ? ok(code) : nok(code);
      effects.consume(code);
      return rest;
    };
    return rest;
  },
};

const isSpace = (code: Code): code is number => code === -2 || code === -1 || code === 32;
const isLineEnd = (code: number): boolean => code === -5 || code === -4 || code === -3;

function kindOf(mark: string): AlertKind | null {
  const word = /^\[!([a-z]+)\]$/i.exec(mark)?.[1]?.toLowerCase();
  return ALERT_KINDS.find((kind) => kind === word) ?? null;
}

/** The syntax, for micromark. Goes before every other syntax with brackets. */
export const ALERT_SYNTAX: Syntax = { text: { [OPENING_BRACKET]: alertMark } };

/** How the sanitiser is passed: what a source writes itself can not know `seal`, so it can not ask for the classes of an alert. */
export interface Seal {
  seal: string;
}

/** Marks the quotes that are alerts by a text that begins with `seal`; a mark anywhere else stays as it is written. */
export function alertBuilder({ seal }: Seal): Extension {
  const marks = new Set<unknown>();
  return {
    enter: {
      alertMark(token) {
        const node: Text = { type: "text", value: this.sliceSerialize(token) };
        marks.add(node);
        this.enter(node, token);
        this.exit(token);
      },
    },
    exit: { alertMark: () => undefined },
    transforms: [
      (root: Root) => {
        if (marks.size === 0) return;
        for (const node of root.children) if (node.type === "blockquote") sealAlert(node, { marks, seal });
      },
    ],
  };
}

function sealAlert(quote: Blockquote, { marks, seal }: Seal & { marks: ReadonlySet<unknown> }): void {
  const [first] = quote.children;
  const mark = first?.type === "paragraph" ? first.children[0] : undefined;
  if (first?.type !== "paragraph" || mark?.type !== "text" || !marks.has(mark)) return;
  const [written = ""] = mark.value.split(/\r?\n|\r/, 1);
  const kind = kindOf(written);
  if (kind === null) return;
  takeLine(first, mark);
  if (first.children.length === 0) quote.children.shift();
  // A mark with nothing under it is a quote of the mark.
  if (quote.children.length === 0)
    quote.children.push({ type: "paragraph", children: [{ type: "text", value: written }] });
  else quote.children.unshift({ type: "paragraph", children: [{ type: "text", value: seal + kind }] });
}

/** Takes the first line off a paragraph, of which nothing else stands on it. */
function takeLine({ children }: Paragraph, mark: Text): void {
  const end = /\r?\n|\r/.exec(mark.value);
  if (end) mark.value = mark.value.slice(end.index + end[0].length);
  else children.splice(0, children[1]?.type === "break" ? 2 : 1);
  if (mark.value === "" && children[0] === mark) children.shift();
}

/** Makes an alert of a safe quote that `alertBuilder` or `writeAdmonitions` has marked, in place. */
export function finishAlert(quote: Element, { seal }: Seal): void {
  const mark = quote.children.find((child) => child.type === "element");
  const sealed = mark ? textOf(mark) : "";
  if (!mark || !sealed.startsWith(seal)) return;
  const kind = ALERT_KINDS.find((name) => sealed === seal + name);
  if (kind === undefined) {
    finishBlock(quote, { mark, seal });
    return;
  }
  const title = element("p", { className: ["markdown-alert-title"] }, capitalized(kind));
  quote.tagName = "div";
  quote.properties = { className: ["markdown-alert", `markdown-alert-${kind}`], role: "note" };
  quote.children[quote.children.indexOf(mark)] = title;
}

/** What stands behind the seal, before the title. */
const BLOCK = /^block-(always|closed|open)-([a-z]+) ?/;

function finishBlock(quote: Element, { mark, seal }: Seal & { mark: Element }): void {
  const [words] = mark.children;
  const [written = "", state, word = ""] = (words?.type === "text" && BLOCK.exec(words.value.slice(seal.length))) || [];
  const kind = ALERT_KINDS.find((name) => name === word);
  if (words?.type !== "text" || kind === undefined) return;
  words.value = words.value.slice(seal.length + written.length);
  const isNamed = textOf(mark).trim() !== "";
  const className = ["markdown-alert", `markdown-alert-${kind}`];
  if (state === "always") {
    quote.tagName = "div";
    quote.properties = { className, role: "note", ...(!isNamed && { ariaLabel: capitalized(kind) }) };
  } else {
    quote.tagName = "details";
    quote.properties = { className, open: state === "open" };
    mark.tagName = "summary";
    if (!isNamed) words.value = capitalized(kind);
  }
  mark.properties = { ...mark.properties, className: ["markdown-alert-title"] };
  if (!isNamed && state === "always") quote.children.splice(quote.children.indexOf(mark), 1);
}

function capitalized(kind: string): string {
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}
