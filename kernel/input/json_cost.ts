// Looks at a JSON text before it is parsed:
// a parser takes seconds for millions of members, and nothing else runs meanwhile.
import { KERNEL_BOUNDS } from "../base/request_limits.ts";

/** A smaller text is parsed in a few milliseconds whatever it holds. */
const CHEAP_BYTES = 64 * 1024;
/** What the server takes in one request has far fewer. */
const { json_values: VALUES_MAX, json_body_levels: DEPTH_MAX } = KERNEL_BOUNDS;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [SQUARE_OPEN, SQUARE_CLOSE, CURLY_OPEN, CURLY_CLOSE] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Says in words what makes a JSON text too costly to parse, or null when nothing does. It need not be valid JSON. */
export function findJsonCost(bytes: Uint8Array): string | null {
  if (bytes.byteLength <= CHEAP_BYTES) return null;
  let [values, depth] = [0, 0];
  for (let at = 0; at < bytes.byteLength; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfText(bytes, at + 1);
    else if (byte === COMMA) values++;
    else if (byte === SQUARE_OPEN || byte === CURLY_OPEN) {
      values++;
      depth++;
    } else if (byte === SQUARE_CLOSE || byte === CURLY_CLOSE) depth--;
    if (values > VALUES_MAX) return `holds more than ${VALUES_MAX} values; send fewer in one request`;
    if (depth > DEPTH_MAX) return `is nested more than ${DEPTH_MAX} levels deep; flatten it`;
  }
  return null;
}

/** Where the text's last quote is; at the end where it has none. */
function endOfText(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.byteLength && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
