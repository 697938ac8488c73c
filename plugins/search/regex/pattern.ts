// A pattern as a caller sends it, made ready for matching lines:
// plain text, or a regex on an engine that takes linear time.
import { LRUCache } from "lru-cache";
import { RE2JS, RE2JSException } from "re2js";
import { refuse } from "../../../kernel/plugin.ts";
import { gramsOf } from "../../texts/port.ts";
import type { GramFilter } from "./gram_filter.ts";
import { createLineAutomaton, type LineAutomaton } from "./line_automaton.ts";
import { createLineStates } from "./line_states.ts";
import { readProgram } from "./regex_program.ts";

export interface Pattern {
  text: string;
  regex: boolean;
  case_sensitive: boolean;
}

/** Looks for a pattern in a text, line by line. Lines end in LF, a match never reaches beyond one. */
export interface Matcher {
  /**
   * Answers, for where a line begins, the offset of a byte in the first matching line from there on, or of that line's end;
   * -1 when there is none. Ask in the order of the text.
   */
  over(bytes: Buffer): (from: number) => number;
  /** Where in a line that matches the first match begins. */
  find(line: string): number;
}

const LF = 10;

/** Throws 400 for a regex that is none. `look` is called now and then while a regex is at work, and may throw. */
export function compilePattern(pattern: Pattern, look: () => void = () => {}): Matcher {
  const { text } = pattern;
  if (pattern.regex) return compileRegex(pattern, look);
  if (text.includes("\n") || !text.isWellFormed()) return { over: () => () => -1, find: () => 0 };
  return pattern.case_sensitive ? exactly(text) : inAnyCase(text);
}

/** Patterns of searches that go on beside each other. */
const KEPT_MAX = 4;

/** `compilePattern` that keeps the matchers of the last patterns, since those of a regex get to know their automaton bit by bit. */
export function createMatcherCache(): typeof compilePattern {
  const kept = new LRUCache<string, { matcher: Matcher; look: () => void }>({ max: KEPT_MAX });
  return (pattern, look = () => {}) => {
    const key = JSON.stringify([pattern.text, pattern.regex, pattern.case_sensitive]);
    const known = kept.get(key);
    const one: { matcher: Matcher; look: () => void } = known ?? {
      matcher: compilePattern(pattern, () => one.look()),
      look,
    };
    one.look = look;
    kept.set(key, one);
    return one.matcher;
  };
}

function exactly(text: string): Matcher {
  const sought = Buffer.from(text);
  return { over: (bytes) => (from) => bytes.indexOf(sought, from), find: (line) => line.indexOf(text) };
}

function inAnyCase(sought: string): Matcher {
  // A text without any operator cannot make Bun's own engine go back and forth.
  const same = new RegExp(sought.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "giu");
  function indexIn(text: string, from: number): number {
    same.lastIndex = from;
    return same.exec(text)?.index ?? -1;
  }
  return {
    over: (bytes) => {
      const text = bytes.toString();
      if (text.length === bytes.length) return (from) => indexIn(text, from);
      // The same place in bytes and in characters.
      let at = { byte: 0, char: 0 };
      return (from) => {
        at = { byte: from, char: at.char + bytes.toString("utf8", at.byte, from).length };
        const index = indexIn(text, at.char);
        return index < 0 ? -1 : from + Buffer.byteLength(text.slice(at.char, index));
      };
    },
    find: (line) => indexIn(line, 0),
  };
}

function compileRegex({ text, case_sensitive }: Pattern, look: () => void): Matcher {
  const regex = compile(text, case_sensitive ? 0 : RE2JS.CASE_INSENSITIVE);
  const program = readProgram(text, { ignores_case: !case_sensitive });
  const automaton = program ? createLineAutomaton(createLineStates(program), look) : createLineByLine(regex, look);
  return {
    over: (bytes) => (automaton.mayMatch(bytes) ? (from) => automaton.find(bytes, from) : () => -1),
    find: (line) => {
      const matcher = regex.matcher(line);
      return matcher.find() ? matcher.start() : 0;
    },
  };
}

const LINES_BETWEEN_LOOKS = 64;

/** For the rare regex that has no table: the engine is asked about each line, which takes some ten times as long. */
function createLineByLine(regex: RE2JS, look: () => void): LineAutomaton {
  return {
    mayMatch: () => true,
    find(bytes, from) {
      for (let start = from, lines = 1; start < bytes.length || start === 0; lines += 1) {
        if (lines % LINES_BETWEEN_LOOKS === 0) look();
        const found = bytes.indexOf(LF, start);
        const end = found < 0 ? bytes.length : found;
        if (regex.test(bytes.subarray(start, end))) return end;
        start = end + 1;
      }
      return -1;
    },
  };
}

function compile(text: string, flags: number): RE2JS {
  try {
    return RE2JS.compile(text, flags);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    // The engine writes that flag before a pattern without case; nobody sent it.
    const what = error.message.replace("`(?i)", "`");
    throw refuse.invalid(`regex is not valid: ${what}; write it in RE2 syntax, or leave regex out`);
  }
}

/** Filters of more parts than this are looked up more slowly than they save. */
const PARTS_MAX = 16;

/** What the index can be asked before any text is read. Throws 400 for a regex that is none. */
export function filterOf(pattern: Pattern, workspaceId: number): GramFilter {
  if (!pattern.regex) return leaf(pattern.text, workspaceId);
  compile(pattern.text, 0);
  // Pieces of words carry no case, so what the pattern needs as it is written it needs in every case.
  const needed: unknown = compile(pattern.text, 0).re2().prefilter;
  const filter = readNeeded(needed, workspaceId);
  return countParts(filter) > PARTS_MAX ? null : filter;
}

function leaf(text: string, workspaceId: number): GramFilter {
  const all = [...gramsOf(text, workspaceId)];
  return all.length === 0 ? null : { all };
}

/** Reads the engine's own note of the texts without which nothing matches: 1 is a text, 2 all of some, 3 one of some. */
function readNeeded(node: unknown, workspaceId: number): GramFilter {
  if (typeof node !== "object" || node === null || !("type" in node)) return null;
  if (node.type === 1) return "str" in node && typeof node.str === "string" ? leaf(node.str, workspaceId) : null;
  const subs: unknown[] = "subs" in node && Array.isArray(node.subs) ? node.subs : [];
  const parts = subs.map((sub) => readNeeded(sub, workspaceId));
  const known = parts.filter((part) => part !== null);
  if (node.type === 2 && known.length > 0) return { every: known };
  if (node.type === 3 && known.length > 0 && known.length === parts.length) return { some: known };
  return null;
}

function countParts(filter: GramFilter): number {
  if (filter === null) return 0;
  if ("all" in filter) return 1;
  return ("every" in filter ? filter.every : filter.some).reduce((sum, part) => sum + countParts(part), 0);
}
