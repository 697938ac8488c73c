// Math in markdown as GitHub reads it: `$x$`, $`x`$ and `$$x$$` in text, and `$$` on lines of their own.
// Constructs of the parser, so that code and escapes stay what they are.
import type { Extension } from "mdast-util-from-markdown";
import type { Code, Construct, State, Extension as Syntax } from "micromark-util-types";

declare module "micromark-util-types" {
  interface TokenTypeMap {
    mathText: "mathText";
    mathTextMark: "mathTextMark";
    mathTextData: "mathTextData";
    mathFlow: "mathFlow";
    mathFlowMark: "mathFlowMark";
    mathFlowData: "mathFlowData";
  }
}

/** How code is marked that is TeX, the way a fence of `math` is. */
export const MATH_CLASSES = { inline: "language-math-inline", display: "language-math-display" } as const;

const DOLLAR = 36;
const BACKSLASH = 92;
const BACKTICK = 96;

const isLineEnd = (code: Code): boolean => code === -5 || code === -4 || code === -3;
const isSpace = (code: Code): boolean => code === -2 || code === -1 || code === 32;
/** A dollar beside one of these is money, a variable of a shell, or a part of a word. */
const isWord = (code: Code): boolean => code !== null && code > 0 && /[0-9A-Za-z]/.test(String.fromCharCode(code));

/** What begins a span: how it ends, and whether white space inside the marks says that they are none. */
interface Span {
  marks: "$" | "$`" | "$$";
  is_tight: boolean;
}

/** A span that is not closed is looked at up to the next mark alone, so that many cost no more than one. */
const mathText: Construct = {
  name: "mathText",
  previous: (code) => code !== DOLLAR && !isWord(code),
  tokenize(effects, ok, nok): State {
    let span: Span = { marks: "$", is_tight: true };
    let isEmpty = true;
    let last: Code = null;
    const start: State = (code) => {
      effects.enter("mathText");
      effects.enter("mathTextMark");
      effects.consume(code);
      return second;
    };
    const second: State = (code) => {
      if (code === DOLLAR || code === BACKTICK) {
        span = { marks: code === DOLLAR ? "$$" : "$`", is_tight: false };
        effects.consume(code);
        return begin;
      }
      return begin(code);
    };
    const begin: State = (code) => {
      if (code === null || (span.is_tight && (isSpace(code) || isLineEnd(code)))) return nok(code);
      if (span.marks === "$$" && code === DOLLAR) return nok(code);
      effects.exit("mathTextMark");
      return between(code);
    };
    const between: State = (code) => {
      if (code === null) return nok(code);
      if (isLineEnd(code)) {
        last = code;
        effects.enter("lineEnding");
        effects.consume(code);
        effects.exit("lineEnding");
        return between;
      }
      if (code === (span.marks === "$`" ? BACKTICK : DOLLAR)) {
        if (isEmpty || (span.is_tight && (isSpace(last) || isLineEnd(last)))) return nok(code);
        effects.enter("mathTextMark");
        effects.consume(code);
        return span.marks === "$" ? end : closing;
      }
      effects.enter("mathTextData");
      return data(code);
    };
    const data: State = (code) => {
      const ends = code === null || isLineEnd(code) || code === (span.marks === "$`" ? BACKTICK : DOLLAR);
      if (ends) {
        effects.exit("mathTextData");
        return between(code);
      }
      last = code;
      if (!isSpace(code)) isEmpty = false;
      effects.consume(code);
      return code === BACKSLASH ? escaped : data;
    };
    /** `\$` is a dollar inside the formula. */
    const escaped: State = (code) => {
      if (code !== DOLLAR && code !== BACKSLASH) return data(code);
      last = code;
      effects.consume(code);
      return data;
    };
    const closing: State = (code) => {
      if (code !== DOLLAR) return nok(code);
      effects.consume(code);
      return end;
    };
    const end: State = (code) => {
      if (code === DOLLAR || isWord(code)) return nok(code);
      effects.exit("mathTextMark");
      effects.exit("mathText");
      return ok(code);
    };
    return start;
  },
};

