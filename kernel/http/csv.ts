// CSV files for people's spreadsheets: RFC 4180, and no cell that a spreadsheet would run as a formula.

/** A cell: null is empty. Texts are guarded, numbers are written as they are. */
export type CsvCell = string | number | null;

/** What spreadsheets take for the beginning of a formula, also behind blanks and in full width (OWASP, CSV injection). */
const FORMULA = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/;
/** What ends a cell to some reader: many a spreadsheet splits at semicolons or tabs. */
const SPECIAL = /[",;\t\r\n]/;

/** One record with its CRLF. A text that begins like a formula gets a `'` before it, which spreadsheets show as text. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(writeCell).join(",")}\r\n`;
}

/**
 * Streams CSV as an attachment. `pieces` are whole lines, as many together as the maker likes; the next is asked for once the
 * client has taken the last, so that memory holds one or two of them.
 */
export function csvResponse(filename: string, pieces: AsyncIterable<string>): Response {
  const encoder = new TextEncoder();
  const iterator = pieces[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8; header=present",
      "content-disposition": `attachment; filename="${filename}"`,
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    },
  });
}

function writeCell(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  if (FORMULA.test(cell)) return `"'${cell.replaceAll('"', '""')}"`;
  return SPECIAL.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
