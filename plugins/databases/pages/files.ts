// The files in the records of a page:
// which of them are open to its reader, asked once for all, and how cells lead to them.
import { type Field, filesIn, own, type SentFilter } from "../fields/mod.ts";
import type { RecordRow, TableRow } from "../store/rows.ts";
import { findShownFiles, type ShownFile } from "../store/shown.ts";
import { addressOf, type PageAsked, writeFilter } from "./address.ts";
import type { PageCall } from "./call.ts";
import type { CellView } from "./cells.ts";

/** Open files by the record, the field and their place in its value. */
export type OpenFiles = ReadonlyMap<string, ShownFile>;

/** One query for all that the records name. */
export async function filesOf(
  call: PageCall,
  { fields }: Pick<TableRow, "fields">,
  records: readonly RecordRow[],
): Promise<OpenFiles> {
  const named = records.flatMap((record) =>
    fields
      .filter(({ type }) => type === "attachment")
      .flatMap(({ key }) =>
        filesIn(own(record.data, key)).map((ref, index) => ({ name: nameOf(record, key, index), ref })),
      ),
  );
  const refs = named.map(({ ref }) => ref);
  const found = await findShownFiles(call.runtime.database.sql, { ...call, ...call.shown, refs });
  return new Map(named.flatMap(({ name }, index) => (found[index] ? [[name, found[index]] as const] : [])));
}

/** How the values of one record are shown. */
export function cellsOf(
  page: { href: string; asked: PageAsked; files: OpenFiles; is_whole: boolean },
  record: RecordRow,
): CellView {
  const { href, asked, files, is_whole } = page;
  return {
    is_whole,
    choose: (field, choice) => chosenAddress(href, asked, { field, key: choice }),
    file: ({ key }, index) => {
      const file = nameOf(record, key, index);
      const shown = files.get(file);
      return shown ? { shown, href: addressOf(href, { file }) } : null;
    },
  };
}

/** The records that have this value too, among those that are shown. */
export function chosenAddress(href: string, asked: PageAsked, of: { field: Field; key: unknown }): string {
  const filter = writeFilter(filterOf(of.field, of.key));
  const before = asked.filter ?? [];
  const all = before.includes(filter) ? before : [...before, filter];
  return addressOf(href, { ...asked, cursor: undefined, before: undefined, filter: all });
}

function filterOf({ key: field, type }: Field, key: unknown): SentFilter {
  if (key === null) return { field, op: "empty" };
  return { field, op: type === "multi_select" ? "contains" : "eq", value: key };
}

function nameOf({ record_id }: Pick<RecordRow, "record_id">, key: string, index: number): string {
  return `${record_id}:${key}:${index}`;
}
