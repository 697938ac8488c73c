// Words with their places as COPY takes a `tsvector` in its binary format,
// which Postgres reads in a fraction of the time of its writing.
import { PLACE_BITS, type Places } from "./words.ts";

const PLACE = (1 << PLACE_BITS) - 1;
/** No character takes more in UTF-8 than for each unit of its own in UTF-16. */
const BYTES_PER_CHAR = 3;

/** Used again for the next text. */
let buffer = Buffer.allocUnsafeSlow(256 * 1024);

/** A field of a row. `mark` is put before each word, see `markOf`. */
export function packWords(words: Places, mark: string): Uint8Array {
  let room = 8;
  for (const [word, places] of words) room += BYTES_PER_CHAR * (mark.length + word.length) + 3 + 2 * places.length;
  if (buffer.length < room) buffer = Buffer.allocUnsafeSlow(2 * room);
  let at = buffer.writeInt32BE(words.size, 4);
  for (const [word, places] of words) {
    at = writeText(word, writeText(mark, at));
    buffer[at] = 0;
    const sorted = inOrder(places);
    at = buffer.writeUInt16BE(sorted.length, at + 1);
    for (const place of sorted) {
      buffer[at] = place >> 8;
      buffer[at + 1] = place;
      at += 2;
    }
  }
  buffer.writeInt32BE(at - 4, 0);
  return new Uint8Array(buffer.subarray(0, at));
}

/** Letter by letter while they are ASCII: words are so short that a call for each would cost more. */
function writeText(text: string, from: number): number {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 0x7f) return from + index + buffer.write(text.slice(index), from + index, "utf8");
    buffer[from + index] = code;
  }
  return from + text.length;
}

/** Each place once, rising, with the greatest of its weights: in a text that is so long that places were counted anew they are not. */
function inOrder(places: readonly number[]): readonly number[] {
  if (places.every((place, index) => index === 0 || (place & PLACE) > ((places[index - 1] ?? 0) & PLACE)))
    return places;
  const sorted = places.toSorted((one, other) => (one & PLACE) - (other & PLACE) || other - one);
  return sorted.filter((place, index) => index === 0 || (place & PLACE) !== ((sorted[index - 1] ?? 0) & PLACE));
}
