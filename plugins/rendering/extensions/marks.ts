// `==mark==` and `%%comment%%` in words:
// constructs of the parser, so that escapes and code mean what they mean everywhere else.
import type { Emphasis, Literal, Nodes, Parents, Root } from "mdast";
import type { Extension } from "mdast-util-from-markdown";
import type { Code, Construct, State, Extension as Syntax } from "micromark-util-types";

declare module "micromark-util-types" {
  interface TokenTypeMap {
    markSequence: "markSequence";
    hiddenComment: "hiddenComment";
  }
}

/** Two signs of equality before it is known whether they begin or end what is marked. */
interface MarkSequence extends Literal {
  type: "markSequence";
  opens: boolean;
  closes: boolean;
}

declare module "mdast" {
  interface PhrasingContentMap {
    markSequence: MarkSequence;
  }
  interface RootContentMap {
    markSequence: MarkSequence;
  }
}

const EQUALS = 61;
const PERCENT = 37;

/** Two and no more. */
function pairOf(sign: number, { effects, nok, next }: { effects: Effects; nok: State; next: State }): State {
  const second: State = (code) => {
    if (code !== sign) return nok(code);
    effects.consume(code);
    return third;
  };
  const third: State = (code) => (code === sign ? nok(code) : next(code));
  return (code) => {
    effects.consume(code);
    return second;
  };
}
type Effects = Parameters<Construct["tokenize"]>[0];

const markSequence: Construct = {
  name: "markSequence",
  tokenize(effects, ok, nok): State {
    const { previous } = this;
    const end: State = (code) => {
      // Between spaces they are words.
      if (isSpace(previous) && isSpace(code)) return nok(code);
      const token = effects.exit("markSequence");
      token._open = !isSpace(code);
      token._close = !isSpace(previous);
      return ok(code);
    };
    const pair = pairOf(EQUALS, { effects, nok, next: end });
    return (code) => {
      if (previous === EQUALS) return nok(code);
      effects.enter("markSequence");
      return pair(code);
    };
  },
};

/** On one line. */
const hiddenComment: Construct = {
  name: "hiddenComment",
  tokenize(effects, ok, nok): State {
    let is_ending = false;
    const inside: State = (code) => {
      if (code === null || isLineEnd(code)) return nok(code);
      effects.consume(code);
      if (code !== PERCENT) is_ending = false;
      else if (is_ending) return end;
      else is_ending = true;
      return inside;
    };
    const end: State = (code) => {
      effects.exit("hiddenComment");
      return ok(code);
    };
    const pair = pairOf(PERCENT, { effects, nok, next: inside });
    return (code) => {
      effects.enter("hiddenComment");
      return pair(code);
    };
  },
};

export const MARK_SYNTAX: Syntax = { text: { [EQUALS]: markSequence } };
export const COMMENT_SYNTAX: Syntax = { text: { [PERCENT]: hiddenComment } };

const isLineEnd = (code: number): boolean => code === -5 || code === -4 || code === -3;
const isSpace = (code: Code): boolean => code === null || code < 0 || code === 32;

/** Marks what stands between two sequences side by side; one without its other stays as it is written. Comments are no words. */
export function markBuilder(): Extension {
  let has_marks = false;
  return {
    enter: {
      markSequence(token) {
        has_marks = true;
        const { _open: opens = false, _close: closes = false } = token;
        this.enter({ type: "markSequence", value: "==", opens, closes }, token);
        this.exit(token);
      },
    },
    transforms: [
      (root: Root) => {
        if (has_marks) placeMarks(root);
        has_marks = false;
      },
    ],
  };
}

function placeMarks(root: Root): void {
  const waiting: Nodes[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!("children" in node)) continue;
    if (node.children.some(({ type }) => type === "markSequence")) pairMarks(node);
    for (const child of node.children) waiting.push(child);
  }
}

function pairMarks(parent: Parents): void {
  const made: Nodes[] = [];
  let open: number | null = null;
  for (const child of parent.children) {
    if (child.type !== "markSequence") {
      made.push(child);
    } else if (open !== null && child.closes && made.length > open + 1) {
      const [, ...children] = made.splice(open);
      made.push({ type: "emphasis", data: { hName: "mark" }, children: children.filter(isPhrasing) });
      open = null;
    } else {
      if (child.opens && open === null) open = made.length;
      made.push({ type: "text", value: child.value });
    }
  }
  parent.children.splice(0, parent.children.length, ...made.filter(isChild));
}

/** All of them were children of one that holds words. */
function isPhrasing(_node: Nodes): _node is Emphasis["children"][number] {
  return true;
}

function isChild(_node: Nodes): _node is never {
  return true;
}
