// Encodes, decodes and hashes megabytes in slices, between which other requests have their turn.
import { yieldToLoop } from "./loop.ts";

/** Takes a millisecond or two, whatever is done with it: the slowest is to encode letters beyond ASCII, at some 100 MB a second. */
const SLICE = 256 * 1024;
const utf8 = new TextEncoder();

/**
 * Gives the memory of bytes back that nobody reads any more, which detaches them: of tens of megabytes of short-lived ones the
 * collector hears late. A view of more than itself is left to it.
 */
export function giveBack({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** A text as UTF-8. */
export async function encodeText(text: string): Promise<Uint8Array<ArrayBuffer>> {
  if (text.length <= SLICE) return utf8.encode(text);
  const parts: Uint8Array[] = [];
  for (let at = 0; at < text.length; ) {
    // Before it and not after: whoever comes with so long a text has mostly just received it.
    await yieldToLoop();
    const end = endOfSlice(text, at);
    parts.push(utf8.encode(text.slice(at, end)));
    at = end;
  }
  return joinBytes(parts);
}

/** Never between the halves of a surrogate pair. */
function endOfSlice(text: string, at: number): number {
  const end = at + SLICE;
  if (end >= text.length) return text.length;
  return (text.charCodeAt(end - 1) & 0xfc00) === 0xd800 ? end - 1 : end;
}

async function joinBytes(parts: readonly Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
    if (at % (4 * SLICE) < part.byteLength) await yieldToLoop();
  }
  return whole;
}

/** Base64 (RFC 4648, section 4) with white space anywhere, padded or not, as bytes; null for what is none. */
export async function decodeBase64(text: string): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!isPaddedAtEnd(text)) return null;
  const whole = new Uint8Array(Math.ceil((text.length * 3) / 4) + 3);
  let written = 0;
  for (let at = 0; at < text.length; ) {
    const isLast = at + SLICE >= text.length;
    const lastChunkHandling = isLast ? "loose" : "stop-before-partial";
    try {
      const done = whole.subarray(written).setFromBase64(text.slice(at, at + SLICE), { lastChunkHandling });
      written += done.written;
      // Nothing but white space for so long is none.
      if (!isLast && done.read === 0) return null;
      at = isLast ? text.length : at + done.read;
    } catch {
      return null;
    }
    if (!isLast) await yieldToLoop();
  }
  return whole.subarray(0, written);
}

/** A slice that ends in padding would be taken for the end. */
function isPaddedAtEnd(text: string): boolean {
  const padding = text.indexOf("=");
  return padding < 0 || (text.length - padding <= PADDING_CHARS_MAX && /^[=\s]*$/.test(text.slice(padding)));
}

/** With line ends around it. */
const PADDING_CHARS_MAX = 16;

/** SHA-256 of bytes (FIPS 180-4). */
export async function hashBytes(bytes: Uint8Array): Promise<Uint8Array> {
  const hasher = new Bun.CryptoHasher("sha256");
  await addToHash(hasher, bytes);
  return hasher.digest();
}

/** What `hashBytes` does, for whoever hashes more than these. */
export async function addToHash(hasher: Bun.CryptoHasher, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.byteLength; at += SLICE) {
    hasher.update(bytes.subarray(at, at + SLICE));
    if (at + SLICE < bytes.byteLength) await yieldToLoop();
  }
}
