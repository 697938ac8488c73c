// What a value is in a cell of a workbook (Office Open XML): a number, a day, a checkbox, or a text that is no formula.
import type { JsonValue } from "../../../kernel/plugin.ts";
import type { Field } from "../fields/mod.ts";
import { cellOf } from "./cells.ts";

/** By their places among the cell styles of `STYLES_XML`. */
const STYLE = { day: 1, time: 2, exact_time: 3, text: 4, quoted: 5, head: 6 } as const;

/** Of its programs. Behind 1900-02-29, which they count and which there was not, all count alike. */
const DAY_FIRST = "1900-03-01";
const DAY = /^\d{4}-\d\d-\d\d$/;
const DAY_MS = 86_400_000;
const EPOCH = Date.UTC(1899, 11, 30);

/** What a cell of a text file would be taken for, and what is one where somebody opens a cell and leaves it again. */
const FORMULA_LIKE = /^[\s']*[=+\-@＝＋－＠]|^'/;

/** A cell of a header, or of what every record has. */
export function headCell(place: string, text: string): string {
  return textCell(place, text, STYLE.head);
}

export function numberCell(place: string, value: number): string {
  return `<c r="${place}"><v>${value}</v></c>`;
}

/** An instant of ISO 8601 in UTC; a text where its sheet could not hold it. */
export function timeCell(place: string, time: string): string {
  const [, day = "", fraction = "", finer = ""] = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(\.\d{3})?(\d*)Z$/.exec(time) ?? [];
  if (day < DAY_FIRST || /[1-9]/.test(finer)) return textCell(place, time);
  const style = /[1-9]/.test(fraction) ? STYLE.exact_time : STYLE.time;
  const serial = (Date.parse(`${time.slice(0, 19)}${fraction}Z`) - EPOCH) / DAY_MS;
  return `<c r="${place}" s="${style}"><v>${serial}</v></c>`;
}

/** Of a field; empty for what says nothing. */
export function valueCell(place: string, field: Field, value: JsonValue | undefined): string {
  if (value === undefined || value === null) return "";
  const { type } = field;
  if (type === "checkbox" && typeof value === "boolean") return `<c r="${place}" t="b"><v>${value ? 1 : 0}</v></c>`;
  if (type === "date" && typeof value === "string" && DAY.test(value) && value >= DAY_FIRST) {
    return `<c r="${place}" s="${STYLE.day}"><v>${(Date.parse(value) - EPOCH) / DAY_MS}</v></c>`;
  }
  if (type === "datetime" && typeof value === "string") return timeCell(place, value);
  const cell = cellOf(field, value);
  return typeof cell === "number" ? numberCell(place, cell) : textCell(place, cell ?? "");
}

/** Where it says nothing it is none. */
export function textCell(place: string, text: string, style: number = STYLE.text): string {
  if (text === "") return "";
  const how = style === STYLE.text && FORMULA_LIKE.test(text) ? STYLE.quoted : style;
  return `<c r="${place}" s="${how}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
}

/** How long the longest text is of which a value's cell is made. */
export function cellChars(field: Field, value: JsonValue | undefined): number {
  const cell = cellOf(field, value);
  return typeof cell === "string" ? cell.length : 0;
}

const MARKUP: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** What XML does not hold or changes, and what stands for such a sign already (ECMA-376, 22.9.2.19). */
const UNHELD = /[\x00-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g;

export function escapeXml(text: string): string {
  const held = text
    .toWellFormed()
    .replace(UNHELD, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`);
  return held.replace(/[&<>"]/g, (sign) => MARKUP[sign] ?? sign);
}

/** The name of a column by its number from 0: A to Z, AA and on. */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

const NAME_CHARS_MAX = 31;

/** A name by Excel's rules that no other sheet of the workbook has; cases are not told apart. */
export function sheetName(name: string, taken: Set<string>): string {
  const plain = name.replace(/[\p{Cc}\u2028\u2029\ufffe\uffff]/gu, " ").replace(/[[\]:*?/\\]/g, "-");
  const ended = plain
    .trim()
    .replace(/^'+|'+$/g, "")
    .trim();
  const wanted = ended === "" || ended.toLowerCase() === "history" ? `Table ${ended}`.trim() : ended;
  for (let copy = 1; ; copy++) {
    const behind = copy === 1 ? "" : ` (${copy})`;
    const called = beginning(wanted, NAME_CHARS_MAX - behind.length) + behind;
    if (taken.has(called.toLowerCase())) continue;
    taken.add(called.toLowerCase());
    return called;
  }
}

/** No half of a pair at its end, and no apostrophe. */
function beginning(text: string, units: number): string {
  return text
    .slice(0, units)
    .replace(/[\ud800-\udbff]$/, "")
    .replace(/[\s']+$/, "");
}

export const STYLES_XML = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss.000"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="7"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="166" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
