// What stands before and behind a change as the file has it, found in one pass:
// for texts of so many lines that no line can be looked for by itself.

/** One end of a line. */
export const END = /\r\n|\r|\n/g;
export const LF = 10;
export const CR = 13;

/** How many characters an end of a line at a place takes; 0 where none is. */
function endAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === LF) return 1;
  if (code !== CR) return 0;
  return text.charCodeAt(at + 1) === LF ? 2 : 1;
}

/** The same from behind: how many characters the end takes whose last one stands before a place. */
function endBefore(text: string, at: number): number {
  const code = text.charCodeAt(at - 1);
  if (code === CR) return 1;
  if (code !== LF) return 0;
  return text.charCodeAt(at - 2) === CR ? 2 : 1;
}

/** In one pass: the alike starts and ends of both texts as `base` has them, and between them what was sent, with the end before it. */
export function keptAround(base: string, sent: string): string {
  let [from, at] = [0, 0];
  let last: string | null = null;
  while (from < base.length && at < sent.length) {
    const [one, other] = [endAt(base, from), endAt(sent, at)];
    if (one > 0 && other > 0) last = base.slice(from, from + one);
    else if (one > 0 || other > 0 || base.charCodeAt(from) !== sent.charCodeAt(at)) break;
    from += one || 1;
    at += other || 1;
  }
  let [from_end, at_end] = [base.length, sent.length];
  while (from_end > from && at_end > at) {
    const [one, other] = [endBefore(base, from_end), endBefore(sent, at_end)];
    if (from_end - one < from || at_end - other < at) break;
    if (one > 0 !== other > 0 || (one === 0 && base.charCodeAt(from_end - 1) !== sent.charCodeAt(at_end - 1))) break;
    from_end -= one || 1;
    at_end -= other || 1;
  }
  const between = withEnds(sent.slice(at, at_end), last ?? /\r\n|\r|\n/.exec(base)?.[0] ?? "\n");
  return seamed(seamed(base.slice(0, from), between), base.slice(from_end));
}

/** The text with its lines ended alike; by whole texts, which takes a third of the time of a pattern where there are very many. */
export function withEnds(text: string, end: string): string {
  const plain = text.includes("\r") ? text.replaceAll("\r\n", "\n").replaceAll("\r", "\n") : text;
  return end === "\n" ? plain : plain.replaceAll("\n", end);
}

/** A CR that comes to stand before an LF would be one end with it. */
function seamed(text: string, next: string): string {
  return text.endsWith("\r") && next.startsWith("\n") ? `${text.slice(0, -1)}\n${next}` : text + next;
}
