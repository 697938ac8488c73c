// Relative addresses in markdown:
// what they name beside the document, and how a page writes them so that a browser keeps them.
import { posix } from "node:path";

/** Stands in an address for a step upwards, which a browser would take out of the document's own address. */
export const UP_SEGMENT = "_up";
const UPS_MAX = 8;
const CHARS_MAX = 512;
const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|[/\\]|#|\?|$)/i;

/** A file beside the document that a relative address names. */
export interface RelativePath {
  /** Decoded and in NFC, from the document's folder; steps upwards are `UP_SEGMENT`s at its beginning. */
  path: string;
  /** The address as a page of the document has it. */
  href: string;
}

/** What a relative address names, null for one that leads elsewhere, and for one that no folder can hold. */
export function readRelative(address: string): RelativePath | null {
  const trimmed = address.trim();
  if (ELSEWHERE.test(trimmed)) return null;
  const end = trimmed.search(/[?#]/);
  const named = decode(end < 0 ? trimmed : trimmed.slice(0, end));
  const normal = named === null ? ".." : posix.normalize(named);
  const segments = normal.split("/");
  const ups = segments.findIndex((segment) => segment !== "..");
  if (
    ups < 0 ||
    ups > UPS_MAX ||
    (normal.length > CHARS_MAX && [...normal].length > CHARS_MAX) ||
    /[\0-\x1f\x7f\\]/.test(normal)
  )
    return null;
  const inside = segments.slice(ups);
  const path = [...Array<string>(ups).fill(UP_SEGMENT), ...inside].join("/");
  // What stays in the folder is left as it was written.
  const href =
    ups === 0 ? address : path.split("/").map(encodeURIComponent).join("/") + (end < 0 ? "" : trimmed.slice(end));
  return { path: path.normalize("NFC"), href };
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
