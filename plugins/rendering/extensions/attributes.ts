// Reads what stands in `{#id .class key=value}`, for the parser and for whoever looks for ids in a text.

/** What is taken of a list; its classes and other keys are for the program that it was written for. */
export interface Attributes {
  id: string | null;
  width: string | null;
  height: string | null;
}

const PART =
  /[ \t]*(?:#([^\s#.{}"'<>=`]+)|\.[^\s#.{}"'<>=`]+|([A-Za-z][\w:-]*)=(?:"([^"]*)"|'([^']*)'|([^\s"'{}<>=`]+)))/y;

const LIST = /\{[^{}\n]{1,300}\}/g;

/** The ids that lists in a text give, code and escapes not thought of. */
export function findGivenIds(text: string): string[] {
  return [...text.matchAll(LIST)].flatMap(([written]) => readAttributes(written)?.id ?? []);
}

/** A heading's words without a list behind them, and the id that one gives. */
export function cutAttributes(title: string): { title: string; id: string | null } {
  const [, words = "", written = ""] = /^(.*?)[ \t]*(\{[^{}\n]{1,300}\})\s*$/s.exec(title) ?? [];
  const read = written === "" ? null : readAttributes(written);
  return read ? { title: words, id: read.id } : { title, id: null };
}

/** Null for what is no list, such as a word in braces. */
export function readAttributes(written: string): Attributes | null {
  const inside = written.slice(1, -1).replace(/^:/, "").trim();
  const read: Attributes = { id: null, width: null, height: null };
  if (inside === "") return null;
  PART.lastIndex = 0;
  for (let at = 0; at < inside.length; at = PART.lastIndex) {
    PART.lastIndex = at;
    const part = PART.exec(inside);
    if (!part) return null;
    const [, id, key, ...values] = part;
    const value = values.find((one) => one !== undefined) ?? "";
    if (id !== undefined) read.id ??= id;
    if (key === "id" && value !== "" && !/\s/.test(value)) read.id ??= value;
    if ((key === "width" || key === "height") && /^\d{1,4}(?:px)?$/.test(value))
      read[key] = String(Number.parseInt(value, 10));
  }
  return read;
}
