// Decimals as texts, and what becomes of the numbers of a JSON text that lie nearer to 0 than a double can follow.

/** Significant digits, without zeros at either end. */
export function digitsOf(decimal: string): string {
  const [mantissa = ""] = decimal.toLowerCase().split("e");
  return mantissa
    .replace(/[+\-.]/g, "")
    .replace(/^0+/, "")
    .replace(/0+$/, "");
}

/** The power of ten of the first significant digit. */
function magnitudeOf(decimal: string): number {
  const [mantissa = "", exponent = "0"] = decimal.toLowerCase().replace(/^[+-]/, "").split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const first = `${whole}${fraction}`.search(/[1-9]/);
  return Number(exponent) + whole.length - first;
}

/** Whether two decimals of one sign are the same number, however they are written. */
export function isSameDecimal(a: string, b: string): boolean {
  const digits = digitsOf(a);
  return digits === digitsOf(b) && (digits === "" || magnitudeOf(a) === magnitudeOf(b));
}

/** From here to 0 a double has fewer digits the nearer it comes. */
const FULL_DIGITS_MIN = 2.2250738585072014e-308;
/** Without one of these, which texts have too, no number comes that near. */
const NEAR = /[eE]-0*\d{3}|0\.0{200}/;
const [QUOTE, BACKSLASH, MINUS, ZERO, NINE] = [0x22, 0x5c, 0x2d, 0x30, 0x39];
const NUMBER = /-?[\d.]+(?:[eE][+-]?\d+)?/y;
const SHOWN_CHARS = 60;
/** No double has so many digits, not even with the zeros before them; comparing more would take longer than reading them. */
const COMPARED_CHARS_MAX = 1200;

/**
 * Says in words which number of a JSON text is so near to 0 that parsing makes 0 of it, or another number; null where none is. Behind
 * a parser nobody can tell any more.
 */
export function findLostNumber(json: string): string | null {
  if (!NEAR.test(json)) return null;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfText(json, at + 1);
    else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      NUMBER.lastIndex = at;
      const [text = "-"] = NUMBER.exec(json) ?? [];
      if (isLost(text)) {
        const shown = text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
        return `holds ${shown}, which is nearer to 0 than numbers are kept with all of their digits; send 0, or keep it as text`;
      }
      at += text.length - 1;
    }
  }
  return null;
}

/** Where the text's last quote is; at the end where it has none. */
function endOfText(json: string, from: number): number {
  let at = from;
  for (;;) {
    const code = json.charCodeAt(at);
    if (code === QUOTE || at >= json.length) return at;
    at += code === BACKSLASH ? 2 : 1;
  }
}

function isLost(text: string): boolean {
  const number = Number(text);
  if (Math.abs(number) >= FULL_DIGITS_MIN) return false;
  if (text.length > COMPARED_CHARS_MAX) return /^[-0.]*[1-9]/.test(text);
  return !isSameDecimal(text, String(number));
}
