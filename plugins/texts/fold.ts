// Letters without their case, one by one, so that what a folded pattern is part of is never missed.
const ASCII = /^[\0-\x7f]*$/;

/**
 * Text by which letters that differ by case alone are the same: those that a regex with the flags `iu` takes for each other,
 * and also such as ß and ss. Folding a part of a text gives a part of the folded text, which `toLowerCase` does not promise
 * (a final sigma).
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ");
}
