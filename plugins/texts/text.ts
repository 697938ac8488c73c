// What counts as text that can be changed: valid UTF-8 without NUL, at most 1 MiB (rules: documents/text).
import { refuse } from "../../kernel/plugin.ts";
import { manifest } from "../manifest.ts";
import { readAnyText } from "./port/encoding.ts";

export const TEXT_BYTES_MAX = manifest.caps.text_file_bytes;

const strict = new TextDecoder("utf-8", { fatal: true });
const exact = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Bytes as text, whatever their encoding; throws 400 naming the file when they are none. */
export function readBytesOf(bytes: Uint8Array, name: string): string {
  const text = readAnyText(bytes);
  if (text === null) throw refuse.invalid(`"${name}" is not valid UTF-8 text; send it as a file`);
  return text;
}

/** Bytes as text, or null when they are none. A byte order mark is no part of it. */
export function decodeText(bytes: Uint8Array): string | null {
  return decode(strict, bytes);
}

/** The same to the letter, mark included: for whoever writes the text back. */
export function decodeExactly(bytes: Uint8Array): string | null {
  return decode(exact, bytes);
}

function decode(decoder: TextDecoder, bytes: Uint8Array): string | null {
  try {
    const text = decoder.decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}
