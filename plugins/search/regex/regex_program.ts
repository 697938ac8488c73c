// Reads a regex, which the engine has accepted, into a program for an automaton.
// What is a match matters, and which one does not.
import { RE2JS } from "re2js";

/** What stands for one character. */
export interface Atom {
  takes(rune: number): boolean;
  /** It takes all runes beyond ASCII or none. */
  is_narrow: boolean;
}

/** Where a way through the program leads; places are numbers of steps. */
export type Step =
  | { kind: "atom"; atom: number; next: number }
  | { kind: "ways"; next: number[] }
  | { kind: "assertion"; holds: Assertion; next: number }
  | { kind: "match" };

/** About a place between two characters; `begin` and `end` are those of the line. */
export type Assertion = "begin" | "end" | "boundary" | "no boundary";

export interface Program {
  steps: Step[];
  start: number;
  atoms: Atom[];
}

type Tree =
  | { kind: "atom"; atom: number }
  | { kind: "assertion"; holds: Assertion }
  | { kind: "all"; parts: Tree[] }
  | { kind: "any"; parts: Tree[] }
  | { kind: "repeat"; tree: Tree; min: number; max: number };

/** Flags that hold up to the end of a group; the others change nothing about a single line. */
interface Scope {
  ignores_case: boolean;
}

const STEPS_MAX = 20_000;
const REPEAT = /([*+?]|\{(\d+)(?:(,)(\d*))?\})\??/y;
const NAMED_GROUP = /\(\?P?<[^>=!][^>]*>/y;
const FLAGS = /\(\?([a-zA-Z]*)(?:-([a-zA-Z]*))?([:)])/y;
const CLASS = /\[\^?\]?(?:\[:[^\]]*:\]|\\[\s\S]|[^\]\\])*\]/y;
const ESCAPE = /\\(?:[pP](?:\{[^}]*\}|[a-zA-Z])|x(?:[0-9a-fA-F]{2}|\{[0-9a-fA-F]+\})|[dDwWsSafnrtv])/y;
const ASSERTIONS: Readonly<Record<string, Assertion>> = {
  "\\A": "begin",
  "\\z": "end",
  "\\b": "boundary",
  "\\B": "no boundary",
};

/** Null for what this does not read, or what would become too large. */
export function readProgram(source: string, options: { ignores_case: boolean }): Program | null {
  const atoms = createAtoms();
  try {
    return { ...writeProgram(readTree(source, options, atoms.number)), atoms: atoms.all };
  } catch (error) {
    if (error === UNREAD) return null;
    throw error;
  }
}

const UNREAD = new Error("this part of a regex is not read");

function createAtoms() {
  const numbers = new Map<string, number>();
  const all: Atom[] = [];
  return {
    all,
    number(source: string, { ignores_case }: Scope, literal: number | null): number {
      const key = `${ignores_case} ${source}`;
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, all.length);
      const runes = literal === null ? null : casesOf(literal, ignores_case);
      return all.push(runes ? oneOf(runes) : asked(source, ignores_case)) - 1;
    },
  };
}

/** The characters that a literal one stands for; null where only the engine knows them. */
function casesOf(literal: number, ignoresCase: boolean): number[] | null {
  const character = String.fromCodePoint(literal);
  if (!ignoresCase || /[^\p{L}\p{M}\p{N}\p{S}]/u.test(character)) return [literal];
  // All ASCII letters but k and s have two cases and no more.
  const cases = [character.toLowerCase(), character.toUpperCase()].map((one) => one.charCodeAt(0));
  return /[a-jl-rt-z]/i.test(character) ? cases : null;
}

function oneOf(runes: readonly number[]): Atom {
  return { takes: (rune) => runes.includes(rune), is_narrow: runes.every((rune) => rune < 0x80) };
}

/** The engine itself says which characters are meant. */
function asked(source: string, ignoresCase: boolean): Atom {
  const one = RE2JS.compile(source, ignoresCase ? RE2JS.CASE_INSENSITIVE : 0);
  const takes = (rune: number) => one.testExact(String.fromCodePoint(rune));
  // Beyond ASCII only these two are ever another case of a letter in it.
  const others = [0x17f, 0x212a].map(takes);
  const isAscii = /^[\0-\x7f]*$/.test(source) && !/\\[pPxQE0-9]/.test(source);
  return { takes, is_narrow: isAscii && others.every((other) => other === takes(0xe9)) };
}

