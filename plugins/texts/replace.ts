// Replaces an exact text in a file, once or everywhere; the caller learns how often it was found.

export interface ReplaceOptions {
  text: string;
  old_string: string;
  new_string: string;
  replace_all: boolean;
  /** More characters than these are not made. */
  length_max: number;
}

/** `text` is null where nothing was written: nothing matched, more than one place did, or the result would be too long. */
export interface Replaced {
  text: string | null;
  /** Places that match without overlapping; at least 2 where two places overlap. */
  count: number;
  length: number;
  /** Nothing matches but for the ends of lines. */
  is_of_ends: boolean;
}

export function replaceText({ text, old_string, new_string, replace_all, length_max }: ReplaceOptions): Replaced {
  let count = 0;
  const first = text.indexOf(old_string);
  for (let at = first; at >= 0; at = text.indexOf(old_string, at + old_string.length)) count++;
  // "aa" in "aaa" is one place without overlap, and yet it is not clear which.
  if (count === 1 && !replace_all && text.indexOf(old_string, first + 1) >= 0) count = 2;
  const length = text.length + count * (new_string.length - old_string.length);
  const is_of_ends = count === 0 && matchesButForEnds(text, old_string);
  if (count === 0 || (count > 1 && !replace_all) || length > length_max) {
    return { text: null, count, length, is_of_ends };
  }
  const made = replace_all
    ? text.split(old_string).join(new_string)
    : text.slice(0, first) + new_string + text.slice(first + old_string.length);
  return { text: made, count, length, is_of_ends };
}

function matchesButForEnds(text: string, sought: string): boolean {
  if (sought.length > text.length || !text.includes("\r\n")) return false;
  return text.includes(sought.replace(/\r?\n/g, "\r\n"));
}
