// Lengths of texts in characters: code points, as JSON Schema, Postgres and people who read a bound count them.

/** How many code points a text has. */
export function countCharacters(text: string): number {
  let pairs = 0;
  for (let at = 0; at < text.length - 1; at++) if ((text.charCodeAt(at) & 0xfc00) === 0xd800) pairs++;
  return text.length - pairs;
}

/** Whether a text has more characters than that; long texts are counted no further than needed. */
export function isLongerThan(text: string, chars: number): boolean {
  if (text.length <= chars) return false;
  return text.length > 2 * chars || countCharacters(text) > chars;
}

/** The first characters of a text, which never ends within one. */
export function firstCharacters(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const end = unitsOf(text, chars);
  return text.slice(0, end);
}

/** How many UTF-16 units so many characters at the beginning take. */
function unitsOf(text: string, chars: number): number {
  let at = 0;
  for (let left = chars; left > 0 && at < text.length; left--) at += isPairAt(text, at) ? 2 : 1;
  return at;
}

function isPairAt(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
}
