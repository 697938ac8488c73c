// Whether a text can be seen at all, for whatever is called by it.

/**
 * White space and control characters, what no font draws: joiners, soft hyphens, fillers and the like (Unicode's
 * Default_Ignorable_Code_Point), marks of interlinear notes, and Braille without a dot.
 */
const NOTHING_SHOWN = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800]*$/u;

/** Whether nothing of a text shows, such as of blanks and joiners alone. */
export function showsNothing(text: string): boolean {
  return NOTHING_SHOWN.test(text);
}
