// Finds what looks like credentials in a text, in one pass for each rule's marks: linear, whatever the text is.
import { GENERAL_RULES } from "./general_rules.ts";
import { PROVIDER_RULES } from "./provider_rules.ts";
import type { SecretRule } from "./rule.ts";

/** Where something was found, and never what. */
export interface Finding {
  /** Counted from 1. */
  line: number;
  rule: string;
}

export const SECRET_RULES: readonly SecretRule[] = [...PROVIDER_RULES, ...GENERAL_RULES];

/** More say nothing new. */
const FINDINGS_MAX = 20;

/** What a text holds, in the order of its lines; where several rules know one place, the first of the table names it. */
export function scanText(text: string): Finding[] {
  const found = SECRET_RULES.flatMap((rule) => rule.marks.flatMap((mark) => findAt(text, rule, mark)));
  const isFirst = (one: Place, index: number) => found.findIndex((other) => overlap(one, other)) === index;
  const places = found.filter(isFirst).sort((a, b) => a.start - b.start);
  return linesOf(text, places.slice(0, FINDINGS_MAX));
}

interface Place {
  rule: string;
  start: number;
  end: number;
}

function findAt(text: string, rule: SecretRule, mark: string): Place[] {
  const places: Place[] = [];
  let at = text.indexOf(mark);
  while (at >= 0 && places.length < FINDINGS_MAX) {
    rule.pattern.lastIndex = at;
    const match = rule.pattern.exec(text);
    const secret = match?.[1] ?? match?.[0] ?? "";
    const isFound = match !== null && (rule.isLikely?.(secret, match) ?? true);
    if (isFound) places.push({ rule: rule.id, start: at, end: at + match[0].length });
    at = text.indexOf(mark, isFound ? at + match[0].length : at + 1);
  }
  return places;
}

function overlap(one: Place, other: Place): boolean {
  return one.start < other.end && other.start < one.end;
}

function linesOf(text: string, places: readonly Place[]): Finding[] {
  let line = 1;
  let from = 0;
  return places.map(({ rule, start }) => {
    for (let next = text.indexOf("\n", from); next >= 0 && next < start; next = text.indexOf("\n", from)) {
      line += 1;
      from = next + 1;
    }
    return { line, rule };
  });
}