/** `$$` alone on a line, up to the next such line; without one, or over an empty line, it is text. */
const mathFlow: Construct = {
  name: "mathFlow",
  concrete: true,
  tokenize(effects, ok, nok): State {
    let marks = 0;
    const start: State = (code) => {
      if (this.interrupt) return nok(code);
      effects.enter("mathFlow");
      effects.enter("mathFlowMark");
      return opening(code);
    };
    const opening: State = (code) => {
      if (code === DOLLAR && marks < 2) {
        marks++;
        effects.consume(code);
        return opening;
      }
      if (marks < 2 || code === DOLLAR) return nok(code);
      return afterOpening(code);
    };
    const afterOpening: State = (code) => {
      if (isSpace(code)) {
        effects.consume(code);
        return afterOpening;
      }
      if (!isLineEnd(code)) return nok(code);
      effects.exit("mathFlowMark");
      return lineEnd(code);
    };
    const lineEnd: State = (code) => {
      if (code === null) return nok(code);
      effects.enter("lineEnding");
      effects.consume(code);
      effects.exit("lineEnding");
      return lineStart;
    };
    const lineStart: State = (code) => {
      if (this.parser.lazy[this.now().line]) return nok(code);
      return effects.attempt(closingLine, done, content)(code);
    };
    const content: State = (code) => {
      if (code === null || isLineEnd(code)) return nok(code);
      effects.enter("mathFlowData");
      return blank(code);
    };
    const blank: State = (code) => {
      if (code === null || isLineEnd(code)) return nok(code);
      if (!isSpace(code)) return data(code);
      effects.consume(code);
      return blank;
    };
    const data: State = (code) => {
      if (code !== null && !isLineEnd(code)) {
        effects.consume(code);
        return data;
      }
      effects.exit("mathFlowData");
      return lineEnd(code);
    };
    const done: State = (code) => {
      effects.exit("mathFlow");
      return ok(code);
    };
    return start;
  },
};

const closingLine: Construct = {
  partial: true,
  tokenize(effects, ok, nok): State {
    let marks = 0;
    const start: State = (code) => {
      effects.enter("mathFlowMark");
      return before(code);
    };
    const before: State = (code) => {
      if (!isSpace(code)) return closing(code);
      effects.consume(code);
      return before;
    };
    const closing: State = (code) => {
      if (code === DOLLAR && marks < 2) {
        marks++;
        effects.consume(code);
        return closing;
      }
      return marks === 2 ? after(code) : nok(code);
    };
    const after: State = (code) => {
      if (isSpace(code)) {
        effects.consume(code);
        return after;
      }
      if (code !== null && !isLineEnd(code)) return nok(code);
      effects.exit("mathFlowMark");
      return ok(code);
    };
    return start;
  },
};

/** The syntax, for micromark. */
export const MATH_SYNTAX: Syntax = { flow: { [DOLLAR]: mathFlow }, text: { [DOLLAR]: mathText } };

/** Makes code of formulas, marked as TeX: whoever knows no math shows their source. */
export const MATH_BUILDER: Extension = {
  enter: {
    mathText(token) {
      const isDisplay = this.sliceSerialize(token).startsWith("$$");
      const className = [isDisplay ? MATH_CLASSES.display : MATH_CLASSES.inline];
      this.enter({ type: "inlineCode", value: "", data: { hProperties: { className } } }, token);
      this.buffer();
    },
    mathTextData(token) {
      this.config.enter["data"]?.call(this, token);
    },
    mathFlow(token) {
      this.enter({ type: "code", lang: "math", meta: null, value: "" }, token);
      this.buffer();
    },
    mathFlowData(token) {
      this.config.enter["data"]?.call(this, token);
    },
  },
  exit: {
    mathTextData(token) {
      this.config.exit["data"]?.call(this, token);
    },
    mathText(token) {
      const value = this.resume();
      const node = this.stack.at(-1);
      if (node?.type === "inlineCode") node.value = value.trim();
      this.exit(token);
    },
    mathFlowData(token) {
      this.config.exit["data"]?.call(this, token);
    },
    mathFlow(token) {
      const value = this.resume();
      const node = this.stack.at(-1);
      if (node?.type === "code") node.value = value.trim();
      this.exit(token);
    },
  },
};
