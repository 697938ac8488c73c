// The first rows of a shared table, under a head that stays in sight.
import type { Element } from "hast";
import { element } from "../html/element.ts";
import { readRows, separatorOf } from "./csv.ts";

const ROWS_MAX = 1000;
const COLUMNS_MAX = 100;
/** A browser lays out no more without a wait. */
const CELLS_MAX = 30_000;
const CELL_CHARS_MAX = 2000;

export interface TableView {
  table: Element;
  /** "20,000 rows", the head not counted. */
  facts: string;
  /** Says what is left out, and where it is; null when everything is there. */
  note: string | null;
}

/** Null for a text without a row. */
export function tableView(text: string, { tabs }: { tabs: boolean }): TableView | null {
  const separator = tabs ? "\t" : separatorOf(text);
  const { rows, count, columns } = readRows(text, { separator, rows_max: ROWS_MAX + 1, columns_max: COLUMNS_MAX });
  const [head, ...all] = rows;
  if (!head) return null;
  const width = Math.min(columns, COLUMNS_MAX);
  const body = all.slice(0, Math.floor(CELLS_MAX / width));
  const aligned = Array.from({ length: width }, (_, column) => isNumeric(body, column));
  const cellsOf = (row: string[], tag: (column: number) => Element) =>
    aligned.map((isNumber, column) => {
      const cell = tag(column);
      if (isNumber) cell.properties["className"] = ["number"];
      cell.children = [{ type: "text", value: shorten(row[column] ?? "") }];
      return cell;
    });
  const table = element(
    "table",
    {},
    element("thead", {}, element("tr", {}, ...cellsOf(head, () => element("th", { scope: "col", dir: "auto" })))),
    element(
      "tbody",
      {},
      ...body.map((row) => element("tr", {}, ...cellsOf(row, () => element("td", { dir: "auto" })))),
    ),
  );
  const total = count - 1;
  return {
    table: element("div", { className: ["table", "rows"], tabIndex: 0, role: "region", ariaLabel: "Table" }, table),
    facts: `${amount(total, "row")} · ${amount(columns, "column")}`,
    note: describeCut({ body: body.length, total, width, columns }),
  };
}

function describeCut({ body, total, width, columns }: Record<"body" | "total" | "width" | "columns", number>) {
  const parts = [
    body < total ? `first ${body.toLocaleString("en")} of ${amount(total, "row")}` : null,
    width < columns ? `first ${width.toLocaleString("en")} of ${amount(columns, "column")}` : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : `This shows the ${parts.join(" and the ")}. The download has all of them.`;
}

function amount(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

function shorten(cell: string): string {
  return cell.length > CELL_CHARS_MAX ? `${cell.slice(0, CELL_CHARS_MAX).toWellFormed()}…` : cell;
}

/** Whether everything that stands in a column is a number, as people write them. */
function isNumeric(rows: readonly string[][], column: number): boolean {
  let seen = false;
  for (const row of rows) {
    const cell = (row[column] ?? "").trim();
    if (cell === "") continue;
    if (!/^[-+]?[$€£]?\d[\d., ]{0,30}(e[-+]?\d{1,3})?\s?%?$/i.test(cell)) return false;
    seen = true;
  }
  return seen;
}
