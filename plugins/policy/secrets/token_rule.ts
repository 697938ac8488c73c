// Makes the rule of a key that its beginning tells, with an example in parts,
// so that no file holds what looks like one.
import { entropyOf, isPlaceholder, type SecretRule } from "./rule.ts";

/** What the examples are made of; drawn once. */
export const BODY = "q7Zk2mVx9RtB4nWc8LyD5sHg3PjF6uQaT1eYiKoN0wMzXbCvJrSpGdUhEfAl2k9";
export const HEX = "7f3a9c1e5b2d8046e9a7c3f1b5d20e84a6c7f93e1d5b8204c9e7a3f6b1d58e02";
export const UPPER = BODY.toUpperCase().replace(/[^A-Z0-9]/g, "");

/** A rule for what begins with one of some marks. */
export function token(id: string, { what, source, marks, body, sample, hex = false }: Token): SecretRule {
  return {
    id,
    what,
    source,
    marks,
    pattern: new RegExp(`(?<![A-Za-z0-9_])(?:${marks.map(quoted).join("|")})(${body})(?![A-Za-z0-9])`, "y"),
    example:
      typeof sample === "number"
        ? [...(marks[0] ?? "").split(/(?<=[_-])/), (hex ? HEX : BODY).repeat(3).slice(0, sample)]
        : sample,
    isLikely: (secret) => !isPlaceholder(secret) && entropyOf(secret) > 3,
  };
}

interface Token {
  what: SecretRule["what"];
  source: string;
  /** What it begins with. */
  marks: readonly string[];
  /** What follows. */
  body: string;
  /** Characters of the example's body; the parts of the example where its form has more of them. */
  sample: number | readonly string[];
  hex?: boolean;
}

function quoted(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
