// Writes one record: checked by the table as it is when it is written,
// and by the record as it was when the caller read it.
import { type Call, type NotingCall, refuse, type WriteCall } from "../../../kernel/plugin.ts";
import type { NotedRows, Shared } from "../../../kernel/ports/operation.ts";
import { refuseMissingTable } from "../permits.ts";
import { showRecord } from "../showing.ts";
import { findRecord, type RecordChange, type RecordOp, writeRecords } from "../store/records.ts";
import type { LoadedTable, RecordRow, TableRow } from "../store/rows.ts";
import { readTable } from "../store/tables.ts";
import { tellChange } from "../waiting.ts";
import { boundsOf, recordRefusal } from "./bounds.ts";
import { isSameRecord } from "./entries.ts";
import { namedBy, nameFiles } from "./media.ts";
import { askAboutRecords, nameOf } from "./publishing.ts";
import { changeTogether } from "./together.ts";

/** A write of one record, with what it was before where there was something. */
export type OneOp = RecordOp & { before?: RecordRow };

/** The record as it is now; of a deletion as it was, with the version of its deletion. */
export interface WrittenOne {
  row: RecordRow;
  table: TableRow;
  is_changed: boolean;
}

const SCHEMA_TRIES = 5;

/** Writes what `make` answers for the table as it is now; asks again when the table has changed meanwhile. Throws 409 with the record as it is. */
export async function writeOne(
  call: WriteCall<LoadedTable>,
  make: (table: TableRow) => Promise<OneOp>,
): Promise<WrittenOne> {
  const { subject } = call;
  let table: TableRow = subject.table;
  for (let attempt = 1; attempt <= SCHEMA_TRIES; attempt++) {
    const { before, ...op } = await make(table);
    if (before && op.op === "update" && isSameRecord(op.entry, before))
      return { row: before, table, is_changed: false };
    // Once: another try is for fields that others changed meanwhile.
    if (attempt === 1) await askAboutRecords(call, table, [{ op, before, name: nameOf(op) }]);
    await nameFiles(call, table, { op, before });
    const write = { database: subject, table, ops: [op], is_atomic: true };
    const results = await writeRecords(call, write, boundsOf(call)).catch((error: unknown) => {
      throw recordRefusal(call, error);
    });
    if (results) {
      const [written = null] = results;
      if (!written) throw await refuseMoved(call, table, op);
      return { row: rowOf(call, table, { op, written, before }), table, is_changed: true };
    }
    table = await freshTable(call);
  }
  throw refuse.conflict("the table's fields keep changing; try again");
}

/** The record that a change names, as it is now. Throws 404 where there is none, and 409 where it is another than the one that the change began from. */
export async function findBase(
  { sql, subject }: Pick<Call<LoadedTable>, "sql" | "subject">,
  { record_id, base, table = subject.table }: { record_id: number; base: number; table?: TableRow },
): Promise<RecordRow> {
  const found = await findRecord(sql, { ...subject, table_id: table.table_id, record_id });
  if (!found) throw refuseMissingRecord(record_id);
  if (found.version !== base) throw refuseStale(found, table, base);
  return found;
}

/** What is noted of a record, and sent to the webhooks of its table. */
export type RecordAction = "record.created" | "record.updated" | "record.deleted" | "record.restored";

/** Adds to what is noted that a record is at a new version; without its number where the statement that makes it adds that. */
export function noteRecord(
  { note, subject: { doc_id } }: NotingCall<LoadedTable>,
  action: RecordAction,
  { table_id, record_id, version }: Pick<RecordRow, "table_id" | "version"> & { record_id?: number },
  more: Readonly<Record<string, number>> = {},
): void {
  const meta = { database_id: doc_id, table_id, version, ...(record_id !== undefined && { record_id }), ...more };
  note(action, { target_type: "doc", target_id: doc_id, meta });
}

/**
 * A change of the record `before` that goes together with those of others, for `single`; null where it has to be done in a
 * transaction: it names files, the record was faster, or the table.
 */
export async function shareChange<T>(
  call: NotingCall<LoadedTable>,
  change: { op: RecordChange["op"]; before: RecordRow; action: RecordAction },
  answer: (row: RecordRow) => T,
): Promise<Shared<T> | null> {
  const { table } = call.subject;
  const { op, before, action } = change;
  if (op.op === "update" && isSameRecord(op.entry, before)) return { share: async () => ({ value: answer(before) }) };
  if (namedBy(table, change).length > 0) return null;
  tellChange(call);
  noteRecord(call, action, { ...before, version: before.version + 1 });
  await askAboutRecords(call, table, [{ op, before, name: nameOf(op) }]);
  const share = async (noted: NotedRows) => {
    const written = await changeTogether(call, { op, noted }).catch((error: unknown) => {
      throw recordRefusal(call, error);
    });
    return written && { value: answer(rowOf(call, table, { op, written, before })) };
  };
  return { share };
}

function rowOf(
  { now }: Pick<Call, "now">,
  { table_id, schema_version }: TableRow,
  {
    op,
    written,
    before,
  }: { op: RecordOp; written: { id: number; version: number; created_at: Date }; before?: RecordRow | undefined },
): RecordRow {
  const { id: record_id, version, created_at } = written;
  if ("entry" in op) {
    const { data, status: form_status } = op.entry;
    return { record_id, table_id, version, schema_version, form_status, data, created_at, updated_at: now };
  }
  if (!before) throw new Error("a deletion knows what it deletes");
  return { ...before, version };
}

async function freshTable({ sql, subject }: WriteCall<LoadedTable>): Promise<TableRow> {
  const found = await readTable(sql, { ...subject, table_id: subject.table.table_id });
  if (!found || found.deleted_at) throw refuseMissingTable(subject.table.table_id);
  return found;
}

/** Somebody else was faster: 404 when they deleted it, 409 with what it is now. */
async function refuseMoved({ sql, subject }: WriteCall<LoadedTable>, table: TableRow, op: RecordOp): Promise<Error> {
  if (op.op === "create") return new Error("a new record conflicts with none");
  const current = await findRecord(sql, { ...subject, table_id: table.table_id, record_id: op.id });
  return current ? refuseStale(current, table, op.base) : refuseMissingRecord(op.id);
}

/** 409 for a record that is another by now, with what it is. */
export function refuseStale(current: RecordRow, { fields }: Pick<TableRow, "fields">, base: number): Error {
  return refuse.conflict(
    `the record's version is ${current.version} by now, not ${base}; merge your change with the record beside this, and send it with that version`,
    { code: "version_conflict", current_version: current.version, record: showRecord(current, fields) },
  );
}

/** 404 for a record that is not there, or not any more. */
export function refuseMissingRecord(recordId: number): Error {
  return refuse.notFound(`record ${recordId} is not found; query_records lists those that there are`);
}
