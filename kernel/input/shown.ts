// Whether a text can be seen at all, and as what it is, for whatever is called by it.

/**
 * White space and control characters, what no font draws: joiners, soft hyphens, fillers and the like (Unicode's
 * Default_Ignorable_Code_Point), marks of interlinear notes, and Braille without a dot.
 */
const NOTHING_SHOWN = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800]*$/u;

/** Whether nothing of a text shows, such as of blanks and joiners alone. */
export function showsNothing(text: string): boolean {
  return NOTHING_SHOWN.test(text);
}

/** Controls and line ends, and what turns the direction of the text behind it (UAX 9: embeddings, overrides and isolates). */
const UNSHOWN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** The first character, such as `U+202E`, that shows nothing itself and changes how others are shown; null without one. */
export function unshownIn(text: string): string | null {
  const code = UNSHOWN.exec(text)?.[0].codePointAt(0);
  return code === undefined ? null : `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** The text with a blank in place of each run of them. */
export function withoutUnshown(text: string): string {
  return text.replaceAll(new RegExp(`${UNSHOWN.source}+`, "gu"), " ");
}
