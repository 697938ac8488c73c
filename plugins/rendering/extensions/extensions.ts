// The syntax beyond GitHub's that a text may choose, by its names or by those of programs that read it
// (rules: links/markdown).

/**
 * `!!! note`, `{#id}`, `> [!tip]- Title`, `%%comment%%`, `:::note`, a term with `: what it is` below it, `:emoji:`, `==mark==`, imports and
 * components of MDX, and `=== "Tab"`, by the names that are usual for them.
 */
export const EXTENSIONS = [
  "admonitions",
  "attributes",
  "callouts",
  "comments",
  "containers",
  "definitions",
  "emoji",
  "marks",
  "mdx",
  "tabs",
] as const;
export type MarkdownExtension = (typeof EXTENSIONS)[number];

/** What programs read. */
const PROGRAMS: Readonly<Record<string, readonly MarkdownExtension[]>> = {
  docusaurus: ["attributes", "containers", "emoji", "mdx"],
  mdbook: ["attributes"],
  mkdocs: ["admonitions", "attributes", "definitions", "emoji", "tabs"],
  obsidian: ["callouts", "comments", "marks"],
  vitepress: ["attributes", "containers", "emoji"],
};

/** All words that a text may choose. */
export const EXTENSION_WORDS: readonly string[] = [...EXTENSIONS, ...Object.keys(PROGRAMS)];

export type Chosen = ReadonlySet<MarkdownExtension>;

/** What was chosen, and what of it is no word of ours, as it was written. */
export interface Choice {
  chosen: Chosen;
  unknown: string[];
}

const WORDS_MAX = 20;
const WORD_CHARS_MAX = 80;

/** Reads words, or a text of words with commas or white space between them. */
export function readChoice(given: string | readonly string[]): Choice {
  const words = typeof given === "string" ? given.split(/[\s,]+/) : given.map((word) => word.trim());
  const chosen = new Set<MarkdownExtension>();
  const unknown = new Set<string>();
  for (const written of words.filter((word) => word !== "").slice(0, WORDS_MAX)) {
    const word = written.toLowerCase();
    const own = EXTENSIONS.find((name) => name === word);
    const read = own ? [own] : Object.hasOwn(PROGRAMS, word) ? PROGRAMS[word] : undefined;
    if (read) for (const name of read) chosen.add(name);
    else unknown.add(written.slice(0, WORD_CHARS_MAX));
  }
  return { chosen, unknown: [...unknown] };
}

/** What is told of words that are none of ours. */
export function tellUnknown(unknown: readonly string[]): string {
  const named = unknown.map((word) => `"${word}"`).join(", ");
  return `markdown extensions that are not known are not read: ${named}; known are ${EXTENSION_WORDS.join(", ")}`;
}
