// Looks at a JSON text before it is parsed: a parser takes seconds for millions of members, and nothing else runs meanwhile.

/** A smaller text is parsed in a few milliseconds whatever it holds. */
const CHEAP_BYTES = 64 * 1024;
/** Members and elements of a whole text; what the house takes in one request has far fewer. */
const VALUES_MAX = 100_000;
const DEPTH_MAX = 1000;
/** Scanned without a pause. */
const SLICE_BYTES = 2 * 1024 * 1024;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [SQUARE_OPEN, SQUARE_CLOSE, CURLY_OPEN, CURLY_CLOSE] = [0x5b, 0x5d, 0x7b, 0x7d];

interface Scan {
  at: number;
  values: number;
  depth: number;
  inText: boolean;
}

/**
 * Says in words what makes a JSON text too costly to parse, or null when nothing does. It need not be valid JSON. Lets
 * other requests run in between.
 */
export async function findJsonCost(bytes: Uint8Array): Promise<string | null> {
  if (bytes.byteLength <= CHEAP_BYTES) return null;
  const scan: Scan = { at: 0, values: 0, depth: 0, inText: false };
  while (scan.at < bytes.byteLength) {
    scanSlice(scan, bytes);
    const cost = costOf(scan);
    if (cost) return `the body ${cost}`;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return null;
}

/** The same of a text that is no larger than what may be scanned without a pause. */
export function findTextCost(text: string): string | null {
  if (text.length <= CHEAP_BYTES) return null;
  const scan: Scan = { at: 0, values: 0, depth: 0, inText: false };
  scanSlice(scan, new TextEncoder().encode(text));
  const cost = costOf(scan);
  return cost && `it ${cost}`;
}

function costOf(scan: Scan): string | null {
  if (scan.values > VALUES_MAX) return `holds more than ${VALUES_MAX} values; send fewer in one request`;
  if (scan.depth > DEPTH_MAX) return `is nested more than ${DEPTH_MAX} levels deep; flatten it`;
  return null;
}

/** Counts the beginnings of values outside texts, until the slice ends or one bound is passed. */
function scanSlice(scan: Scan, bytes: Uint8Array): void {
  let { at, values, depth, inText } = scan;
  const end = Math.min(at + SLICE_BYTES, bytes.byteLength);
  for (; at < end && values <= VALUES_MAX && depth <= DEPTH_MAX; at++) {
    const byte = bytes[at];
    if (inText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) inText = false;
    } else if (byte === QUOTE) inText = true;
    else if (byte === COMMA) values++;
    else if (byte === SQUARE_OPEN || byte === CURLY_OPEN) {
      values++;
      depth++;
    } else if (byte === SQUARE_CLOSE || byte === CURLY_CLOSE) depth--;
  }
  Object.assign(scan, { at, values, depth, inText });
}
