// Reads the character references of HTML, such as &amp;, in text that was taken from markup without building a tree.
import { decodeNamedCharacterReference } from "decode-named-character-reference";

const REFERENCE = /&(?:#(\d{1,7})|#[xX]([0-9A-Fa-f]{1,6})|([A-Za-z][A-Za-z0-9]{1,31}));/g;

/** `text` with its references replaced by the characters they name; what names nothing stays as it is. */
export function decodeReferences(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(REFERENCE, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return decodeNamedCharacterReference(name) || whole;
    return characterOf(decimal !== undefined ? Number(decimal) : Number.parseInt(hex ?? "", 16));
  });
}

function characterOf(code: number): string {
  const valid = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return valid ? String.fromCodePoint(code) : "\uFFFD";
}
