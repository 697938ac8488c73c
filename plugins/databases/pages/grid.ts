// The records of one table on a page:
// tabs, saved views, the search, the filters in force, a chart, the rows, and the way to more of them.
import { type Html, html, rendered } from "../../../kernel/plugin.ts";
import { type Field, FORM_STATUS, fieldOf, isSortable, own, type SentFilter } from "../fields/mod.ts";
import type { RecordRow, TableRow, ViewRow } from "../store/rows.ts";
import { addressOf, type PageAsked, SEARCH_CHARS_MAX, writeFilter } from "./address.ts";
import { type CellView, cutTo, instantOf, isNumber, showValue } from "./cells.ts";

export interface GridView {
  href: string;
  asked: PageAsked;
  tables: readonly TableRow[];
  views: readonly ViewRow[];
  table: TableRow;
  view: ViewRow | null;
  /** The columns. */
  fields: readonly Field[];
  /** In force, the view's own among them. */
  sort: { key: string | null; descending: boolean };
  filters: readonly SentFilter[];
  search: string | null;
  /** The view's own search, where the reader's takes its place. */
  replaced: string | null;
  rows: readonly RecordRow[];
  total: number;
  /** Cursors of the pages before and after; null where there is none. */
  before: string | null;
  after: string | null;
  chart: Html | null;
  cells: (record: RecordRow) => CellView;
}

const CURRENT = rendered(' aria-current="page"');
const NONE: Partial<PageAsked> = { cursor: undefined, before: undefined };

export function renderGrid(view: GridView): Html {
  return html`${renderTabs(view)}${renderViews(view)}${renderSearch(view)}${renderFilters(view)}${renderReplaced(view)}${view.chart}${renderCount(view)}${view.rows.length > 0 ? renderRows(view) : renderEmpty(view)}${renderPaging(view)}`;
}

/** The tables as tabs; one that stands alone says its name. */
export function renderTabs({
  href,
  tables,
  table,
}: Pick<GridView, "href" | "tables"> & { table: TableRow | null }): Html {
  return html`<nav class="tabs" aria-label="Tables"><ul>${tables.map(
    (one) =>
      html`<li><a href="${addressOf(href, { table: one.table_id })}"${one.table_id === table?.table_id ? CURRENT : ""}><span dir="auto">${one.name}</span> <span class="amount">${one.records.toLocaleString("en")}</span></a></li>`,
  )}</ul></nav>`;
}

function renderViews({ href, views, table, view }: GridView): Html | null {
  const own = views.filter(({ table_id }) => table_id === table.table_id);
  if (own.length === 0) return null;
  const all = html`<li><a href="${addressOf(href, { table: table.table_id })}"${view === null ? CURRENT : ""}>All records</a></li>`;
  return html`<nav class="views" aria-label="Saved views"><ul>${all}${own.map(
    (one) =>
      html`<li><a href="${addressOf(href, { table: table.table_id, view: one.view_id })}"${one.view_id === view?.view_id ? CURRENT : ""} dir="auto">${one.name}</a></li>`,
  )}</ul></nav>`;
}

/** A form of the page itself, which keeps what else is asked. */
function renderSearch({ href, asked, table }: GridView): Html {
  const kept = { table: table.table_id, view: asked.view, sort: asked.sort, descending: asked.descending };
  const hidden = Object.entries(kept).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
  const filters = (asked.filter ?? []).map((value) => ({ name: "filter", value }));
  return html`<form class="search" role="search" aria-label="The records of this table" action="${href}">${[
    ...hidden,
    ...filters,
  ].map(
    ({ name, value }) => html`<input type="hidden" name="${name}" value="${String(value)}">`,
  )}<input type="search" name="q" value="${asked.q ?? ""}" placeholder="Search" aria-label="Search the records of this table" autocomplete="off" maxlength="${SEARCH_CHARS_MAX}" dir="auto"><button>Search</button></form>`;
}

const OPS: Readonly<Record<string, string>> = {
  eq: "is",
  ne: "is not",
  contains: "has",
  gt: "is above",
  gte: "is at least",
  lt: "is below",
  lte: "is at most",
  empty: "is empty",
  not_empty: "is not empty",
};

