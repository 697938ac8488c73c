// Keeps the errors of a workbook's cells, such as #N/A, which what reads workbooks takes for empty cells.
import { unzipSync, zipSync } from "fflate";
import { CellError } from "./source.ts";

const SHEETS = /^xl\/worksheets\/[^/]+\.xml$/i;
const TYPE_OF_ERROR = /\st=(["'])e\1/;
const CELL = /<((?:[\w.-]+:)?c)(\s[^<>]*)>/g;

/** The workbook with its errors where numbers stand, for `readNumberOrError`; null for one that has none. */
export function withErrorsAsNumbers(file: Uint8Array): Buffer | null {
  const sheets = unzipSync(file, { filter: ({ name }) => SHEETS.test(name) });
  const changed = Object.entries(sheets).flatMap(([name, sheet]) => {
    const bytes = Buffer.from(sheet.buffer, sheet.byteOffset, sheet.byteLength);
    return holdsError(bytes) ? [[name, rewrite(bytes)] as const] : [];
  });
  if (changed.length === 0) return null;
  // It is read again at once, so it is not packed.
  return Buffer.from(zipSync({ ...unzipSync(file), ...Object.fromEntries(changed) }, { level: 0 }));
}

/** Throws for what is neither: it says why the workbook can not be read. */
export function readNumberOrError(text: string): number | CellError {
  if (text.startsWith("#")) return new CellError(text);
  const number = Number(text);
  if (Number.isNaN(number)) throw new Error(`a cell holds the number ${JSON.stringify(text.slice(0, 60))}`);
  return number;
}

/** Quick for the many that hold none; no program writes it in another way. */
function holdsError(sheet: Buffer): boolean {
  return sheet.includes(' t="e"') || sheet.includes(" t='e'");
}

/** Latin-1 gives every byte back as it was. */
function rewrite(sheet: Buffer): Buffer {
  const text = sheet.toString("latin1").replace(CELL, (tag, name: string, attributes: string) => {
    if (!TYPE_OF_ERROR.test(attributes)) return tag;
    // Without its style, which may be one of days.
    const place = /\sr=(["'])[A-Za-z0-9]*\1/.exec(attributes)?.[0] ?? "";
    return `<${name}${place}${attributes.endsWith("/") ? "/" : ""}>`;
  });
  return Buffer.from(text, "latin1");
}
