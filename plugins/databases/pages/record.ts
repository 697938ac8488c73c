// A record by itself: every field with its whole value, at an address that stays.
import { type Html, html } from "../../../kernel/plugin.ts";
import { type Field, FORM_STATUS, own } from "../fields/mod.ts";
import type { RecordRow, TableRow } from "../store/rows.ts";
import { type CellView, cutTo, instantOf, showValue } from "./cells.ts";

const TITLE_CHARS_MAX = 120;

export interface RecordView {
  table: Pick<TableRow, "name" | "fields">;
  record: RecordRow;
  cells: CellView;
  /** The table that it stands in. */
  back: string;
}

export function renderRecord({ table, record, cells, back }: RecordView): Html {
  const status = record.form_status === null ? null : showValue(FORM_STATUS, record.form_status, cells);
  return html`<nav class="back" aria-label="Where this record is"><a href="${back}" dir="auto">${table.name}</a></nav>
<article class="record" aria-labelledby="record">
<h2 id="record" dir="auto">${titleOf(table.fields, record)}</h2>
<dl>${status && html`<div><dt>${FORM_STATUS.label}</dt><dd>${status}</dd></div>`}${table.fields.map((field) => {
    const value = showValue(field, own(record.data, field.key), cells);
    return html`<div><dt dir="auto">${field.label}</dt><dd${value ? "" : html` class="empty"`}>${value ?? "—"}</dd></div>`;
  })}</dl>
<p class="fine">Record ${record.record_id} · version ${record.version} · made ${timeOf(record.created_at)} · changed ${timeOf(record.updated_at)}</p>
</article>`;
}

/** What a record is called: its first text, else its number. */
export function titleOf(fields: readonly Field[], { data, record_id }: Pick<RecordRow, "data" | "record_id">): string {
  const named = fields.find(({ type }) => type === "text");
  const name = named && own(data, named.key);
  return typeof name === "string" && name.trim() !== "" ? cutTo(name, TITLE_CHARS_MAX) : `Record ${record_id}`;
}

/** A moment in UTC, to the minute. */
export function timeOf(at: Date): Html {
  const iso = at.toISOString();
  return html`<time datetime="${iso}">${instantOf(`${iso.slice(0, 16)}:00Z`)}</time>`;
}
