// Values as bytes that sort as the values do, and as texts that are alike exactly when the values are.
import { createHash } from "node:crypto";
import type { JsonValue } from "../../../kernel/plugin.ts";
import { placeOf } from "./choices.ts";
import { isUnfinished } from "./data.ts";
import { type Field, isEmptyValue } from "./field.ts";
import { canonicalJson } from "./json_values.ts";
import { foldText } from "./texts.ts";

const EMPTY = new Uint8Array();
/** Valid values come before texts that a draft left unfinished. */
const [VALID, UNFINISHED, CUT] = [1, 2, 0xff];
/** Of the folded text, and again of the text as it is. */
const TEXT_KEY_BYTES = 96;
/** More than enough for the bytes above, whatever is folded away. */
const FOLDED_CHARS = 4096;

/** No sort key is longer. */
export const SORT_KEY_BYTES_MAX = 2 + 2 * TEXT_KEY_BYTES;

/**
 * Bytes that compare (as `memcmp`, or `bytea` in Postgres) as the values of a sortable field do; an empty value has no bytes and so
 * comes first. Texts order without regard to case and accents, those without any first and then as they are; texts whose first 96 folded bytes are alike tie.
 * Choices order as their options. Throws for a field without an order.
 */
export function sortKey(field: Field, value: JsonValue | undefined): Uint8Array {
  if (value === undefined || value === null || isEmptyValue(field, value)) return EMPTY;
  if (typeof value === "string" && isUnfinished(field, value)) return textKey(value, UNFINISHED);
  return finishedKey(field, value);
}

/** The same for a value that was checked as no draft's is. */
export function finishedKey(field: Field, value: JsonValue): Uint8Array {
  switch (field.type) {
    case "number":
      return numberKey(Number(value));
    case "checkbox":
      return Uint8Array.of(VALID, value === true ? 1 : 0);
    case "select": {
      const place = placeOf(field, value) + 1;
      return Uint8Array.of(VALID, place >> 8, place & 0xff);
    }
    case "text":
    case "long_text":
    case "email":
    case "url":
    case "date":
    case "datetime":
      return textKey(String(value), VALID);
    default:
      throw new Error(`a ${field.type} field has no order`);
  }
}

const [VALID_CHAR, CUT_CHAR] = [String.fromCharCode(VALID), String.fromCharCode(CUT)];

/** The same for a text of ASCII alone that is no draft's, one character for each byte; `folded` is it in small letters. */
export function asciiTextKey(text: string, folded: string): string {
  if (folded.length > TEXT_KEY_BYTES) return `${VALID_CHAR}${folded.slice(0, TEXT_KEY_BYTES)}${CUT_CHAR}`;
  return `${VALID_CHAR}${folded}\0${folded === text ? "" : text}`;
}

const encoder = new TextEncoder();
const scratch = new Uint8Array(SORT_KEY_BYTES_MAX + 4);

function textKey(text: string, tag: number): Uint8Array {
  const start = text.length > FOLDED_CHARS ? text.slice(0, FOLDED_CHARS) : text;
  let folded = foldText(start);
  if (folded.length < TEXT_KEY_BYTES && start !== text) folded = foldText(text);
  scratch[0] = tag;
  const { read, written } = encoder.encodeInto(folded, scratch.subarray(1, 2 + TEXT_KEY_BYTES));
  // What is cut ends in a byte that no text has, after every text that ends there.
  if (read < folded.length || written > TEXT_KEY_BYTES) {
    const bytes = encoder.encode(folded.slice(0, TEXT_KEY_BYTES + 1)).subarray(0, TEXT_KEY_BYTES);
    scratch.set(bytes, 1);
    scratch[1 + TEXT_KEY_BYTES] = CUT;
    return scratch.slice(0, 2 + TEXT_KEY_BYTES);
  }
  const end = 1 + written;
  scratch[end] = 0;
  if (folded === text) return scratch.slice(0, end + 1);
  const exact = encoder.encodeInto(text.slice(0, TEXT_KEY_BYTES), scratch.subarray(end + 1, end + 1 + TEXT_KEY_BYTES));
  return scratch.slice(0, end + 1 + exact.written);
}

const number = new Uint8Array(9);
const numberView = new DataView(number.buffer);

/** The bits of a double order as unsigned integers once the sign is turned, and all others of a negative one. */
function numberKey(value: number): Uint8Array {
  numberView.setUint8(0, VALID);
  numberView.setFloat64(1, value + 0);
  const high = numberView.getUint32(1);
  const isNegative = high >>> 31 === 1;
  numberView.setUint32(1, isNegative ? ~high : high ^ 0x80000000);
  if (isNegative) numberView.setUint32(5, ~numberView.getUint32(5));
  return number.slice();
}

const EXACT_KEY_CHARS = 200;

/**
 * A short text that two values of a field share exactly when `eq` holds for them; null for an empty value, and for JSON that a draft
 * left as text. Addresses of mail are alike in whatever case they are written.
 */
export function equalityKey(field: Field, value: JsonValue | undefined): string | null {
  if (value === undefined || value === null || isEmptyValue(field, value)) return null;
  if (field.type === "json" && typeof value === "string") return null;
  const exact = typeof value === "string" ? value : canonicalJson(value);
  const text = field.type === "email" ? exact.toLowerCase() : exact;
  // The first character keeps a text from being taken for the digest of another.
  return text.length <= EXACT_KEY_CHARS ? `=${text}` : `#${createHash("sha256").update(text).digest("hex")}`;
}