function readTree(source: string, scope: Scope, numberOf: ReturnType<typeof createAtoms>["number"]): Tree {
  let at = 0;

  function take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at;
    const found = pattern.exec(source);
    if (found) at = pattern.lastIndex;
    return found;
  }

  function readWays(within: Scope): Tree {
    let way: Tree[] = [];
    const ways: Tree[] = [{ kind: "all", parts: way }];
    while (at < source.length && source[at] !== ")") {
      if (source[at] === "|") {
        at += 1;
        way = [];
        ways.push({ kind: "all", parts: way });
        continue;
      }
      const one = readOne(within);
      if (one) way.push(readRepeats(one));
    }
    return { kind: "any", parts: ways };
  }

  function readRepeats(tree: Tree): Tree {
    const found = take(REPEAT);
    if (!found) return tree;
    const [, sign, least, comma, most] = found;
    const min = least === undefined ? Number(sign === "+") : Number(least);
    const upper = most ? Number(most) : Number.POSITIVE_INFINITY;
    const max = sign === "?" ? 1 : least !== undefined && comma === undefined ? min : upper;
    return readRepeats({ kind: "repeat", tree, min, max });
  }

  /** Null for flags, which stand for nothing. */
  function readOne(within: Scope): Tree | null {
    const character = String.fromCodePoint(source.codePointAt(at) ?? 0);
    if (character === "(") return readGroup(within);
    if (character === "\\") return readEscape(within);
    if (character === "^" || character === "$") {
      at += 1;
      return { kind: "assertion", holds: character === "^" ? "begin" : "end" };
    }
    if (character === "[") return atomOf((take(CLASS) ?? unread())[0], within);
    at += character.length;
    if (character === ".") return atomOf(".", within);
    return literalOf(character, within);
  }

  function readGroup(within: Scope): Tree | null {
    let inner = { ...within };
    if (source[at + 1] !== "?") at += 1;
    else if (!take(NAMED_GROUP)) {
      const [, on = "", off = "", end] = take(FLAGS) ?? unread();
      const ignores_case = off.includes("i") ? false : on.includes("i") || within.ignores_case;
      if (end === ")") {
        within.ignores_case = ignores_case;
        return null;
      }
      inner = { ignores_case };
    }
    const tree = readWays(inner);
    if (source[at] !== ")") unread();
    at += 1;
    return tree;
  }

  function readEscape(within: Scope): Tree {
    const holds = ASSERTIONS[source.slice(at, at + 2)];
    if (holds) {
      at += 2;
      return { kind: "assertion", holds };
    }
    const found = take(ESCAPE);
    if (found) return atomOf(found[0], within);
    const next = source[at + 1] ?? "";
    if (!/^[\0-\x7f]$/.test(next) || /[a-zA-Z0-9]/.test(next)) unread();
    at += 2;
    return literalOf(next, within);
  }

  function atomOf(text: string, within: Scope): Tree {
    return { kind: "atom", atom: numberOf(text, within, null) };
  }

  function literalOf(character: string, within: Scope): Tree {
    return { kind: "atom", atom: numberOf(RE2JS.quote(character), within, character.codePointAt(0) ?? 0) };
  }

  const tree = readWays({ ...scope });
  return at === source.length ? tree : unread();
}

function unread(): never {
  throw UNREAD;
}

/** From the end to the beginning, so that each part knows what comes after it. */
function writeProgram(whole: Tree): { steps: Step[]; start: number } {
  const steps: Step[] = [{ kind: "match" }];

  function add(step: Step): number {
    if (steps.length >= STEPS_MAX) unread();
    return steps.push(step) - 1;
  }

  let written = 0;
  function write(tree: Tree, next: number): number {
    // What stands for nothing adds no step, however often it is repeated.
    written += 1;
    if (written > 10 * STEPS_MAX) unread();
    if (tree.kind === "atom") return add({ ...tree, next });
    if (tree.kind === "assertion") return add({ ...tree, next });
    if (tree.kind === "all") return tree.parts.reduceRight((after, part) => write(part, after), next);
    if (tree.kind === "any") {
      const [only] = tree.parts;
      if (only && tree.parts.length === 1) return write(only, next);
      return add({ kind: "ways", next: tree.parts.map((part) => write(part, next)) });
    }
    let entry = next;
    if (tree.max === Number.POSITIVE_INFINITY) {
      const ways = [next];
      entry = add({ kind: "ways", next: ways });
      ways.push(write(tree.tree, entry));
    } else {
      for (let time = tree.min; time < tree.max; time += 1) {
        entry = add({ kind: "ways", next: [write(tree.tree, entry), next] });
      }
    }
    for (let time = 0; time < tree.min; time += 1) entry = write(tree.tree, entry);
    return entry;
  }

  const start = write(whole, 0);
  return { steps, start };
}
