// Shows a number as a sheet does, by the code of its format
// (ECMA-376, 18.8.30 and 18.8.31), where that shows all of it.

/** Of formats that no workbook spells out, those that show a number otherwise than plain. */
const BUILT_IN: Readonly<Record<number, string>> = {
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  9: "0%",
  10: "0.00%",
  37: "#,##0 ;(#,##0)",
  38: "#,##0 ;[Red](#,##0)",
  39: "#,##0.00;(#,##0.00)",
  40: "#,##0.00;[Red](#,##0.00)",
};

/** What a sheet shows of a number: all of it in other signs, less than it holds, or nothing that could be told here. */
export type Shown = { text: string } | "less" | null;
export type ShowNumber = (value: number) => Shown;

/** Null for a format that shows numbers plain, and for what is not read here, such as fractions. */
export function numberFormat(id: number, code: string | null): ShowNumber | null {
  const written = code ?? BUILT_IN[id];
  if (written === undefined) return null;
  const sections = splitSections(written).map(readSection);
  const [first] = sections;
  if (!first || sections.some((section) => section === null)) return null;
  return (value) => {
    const place = sections.length === 1 || value > 0 ? 0 : value < 0 ? 1 : 2;
    const section = sections[place] ?? first;
    const isSigned = value < 0 && section === first;
    const text = showDigits(section, Math.abs(value));
    if (text === null) return "less";
    // A negative number that its colour alone tells.
    if (value < 0 && !isSigned && !/[-(−]/.test(text)) return "less";
    return { text: `${isSigned ? "-" : ""}${text}`.trim() };
  };
}

type Token = { kind: "digit"; sign: string } | { kind: "text"; text: string };

/** One of up to three shapes, of numbers above, below and at 0. */
interface Section {
  before: Token[];
  /** Null for a format without a point. */
  behind: Token[] | null;
  is_grouped: boolean;
  /** By which power of ten what is shown differs. */
  shift: number;
}

/** At semicolons that are no text; what a fourth says is of texts. */
function splitSections(code: string): string[] {
  const parts = code.match(/(?:"[^"]*"|\\.|\[[^\]]*\]|[^;"\\[])+|;/g) ?? [];
  const sections = [""];
  for (const part of parts) {
    if (part === ";") sections.push("");
    else sections[sections.length - 1] += part;
  }
  return sections.slice(0, 3);
}

const PART =
  /"([^"]*)"|\\(.)|_(.)|\*.|\[\$([^\]-]*)[^\]]*\]|\[(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+)\]|([0#?])|([.,%])|([ $\-+():!^&'~{}<>=€£¥])/giy;

function readSection(code: string): Section | null {
  const section: Section = { before: [], behind: null, is_grouped: false, shift: 0 };
  let commas = 0;
  let digits = 0;
  PART.lastIndex = 0;
  for (let at = 0; at < code.length; at = PART.lastIndex) {
    PART.lastIndex = at;
    const found = PART.exec(code);
    // Times, fractions, powers of ten, conditions, and whatever else there may be.
    if (!found) return null;
    const [, quoted, escaped, space, currency, digit, sign, plain] = found;
    const into = section.behind ?? section.before;
    const text = quoted ?? escaped ?? currency ?? plain ?? (space === undefined ? undefined : " ");
    if (digit !== undefined) {
      if (commas > 0 && section.behind === null) section.is_grouped = true;
      commas = 0;
      digits++;
      into.push({ kind: "digit", sign: digit });
    } else if (sign === "," && digits > 0) commas++;
    else if (sign === "," || (sign === "." && section.behind !== null)) return null;
    else if (sign === ".") section.behind = [];
    else if (sign === "%") section.shift += 2;
    if (sign === "%" || text !== undefined) into.push({ kind: "text", text: text ?? "%" });
    // Commas behind the last digit divide by a thousand each.
    const isEnd = sign !== "," && digit === undefined;
    if (isEnd && commas > 0) {
      section.shift -= 3 * commas;
      commas = 0;
    }
  }
  section.shift -= 3 * commas;
  return digits > 0 ? section : null;
}

/** Null where the section shows less than all. */
function showDigits({ before, behind, is_grouped, shift }: Section, value: number): string | null {
  const found = decimalOf(value, shift);
  if (!found) return null;
  const places = (behind ?? []).filter(({ kind }) => kind === "digit").length;
  if (found.fraction.length > places) return null;
  const point = behind === null ? "" : `.${showFraction(behind, found.fraction)}`;
  const text = showWhole(before, found.whole, is_grouped) + point;
  return /\d/.test(text) ? text : null;
}

/** The digits before and behind the point, without zeros at their ends. */
function decimalOf(value: number, shift: number): { whole: string; fraction: string } | null {
  const [, whole = "", fraction = "", power = "0"] = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  if (whole === "") return null;
  const point = whole.length + Number(power) + shift;
  // Nobody reads so many digits.
  if (Math.abs(point) > 60) return null;
  const digits = whole + fraction;
  const all = point <= 0 ? digits.padStart(digits.length - point, "0") : digits.padEnd(point, "0");
  const at = Math.max(point, 0);
  return { whole: all.slice(0, at).replace(/^0+/, ""), fraction: all.slice(at).replace(/0+$/, "") };
}

const FILLERS: Readonly<Record<string, string>> = { "0": "0", "?": " ", "#": "" };

function showFraction(tokens: readonly Token[], fraction: string): string {
  let at = 0;
  return tokens
    .map((token) => (token.kind === "text" ? token.text : (fraction[at++] ?? FILLERS[token.sign] ?? "")))
    .join("");
}

/** From the right; whatever is left stands at the first place. */
function showWhole(tokens: readonly Token[], whole: string, isGrouped: boolean): string {
  const first = tokens.findIndex(({ kind }) => kind === "digit");
  let left = whole;
  let shown = 0;
  let text = "";
  const put = (digit: string) => {
    if (/\d/.test(digit) && isGrouped && shown > 0 && shown % 3 === 0) text = `,${text}`;
    if (/\d/.test(digit)) shown++;
    text = digit + text;
  };
  for (const [index, token] of [...tokens.entries()].reverse()) {
    if (token.kind === "text") {
      text = token.text + text;
      continue;
    }
    put(left.at(-1) ?? FILLERS[token.sign] ?? "");
    left = left.slice(0, -1);
    for (; index === first && left !== ""; left = left.slice(0, -1)) put(left.at(-1) ?? "");
  }
  return first === -1 ? left + text : text;
}
