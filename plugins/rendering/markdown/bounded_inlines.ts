// Bounds what emphasis and brackets cost the parser: it looks back from each of them over its whole paragraph.
// Beyond the bound they are letters.
import type { Code, Construct, Effects, State, Extension as Syntax, TokenizeContext } from "micromark-util-types";

/** Steps back over a whole source that all marks of emphasis may take, whether they find their beginning or not. */
const STEPS_MAX = 20_000_000;
/** In so short a text marks are always read. */
const FREE_STEPS = 120;
/** Brackets that may be open inside each other: each that closes costs what lies inside it. */
const OPEN_MAX = 32;

const EXCLAMATION_MARK = 33;
const ASTERISK = 42;
const OPENING_BRACKET = 91;
const CLOSING_BRACKET = 93;
const UNDERSCORE = 95;
const TILDE = 126;

/** Marks of emphasis within the bound for one source, however many parts of it are parsed. Goes behind every syntax with such marks. */
export function boundMarks(): Syntax {
  let steps = 0;
  function readMark(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
    const back = this.events.length;
    steps += back;
    return steps > STEPS_MAX && back > FREE_STEPS ? takeLetters(effects, ok) : nok;
  }
  const mark: Construct = { name: "boundedMark", tokenize: readMark };
  return { text: { [ASTERISK]: mark, [UNDERSCORE]: mark, [TILDE]: mark } };
}

/** Brackets of links and pictures within the bound. Goes before every syntax that has brackets of its own, which are then read first. */
export function boundBrackets(): Syntax {
  const open = new WeakMap<TokenizeContext, number>();

  function readOpening(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
    const before = open.get(this) ?? 0;
    if (before >= OPEN_MAX) return takeLetters(effects, ok);
    open.set(this, before + 1);
    return nok;
  }

  function readPicture(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
    const takeOpening = readOpening.bind(this);
    return (mark) => {
      effects.enter("data");
      effects.consume(mark);
      effects.exit("data");
      return (code) => (code === OPENING_BRACKET ? takeOpening(effects, ok, nok)(code) : nok(code));
    };
  }

  function readClosing(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
    const before = open.get(this) ?? 0;
    if (before === 0) return takeLetters(effects, ok);
    open.set(this, before - 1);
    return nok;
  }

  return {
    text: {
      [EXCLAMATION_MARK]: { name: "boundedPicture", tokenize: readPicture },
      [OPENING_BRACKET]: { name: "boundedOpening", tokenize: readOpening },
      [CLOSING_BRACKET]: { name: "boundedClosing", tokenize: readClosing },
    },
  };
}

/** All that are alike, as text. */
function takeLetters(effects: Effects, ok: State): State {
  let first: Code = null;
  const next: State = (code) => {
    if (code !== first) {
      effects.exit("data");
      return ok(code);
    }
    effects.consume(code);
    return next;
  };
  return (code) => {
    first = code;
    effects.enter("data");
    return next(code);
  };
}
