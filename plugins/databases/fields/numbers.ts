// Numbers: what a double holds, in and out as JSON numbers, and never another number than was sent.
import { digitsOf, isSameDecimal } from "../../../kernel/ports/input.ts";
import type { Checked } from "./field.ts";
import { quoted, typeName } from "./texts.ts";

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,4})?$/;
const DECIMAL_CHARS_MAX = 400;
/** Every decimal of so many significant digits comes back from a double as it was. */
const EXACT_DIGITS = 15;
const SHOWN_CHARS = 60;

/**
 * A finite double, or a decimal text that a double holds exactly. An integer beyond 2^53 of more than 15 digits may have lost some on
 * its way here, in a JSON parser: it is refused rather than kept as another one.
 */
export function checkNumber(value: unknown): Checked {
  if (typeof value === "string") return checkDecimal(value.trim());
  if (typeof value !== "number") return { code: "type", message: `is ${typeName(value)}; send a number` };
  const why = unsafeNumber(value);
  // -0 is 0: JSON would say so anyway.
  return why ? { code: "range", message: why } : { value: value + 0 };
}

/** Why a number is not kept, or null; `sent` is how it was written, where that is known. */
export function unsafeNumber(value: number, sent = String(value)): string | null {
  if (!Number.isFinite(value)) return "is beyond the numbers that can be kept (up to 1.79e308)";
  if (!Number.isInteger(value) || Number.isSafeInteger(value) || digitsOf(String(value)).length <= EXACT_DIGITS) {
    return null;
  }
  return `is ${sent.slice(0, SHOWN_CHARS)}, which has more digits than a JSON number carries exactly; keep it as text`;
}

function checkDecimal(text: string): Checked {
  if (text.length > DECIMAL_CHARS_MAX || !DECIMAL.test(text)) {
    return { code: "type", message: `is ${quoted(text)}; send a number such as 12.5` };
  }
  const number = Number(text);
  const why = unsafeNumber(number, text);
  if (why) return { code: "range", message: why };
  if (text !== String(number) && !isSameDecimal(text, String(number))) {
    return {
      code: "range",
      message: `is ${quoted(text)}, which has more digits than a number keeps (${EXACT_DIGITS} always, 17 at most); keep it as text`,
    };
  }
  return { value: number + 0 };
}
