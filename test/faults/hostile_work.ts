// What is costly beside markdown: code for the highlighter, patterns for a search, and pairs of texts to compare.
import { type HostileText, nested, repeated } from "./hostile_texts.ts";

/** A highlighter's trap in one of its languages. */
export interface HostileCode extends HostileText {
  language: string;
}

/** What some rule of most languages begins with and then looks for the end of. */
const TRAPS: readonly HostileText[] = [
  { name: "strings that are never closed", make: repeated('"a ') },
  { name: "comments that are never closed", make: repeated("/* a ") },
  { name: "brackets inside each other", make: nested("(", "a", ")") },
  { name: "braces in strings", make: repeated("`${'#{") },
  { name: "angle brackets", make: repeated("<a ") },
  { name: "one long name", make: repeated("a") },
  { name: "digits", make: repeated("1_0e") },
  { name: "spaces", make: repeated(" ", { head: "a", tail: "b" }) },
];

const LANGUAGES = [
  ...["bash", "c", "cpp", "csharp", "css", "diff", "elixir", "erlang", "go", "graphql", "haskell", "java"],
  ...["javascript", "json", "julia", "kotlin", "latex", "less", "lua", "makefile", "markdown", "nix", "objectivec"],
  ...["perl", "php", "powershell", "python", "r", "ruby", "rust", "scala", "scss", "sql", "swift", "typescript"],
  ...["vbnet", "wasm", "xml", "yaml"],
];

/** Every trap in every language. */
export const HOSTILE_CODE: readonly HostileCode[] = LANGUAGES.flatMap((language) =>
  TRAPS.map(({ name, make }) => ({ name: `${name}, as ${language}`, language, make })),
);

/** Patterns of searches, each against a text that it nearly matches everywhere. */
export const HOSTILE_PATTERNS: readonly (HostileText & { pattern: string; regex: boolean })[] = [
  { name: "a plain text that nearly matches", pattern: `${"a".repeat(200)}b`, regex: false, make: repeated("a") },
  { name: "repeats in repeats", pattern: "((a{0,30}){0,30})$", regex: true, make: repeated("aab\n") },
  { name: "any letters around others", pattern: ".*a.*b.*c.*d.*e", regex: true, make: repeated("abcd") },
  { name: "many ways to go on", pattern: "(a|aa|aaa|ab)*c", regex: true, make: repeated("aaab\n") },
  { name: "the empty line", pattern: "^$", regex: true, make: repeated("\n") },
  { name: "every letter", pattern: "(?i)[^x]", regex: true, make: repeated("a ") },
  { name: "letters of all writing", pattern: "\\p{L}+\\P{L}+z", regex: true, make: repeated("é中a ") },
  { name: "an end far away", pattern: "a.{1,900}b$", regex: true, make: repeated("a") },
];

/** Two texts that take long to compare, and to trace back. */
export const HOSTILE_PAIRS: readonly { name: string; before: HostileText["make"]; after: HostileText["make"] }[] = [
  { name: "no line in common", before: repeated((n) => `a${n}\n`), after: repeated((n) => `b${n}\n`) },
  { name: "two lines in another order", before: repeated("a\nb\n"), after: repeated("b\na\na\n") },
  { name: "the same line", before: repeated("a\n"), after: repeated("a\n", { head: "b\n" }) },
  { name: "empty lines", before: repeated("\n"), after: repeated("\n", { head: "a" }) },
  { name: "lines turned round", before: repeated((n) => `${n}\n`), after: repeated((n) => `${1e7 - n}\n`) },
  { name: "every other line", before: repeated((n) => `${n}\n`), after: repeated((n) => `${n % 2 ? n : "x"}\n`) },
  { name: "one long line", before: repeated("a"), after: repeated("b") },
  { name: "lines of few kinds", before: repeated((n) => `${n % 7}\n`), after: repeated((n) => `${(n * n) % 11}\n`) },
];
