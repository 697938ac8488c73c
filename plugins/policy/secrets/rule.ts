// What a rule for secrets is, as data: where to look, what has to stand there, who says so, and one example.

import type { Language } from "../../../kernel/ports/pages.ts";

export interface SecretRule {
  /** Named in findings. */
  id: string;
  /** "looks like <what>", "sieht nach <what> aus". */
  what: Readonly<Record<Language, string>>;
  /** Who documents the form. */
  source: string;
  /** Texts that are looked for; `pattern` has to match at each. */
  marks: readonly string[];
  /** Sticky, and every repeat in it bounded, so that a text is read in linear time. Group 1, where there is one, is the secret. */
  pattern: RegExp;
  /** A made-up one in pieces: whole, it would be taken for a real one wherever this file is hosted. */
  example: readonly string[];
  /** Looks at the secret once more, where its form alone says too little. */
  isLikely?: (secret: string, match: RegExpExecArray) => boolean;
}

/** Bits of a character, by Shannon: of an English word about 3, of random base64 above 4. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0);
}

/** The last is how the sample token of jwt.io ends, which half the documentation of the world repeats. */
const PLACEHOLDER =
  /example|sample|your|change.?me|placeholder|dummy|fake|redact|xxxx|\*\*\*|\.\.\.|\$\{|<|\{\{|0123456|1234567|abcdef|todo|insert|replace|secret.?key|(.)\1{5}|SflKxwRJSMeK/i;

/** Whether documentation rather than a machine wrote it. */
export function isPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text);
}
