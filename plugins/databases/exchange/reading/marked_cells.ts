// Keeps of a workbook's cells what the library that reads them leaves out:
// errors, how numbers are shown, formulas without a value.
import { unzipSync, zipSync } from "fflate";
import { numberFormat, type ShowNumber } from "./number_formats.ts";
import { cellOfTime } from "./sheet_times.ts";
import { CellError, LackingCell, type RefusedCell, ShownNumber } from "./source.ts";
import { cellFormats, type TimeKind, timeKind } from "./time_styles.ts";

const SHEETS = /^xl\/worksheets\/[^/]+\.xml$/i;
const STYLES = /^xl\/styles\.xml$/i;
const WORKBOOK = /^xl\/workbook\.xml$/i;
const FROM_1904 = /<(?:[\w.-]+:)?workbookPr\s(?:[^<>]*\s)?date1904=(["'])(?:1|true)\1/;
const TYPE = /\st=(["'])([A-Za-z]+)\1/;
const PLACE = /\sr=(["'])[A-Za-z0-9]*\1/;
const STYLE = /\ss=(["'])(\d+)\1/;
/** A cell's tag, and what stands between it and its value. */
const CELL =
  /<((?:[\w.-]+:)?c)(\s[^<>]*)>(?:((?:\s*<(?:[\w.-]+:)?f(?:\s[^<>]*)?(?:\/>|>[^<]*<\/(?:[\w.-]+:)?f>))?\s*<(?:[\w.-]+:)?v(?:\s[^<>]*)?>)(?=[^<]))?/g;
/** A formula behind a cell's tag, and nothing that it came to. */
const LACKING =
  /<((?:[\w.-]+:)?c)(\s[^<>]*[^/<>]|)>\s*<(?:[\w.-]+:)?f(?:\s[^<>]*)?(?:\/>|>[^<]*<\/(?:[\w.-]+:)?f>)\s*(?:<(?:[\w.-]+:)?v(?:\s[^<>]*)?(?:\/>|>\s*<\/(?:[\w.-]+:)?v>)\s*)?(?=<\/(?:[\w.-]+:)?c>)/g;
/** What stands for it where a number would. */
const LACKING_MARK = "?";
/** Before a number stands the place of its style, where that shows it otherwise than plain. */
const MARKED = /^S(\d+) /;

/** What a style of cells makes of a number. */
type Style = TimeKind | ShowNumber;
type Styles = ReadonlyMap<number, Style>;

function stylesOf(text: string): Styles {
  const styles = cellFormats(text).map((format) => timeKind(format) ?? numberFormat(format.id, format.code));
  return new Map([...styles.entries()].flatMap(([place, style]) => (style === null ? [] : [[place, style] as const])));
}

/** What a cell comes to that the library takes for a number. */
export type NumberCell = number | string | Date | CellError | RefusedCell | LackingCell | ShownNumber;

export interface MarkedWorkbook {
  file: Buffer;
  /** Reads the numbers of the file. Throws for what is none: it says why the workbook can not be read. */
  readNumber: (text: string) => NumberCell;
}

/** The workbook with its errors, marked numbers and formulas without a value where numbers stand; null for one that has none of them. */
export function markCells(file: Uint8Array): MarkedWorkbook | null {
  const about = unzipSync(file, { filter: ({ name }) => STYLES.test(name) || WORKBOOK.test(name) });
  const styles = stylesOf(textOf(about, STYLES));
  // Unpacking is most of the work, so that what is marked for sure is unpacked whole at once.
  const whole = styles.size > 0 ? unzipSync(file) : null;
  const sheets = whole ?? unzipSync(file, { filter: ({ name }) => SHEETS.test(name) });
  const changed = Object.entries(sheets).flatMap(([name, sheet]) => {
    if (!SHEETS.test(name)) return [];
    const bytes = bufferOf(sheet);
    return styles.size > 0 || holdsMarked(bytes) ? [[name, rewrite(bytes, styles)] as const] : [];
  });
  if (changed.length === 0) return null;
  const from_1904 = FROM_1904.test(textOf(about, WORKBOOK));
  return {
    // It is read again at once, so it is not packed.
    file: bufferOf(zipSync({ ...(whole ?? unzipSync(file)), ...Object.fromEntries(changed) }, { level: 0 })),
    readNumber: (text) => readNumber(text, { styles, from_1904 }),
  };
}

function textOf(files: Readonly<Record<string, Uint8Array>>, wanted: RegExp): string {
  const [, bytes] = Object.entries(files).find(([name]) => wanted.test(name)) ?? [];
  return bytes ? bufferOf(bytes).toString("utf8") : "";
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function readNumber(text: string, { styles, from_1904 }: { styles: Styles; from_1904: boolean }): NumberCell {
  if (text.startsWith("#")) return new CellError(text);
  if (text === LACKING_MARK) return new LackingCell();
  const [mark = "", place] = MARKED.exec(text) ?? [];
  const style = place === undefined ? undefined : styles.get(Number(place));
  const number = Number(text.slice(mark.length));
  if (Number.isNaN(number)) throw new Error(`a cell holds the number ${JSON.stringify(text.slice(0, 60))}`);
  if (style === undefined) return number;
  return typeof style === "string" ? cellOfTime(number, { kind: style, from_1904 }) : shownNumber(number, style);
}

function shownNumber(number: number, show: ShowNumber): NumberCell {
  const shown = show(number);
  if (shown === null) return number;
  if (shown === "less") return new ShownNumber(number, null);
  return shown.text === String(number) ? number : new ShownNumber(number, shown.text);
}

/** Quick for the many that hold none; no program writes it in another way. */
function holdsMarked(sheet: Buffer): boolean {
  return [' t="e"', " t='e'", "<f>", "<f ", "<f/>", ":f>", ":f ", ":f/>"].some((sign) => sheet.includes(sign));
}

/** Latin-1 gives every byte back as it was. */
function rewrite(sheet: Buffer, styles: Styles): Buffer {
  const text = sheet.toString("latin1").replace(CELL, (tag, name: string, attributes: string, opening = "") => {
    const type = TYPE.exec(attributes)?.[2] ?? "n";
    const style = type === "n" && opening !== "" ? Number(STYLE.exec(attributes)?.[2] ?? -1) : -1;
    const isMarked = styles.has(style);
    if (type !== "e" && !isMarked) return tag;
    // Without its style, which may be one of days.
    const place = PLACE.exec(attributes)?.[0] ?? "";
    return `<${name}${place}${attributes.endsWith("/") ? "/" : ""}>${opening}${isMarked ? `S${style} ` : ""}`;
  });
  return Buffer.from(text.replace(LACKING, markLacking), "latin1");
}

/** A formula that comes to a text may well come to an empty one. */
function markLacking(whole: string, name: string, attributes: string): string {
  if (TYPE.exec(attributes)?.[2] === "str") return whole;
  const prefix = name.slice(0, -1);
  return `<${name}${PLACE.exec(attributes)?.[0] ?? ""}><${prefix}v>${LACKING_MARK}</${prefix}v>`;
}
