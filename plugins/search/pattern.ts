// A pattern as a caller sends it, made ready for matching lines: plain text, or a regex on an engine that takes linear time.
import { RE2JS, RE2JSException } from "re2js";
import { refuse } from "../../kernel/mod.ts";
import { type GramFilter, gramsOf } from "./grams.ts";

export interface Pattern {
  text: string;
  regex: boolean;
  case_sensitive: boolean;
}

/** Looks for a pattern, line by line. */
export interface Matcher {
  /** False only for a text none of whose lines match. */
  mayMatch(text: string): boolean;
  matches(line: string): boolean;
  /** Where in a line that matches the first match begins. */
  find(line: string): number;
}

/** Throws 400 for a regex that is none. */
export function compilePattern(pattern: Pattern): Matcher {
  if (pattern.regex) return compileRegex(pattern);
  const { text } = pattern;
  if (pattern.case_sensitive) {
    const matches = (within: string) => within.includes(text);
    return { mayMatch: matches, matches, find: (line) => line.indexOf(text) };
  }
  // A text without any operator cannot make the runtime's own engine go back and forth.
  const same = new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "iu");
  return {
    mayMatch: (within) => same.test(within),
    matches: (line) => same.test(line),
    find: (line) => line.search(same),
  };
}

function compileRegex({ text, case_sensitive }: Pattern): Matcher {
  const flags = case_sensitive ? 0 : RE2JS.CASE_INSENSITIVE;
  const line = compile(text, flags);
  // Anchors of the whole text and flags inside may mean something else in a line than in a text.
  const whole = /\\[Az]|\(\?[a-zA-Z]*-/.test(text) ? null : compile(text, flags | RE2JS.MULTILINE);
  return {
    mayMatch: (within) => whole?.test(within) ?? true,
    matches: (within) => line.test(within),
    find: (within) => {
      const matcher = line.matcher(within);
      return matcher.find() ? matcher.start() : 0;
    },
  };
}

function compile(text: string, flags: number): RE2JS {
  try {
    return RE2JS.compile(text, flags);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw refuse.invalid(`regex is not valid: ${error.message}; write it in RE2 syntax, or leave regex out`);
  }
}

/** Filters of more parts than this are looked up more slowly than they save. */
const PARTS_MAX = 16;

/** What the index can be asked before any text is read. Throws 400 for a regex that is none. */
export function filterOf(pattern: Pattern, workspaceId: number): GramFilter {
  if (!pattern.regex) return leaf(pattern.text, workspaceId);
  compilePattern(pattern);
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