/** Those of the address can be taken away one by one. */
function renderFilters({ href, asked, table, filters, search, replaced }: GridView): Html | null {
  const sent = asked.filter ?? [];
  const marks = filters.map((filter) => {
    const label = fieldOf(table.fields, filter.field)?.label ?? filter.field;
    const words = html`<span dir="auto">${label}</span> ${OPS[filter.op] ?? filter.op} ${filter.value !== undefined && html`<strong dir="auto">${shownFilter(filter.value)}</strong>`}`;
    const written = writeFilter(filter);
    if (!sent.includes(written)) return html`<li class="filter">${words}</li>`;
    const without = { ...asked, ...NONE, filter: sent.filter((one) => one !== written) };
    return html`<li class="filter">${words}<a class="away" href="${addressOf(href, without)}" aria-label="Without the filter on ${label}">×</a></li>`;
  });
  if (search !== null) {
    const without = addressOf(href, { ...asked, ...NONE, q: undefined });
    const label = replaced === null ? "Without the search" : "Back to the view's own search";
    const away = asked.q && html`<a class="away" href="${without}" aria-label="${label}">×</a>`;
    marks.push(html`<li class="filter">Found: <strong dir="auto">${cutTo(search, 80)}</strong>${away}</li>`);
  }
  return marks.length === 0 ? null : html`<ul class="filters" aria-label="What is shown">${marks}</ul>`;
}

/** Else the records of another search than the view's would pass for the view's. */
function renderReplaced({ replaced }: GridView): Html | null {
  if (replaced === null) return null;
  return html`<p class="fine">This view's own search, <bdi>“${cutTo(replaced, 80)}”</bdi>, does not apply while yours does.</p>`;
}

function shownFilter(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return cutTo(value.join(", "), 80);
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? instantOf(text) : cutTo(text, 80);
}

function renderCount({ total, table, filters, search }: GridView): Html {
  const isChosen = filters.length > 0 || search !== null;
  const of = isChosen ? ` of ${table.records.toLocaleString("en")}` : "";
  return html`<p class="fine count">${total.toLocaleString("en")}${of} record${(isChosen ? table.records : total) === 1 ? "" : "s"}</p>`;
}

function renderRows(view: GridView): Html {
  const { fields, rows, table } = view;
  return html`<div class="table rows data" tabindex="0" role="region" aria-label="Records"><table>
<caption class="sr-only" dir="auto">${table.name}</caption>
<thead><tr><th scope="col" class="key"><span class="sr-only">Record</span></th>${fields.map((field, index) => renderHeading(view, field, index === 0))}</tr></thead>
<tbody>${rows.map((record) => renderRow(view, record))}</tbody>
</table></div>`;
}

function classes(field: Field, isFirst: boolean): string {
  return `${isFirst ? "first " : ""}t-${field.type}${isNumber(field) ? " number" : ""}`;
}

function renderHeading({ href, asked, sort, table }: GridView, field: Field, isFirst: boolean): Html {
  const name = html`<span dir="auto">${field.label}</span>`;
  const is = classes(field, isFirst);
  if (!isSortable(field)) return html`<th scope="col" class="${is}">${name}</th>`;
  const isSorted = sort.key === field.key;
  const next = { ...asked, ...NONE, table: table.table_id, sort: field.key, descending: isSorted && !sort.descending };
  const state = isSorted ? (sort.descending ? "descending" : "ascending") : null;
  const mark = isSorted ? (sort.descending ? "↓" : "↑") : "";
  return html`<th scope="col" class="${is}"${state && rendered(` aria-sort="${state}"`)}><a href="${addressOf(href, next)}">${name}<span class="mark" aria-hidden="true">${mark}</span></a></th>`;
}

function renderRow({ href, fields, cells }: GridView, record: RecordRow): Html {
  const view = cells(record);
  const own_address = addressOf(href, { record: record.record_id });
  return html`<tr><td class="key"><a href="${own_address}" aria-label="Record ${record.record_id}">${record.record_id}</a></td>${fields.map(
    (field, index) => {
      const value = field.key === FORM_STATUS.key ? record.form_status : own(record.data, field.key);
      const shown = showValue(field, value, view);
      return index === 0
        ? html`<th scope="row" class="${classes(field, true)}">${shown}</th>`
        : html`<td class="${classes(field, false)}">${shown}</td>`;
    },
  )}</tr>
`;
}

function renderEmpty({ href, asked, table, total }: GridView): Html {
  if (asked.cursor || asked.before) {
    const first = addressOf(href, { ...asked, ...NONE });
    return html`<div class="card"><p>There are no records on this page any more.</p><p><a href="${first}">To the first page</a></p></div>`;
  }
  if (table.records === 0) return html`<div class="card"><p>This table has no records yet.</p></div>`;
  if (total === 0) {
    const all = addressOf(href, { table: table.table_id });
    return html`<div class="card"><p>No record matches.</p><p><a href="${all}">Show all records</a></p></div>`;
  }
  return html``;
}

function renderPaging({ href, asked, before, after }: GridView): Html | null {
  if (before === null && after === null) return null;
  const step = (member: Partial<PageAsked>) => addressOf(href, { ...asked, ...NONE, ...member });
  return html`<nav class="paging" aria-label="Parts of this table">
${before !== null && html`<a href="${step({})}">First</a><a rel="prev" href="${step({ before })}">Previous</a>`}
${after !== null && html`<a rel="next" class="next" href="${step({ cursor: after })}">Next</a>`}
</nav>`;
}
