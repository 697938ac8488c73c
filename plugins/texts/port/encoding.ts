// Tells in which encoding the bytes of a text are, and reads them as their sender's programs do.
import { isUtf8 } from "node:buffer";

/** What declares an encoding stands in so much: HTML, XML and style sheets say it at their beginning. */
const DECLARED_BYTES = 4096;
const DECLARATIONS = [
  /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"'\s]+)/i,
  /^@charset "([^"]+)"/i,
  /<meta\s[^>]*?\bcharset\s*=\s*["']?\s*([^"'\s/>;]+)/i,
];
const ESCAPE = 0x1b;
/** What no text holds: controls other than tabs, line ends, page ends and escapes, and what windows-1252 leaves free. */
const NO_TEXT = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f\x81\x8d\x8f\x90\x9d]/;
/** Names other encodings than it says: by the Encoding Standard a page that calls itself UTF-16 inside is none. */
const NOT_DECLARABLE = /^(?:utf-|x-user-defined)/;
const CHECKED_BYTES = 1024 * 1024;

/**
 * The name of the Encoding Standard for what a text is in, or null for bytes that are no text. A mark at the beginning says it, then UTF-8
 * does itself, then what the text declares. What declares nothing and is mostly ASCII is windows-1252, as browsers have it, unless it is
 * UTF-8 with faults.
 */
export function encodingOf(bytes: Uint8Array): string | null {
  // A mark alone marks nothing.
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.length > 2 ? "utf-16le" : null;
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return bytes.length > 2 ? "utf-16be" : null;
  if (isUtf8(bytes)) {
    if (bytes.includes(0)) return null;
    return bytes.includes(ESCAPE) && declaredIn(bytes) === "iso-2022-jp" ? "iso-2022-jp" : "utf-8";
  }
  if (bytes.includes(0)) return null;
  const declared = declaredIn(bytes);
  if (declared !== null) return declared === "utf-8" ? null : declared;
  return isLatin(bytes.subarray(0, CHECKED_BYTES)) ? "windows-1252" : null;
}

/** The text of bytes in whatever encoding, without its mark; null for bytes that are no text. */
export function readAnyText(bytes: Uint8Array): string | null {
  const encoding = encodingOf(bytes);
  if (encoding === null) return null;
  const text = new TextDecoder(encoding).decode(bytes);
  return text.includes("\0") ? null : text;
}

/** A text of which this is the beginning alone: what ends in the middle of a character is read up to it. */
export function readTextHead(bytes: Uint8Array): string | null {
  // A character of UTF-8 has at most three bytes behind its first.
  for (let cut = 0; cut < 4; cut++) {
    const head = bytes.subarray(0, bytes.length - cut);
    if (isUtf8(head)) return readAnyText(head);
  }
  return readAnyText(bytes);
}

/** The content type with the encoding in which the bytes are, where it names one. */
export function typeWithEncoding(contentType: string, bytes: Uint8Array): string {
  const encoding = /;\s*charset=/.test(contentType) ? encodingOf(bytes) : null;
  return encoding === null ? contentType : contentType.replace(/(;\s*charset=)[\w-]+/, `$1${encoding}`);
}

function latin1({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("latin1");
}

/** As the Encoding Standard calls it; null for none, or one that is not known. */
function declaredIn(bytes: Uint8Array): string | null {
  const head = latin1(bytes.subarray(0, DECLARED_BYTES));
  for (const declaration of DECLARATIONS) {
    const label = declaration.exec(head)?.[1];
    if (label === undefined) continue;
    try {
      const { encoding } = new TextDecoder(label);
      if (encoding === "utf-8" || !NOT_DECLARABLE.test(encoding)) return encoding;
    } catch {
      // Nobody knows it by this name.
    }
  }
  return null;
}

/** Whether bytes are mostly ASCII, as Latin texts are, and what is not is no UTF-8, to which other encodings come by accident alone. */
function isLatin(bytes: Uint8Array): boolean {
  const text = latin1(bytes);
  if (NO_TEXT.test(text)) return false;
  const beyond = text.replace(/[\x00-\x7f]+/g, "").length;
  if (2 * beyond >= text.length) return false;
  const read = new TextDecoder().decode(bytes).replace(/[\x00-\x7f]+/g, "");
  const faults = read.split("\ufffd").length - 1;
  return read.length - faults < faults;
}
