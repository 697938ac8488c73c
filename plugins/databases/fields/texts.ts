// Texts as records keep them: in NFC, without what no store holds, counted in code points.
import { countCharacters, isLongerThan } from "../../../kernel/plugin.ts";
import type { Checked } from "./field.ts";

/** What keeps a text from being stored, in words; null when nothing does. Postgres holds no NUL, and UTF-8 no half of a pair. */
export function unstorable(text: string): string | null {
  if (text.includes("\0")) return "holds the character U+0000, which cannot be stored; leave it out";
  if (!text.isWellFormed()) return "is not valid Unicode: half of a surrogate pair stands alone";
  return null;
}

/** A text of at most so many characters, in NFC, so that what looks the same is the same. */
export function checkText(value: unknown, charsMax: number): Checked {
  if (typeof value !== "string") return { code: "type", message: `is ${typeName(value)}; send a text` };
  const why = unstorable(value);
  if (why) return { code: "type", message: why };
  // Refused before it is worked on. No character takes more than three in NFC, and none goes below a third.
  if (value.length > 6 * charsMax) return tooLong(value.length, charsMax);
  const text = value.normalize("NFC");
  return isLongerThan(text, charsMax) ? tooLong(countCharacters(text), charsMax) : { value: text };
}

function tooLong(chars: number, charsMax: number): Checked {
  return { code: "too_long", message: `has ${chars} characters; at most ${charsMax} are kept` };
}

/** The name of a value's JSON type, with its article; what is not there is missing. */
export function typeName(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string") return "a text";
  if (typeof value === "boolean") return `the boolean ${value}`;
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** A name of a table or a view as it is kept: of two that look the same there is one. */
export function keptName(name: string): string {
  return name.normalize("NFC").trim();
}

/** A kind of field as sentences call it: `a text`, `an email`. */
export function withArticle(type: string): string {
  return `${/^[aeio]/.test(type) ? "an" : "a"} ${type}`;
}

/** A value as a refusal quotes it: short, on one line. */
export function quoted(value: unknown): string {
  const text = (typeof value === "string" ? value : (JSON.stringify(value) ?? String(value))).toWellFormed();
  const short = [...text.slice(0, 120)].slice(0, 60).join("");
  return JSON.stringify(short.length < text.length ? `${short}…` : text);
}

const ASCII = /^[\x00-\x7f]*$/;

/**
 * A text without case and accents, in which sorting and searching see it: `Émile` and `EMILE` are alike. Marks of scripts in which
 * they make another word stay.
 */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]+/g, "")
    .replaceAll("ς", "σ")
    .normalize("NFC");
}
