// What is wrong with an address of the page, in words for who reads the page:
// in the forms of the address, which are not the API's.
import { type Html, html, Refusal, refuse } from "../../../kernel/plugin.ts";
import {
  checkFilter,
  type Field,
  type FieldType,
  type Filter,
  FORM_STATUS,
  fieldOf,
  isSortable,
  OPERATORS_OF,
  type SentFilter,
} from "../fields/mod.ts";
import { exampleOf } from "../refusals.ts";
import type { ShownDatabase } from "../store/shown.ts";
import { addressOf, cutWritten, readFilter, writeFilter } from "./address.ts";

const COLUMNS_NAMED_MAX = 20;
const CHOICES_NAMED_MAX = 12;

/** What a column holds, after "is no". */
const NOUNS: Readonly<Partial<Record<FieldType, string>>> = {
  number: "number",
  date: "day",
  datetime: "day and time",
  checkbox: "true or false",
  email: "e-mail address",
  url: "web address",
  select: "choice of that column",
  multi_select: "choice of that column",
};

/** A filter of the address, held against the columns. Throws 400 in the words of the page. */
export function demandFilter(fields: readonly Field[], written: string): SentFilter & Pick<Filter, "op"> {
  const says = `the filter "${cutWritten(written)}" in the address`;
  const sent = readFilter(fields, written);
  if (!sent) throw refuse.invalid(`${says} ${sentence("is not written as one", { fields })}`);
  const field = fieldOf(fields, sent.field);
  if (!field) {
    throw refuse.invalid(
      `${says} ${sentence(`names "${cutWritten(sent.field)}", which is no column of this table. Its columns are ${named(fields)}`, { fields })}`,
    );
  }
  const result = checkFilter(fields, sent);
  // The value stays as it was written, which is how its mark on the page finds it again.
  if ("filter" in result) return { ...sent, op: result.filter.op };
  const operators: readonly string[] = OPERATORS_OF[field.type];
  if (!operators.includes(sent.op)) {
    throw refuse.invalid(
      `${says} ${sentence(`asks for "${cutWritten(sent.op)}", which the column ${field.key} does not know. It knows ${operators.join(", ")}`, { fields, field })}`,
    );
  }
  throw refuse.invalid(`${says} ${sentence(faultOfValue(field, sent), { fields, field, op: sent.op })}`);
}

/** The column that the address sorts by. Throws 400 in the words of the page. */
export function demandSort(fields: readonly Field[], key: string): string {
  const field = fieldOf(fields, key);
  if (field && isSortable(field)) return key;
  const sortable = fields.filter(isSortable);
  const why = field ? "a column whose values have no order" : "which is no column of this table";
  throw refuse.invalid(
    `the address sorts by "${cutWritten(key)}", ${why}. An order is written as sort=${sortable[0]?.key ?? FORM_STATUS.key}, with one of ${named(sortable)}`,
  );
}

/**
 * The same refusal in words for a reader. What the address itself says was looked at before, so that what is left is a place that was
 * not taken from a link of the page, or the fault of a view that was saved for the columns of another day.
 */
export function wordFault(error: unknown, { view }: { view: string | null }): unknown {
  if (!(error instanceof Refusal) || !["invalid", "unprocessable"].includes(error.kind)) return error;
  if (error.code === "invalid_cursor") {
    return refuse.invalid(
      "the place in the table that the address names (cursor or before) is none of this table as it is searched, filtered and sorted here. Such a place is never written by hand: it comes from the links First, Previous and Next below the records",
    );
  }
  if (view === null) return error;
  return refuse.invalid(
    `the saved view "${cutWritten(view)}" asks for what this table does not have, or not any more. Whoever looks after the view can change it`,
  );
}

/** Says what is wrong, and leads back to the table that was meant, as far as anybody can tell. */
export function renderFault(
  { shown, href, search }: { shown: ShownDatabase; href: string; search: URLSearchParams },
  message: string,
): Html {
  const said = message.charAt(0).toUpperCase() + message.slice(1);
  const table_id = shown.views.find(({ view_id }) => String(view_id) === search.get("view"))?.table_id;
  const meant =
    shown.tables.find((one) => String(one.table_id) === search.get("table")) ??
    shown.tables.find((one) => one.table_id === table_id) ??
    shown.tables[0];
  const back = meant
    ? html`<a href="${addressOf(href, { table: meant.table_id })}">Back to the table <bdi>${meant.name}</bdi></a>`
    : html`<a href="${href}">To the beginning</a>`;
  return html`<div class="card" role="alert"><p><strong>This page cannot be shown.</strong></p><p dir="auto">${/[.!?]$/.test(said) ? said : `${said}.`}</p><p>${back}</p></div>`;
}

function faultOfValue(field: Field, { op, value }: SentFilter): string {
  if (value === undefined || value === "") return `compares the column ${field.key} with nothing`;
  const shown = cutWritten(typeof value === "string" ? value : JSON.stringify(value));
  const noun = NOUNS[field.type];
  const isPart = op === "contains" && field.type !== "multi_select";
  if (noun === undefined || isPart) return `compares the column ${field.key} with what it cannot hold`;
  const choices = field.options ?? [];
  const more = choices.length > CHOICES_NAMED_MAX ? ` and ${choices.length - CHOICES_NAMED_MAX} more` : "";
  const known = choices.length > 0 ? `. Its choices are ${choices.slice(0, CHOICES_NAMED_MAX).join(", ")}${more}` : "";
  return `compares the column ${field.key} with "${shown}", which is no ${noun}${known}`;
}

/** Ends what is wrong with a filter by how one is written, for the column that was meant where that is known. */
function sentence(
  fault: string,
  { fields, field, op }: { fields: readonly Field[]; field?: Field; op?: string },
): string {
  const example = exampleFilter(field ?? fields[0] ?? FORM_STATUS, op);
  return `${fault}. A filter is written as column:operator:value, such as filter=${example}`;
}

function exampleFilter(field: Field, op = "eq"): string {
  // An address takes "+" for a space, so that a moment is written in UTC.
  const value = field.type === "datetime" ? "2026-03-01T11:00:00Z" : exampleOf(field);
  if (value === undefined || !OPERATORS_OF[field.type].some((known) => known === op)) return `${field.key}:not_empty`;
  const one = op === "contains" && Array.isArray(value) ? value[0] : value;
  return writeFilter({ field: field.key, op, value: one }).replace(/[%&#+]/g, encodeURIComponent);
}

function named(fields: readonly Field[]): string {
  const keys = [...fields.map(({ key }) => key), FORM_STATUS.key];
  const more = keys.length - COLUMNS_NAMED_MAX;
  return more > 0 ? `${keys.slice(0, COLUMNS_NAMED_MAX).join(", ")} and ${more} more` : keys.join(", ");
}
