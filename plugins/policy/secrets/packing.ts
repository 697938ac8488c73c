// Puts many short texts into a few longer ones, since each text costs a search for every mark of every rule.
import type { PublishedText, PublishedTexts } from "../../documents/port/hooks.ts";

/** A text to look through, and where a line of it came from. */
export interface Packed {
  text: string;
  placeOf(line: number): { path: string; line: number } | null;
}

/** A scan names some places of a text, and of a longer one not more. */
const PACK_CHARS = 16 * 1024;
/** No rule reads across it. */
const BETWEEN = "\n\0\n";
const LINES_BETWEEN = 2;

/** The texts in their order, those of about `PACK_CHARS` together. */
export async function* packed(texts: ReturnType<PublishedTexts>): AsyncGenerator<Packed> {
  let waiting: PublishedText[] = [];
  let chars = 0;
  for await (const one of texts) {
    waiting.push(one);
    chars += one.text.length;
    if (chars < PACK_CHARS) continue;
    yield pack(waiting);
    waiting = [];
    chars = 0;
  }
  if (waiting.length > 0) yield pack(waiting);
}

function pack(texts: readonly PublishedText[]): Packed {
  return {
    text: texts.map(({ text }) => text).join(BETWEEN),
    placeOf: (line) => {
      let first = 1;
      for (const { name, text } of texts) {
        const next = first + text.split("\n").length - 1 + LINES_BETWEEN;
        if (line < next) return { path: name, line: line - first + 1 };
        first = next;
      }
      return null;
    },
  };
}
