// Writes many records of a table in the database's turn: all of them, or each for itself.
import { Refusal, refuse, type WriteCall } from "../../../kernel/plugin.ts";
import { holdsContent, refuseHeld } from "../../documents/port/write.ts";
import { capOf } from "../../operation.ts";
import { equalityKey, type Field, fieldOf, isEmptyValue, own } from "../fields/mod.ts";
import { refuseMissingTable } from "../permits.ts";
import { refuseData } from "../refusals.ts";
import { lockDatabase } from "../store/databases.ts";
import { findMatches } from "../store/matches.ts";
import type { RecordEntry } from "../store/record_entry.ts";
import { findRecords, type RecordOp, sumRecordBytes, writeRecords } from "../store/records.ts";
import type { LoadedTable, RecordRow, TableRow } from "../store/rows.ts";
import { readTable } from "../store/tables.ts";
import { boundsOf, recordRefusal } from "./bounds.ts";
import { createEntry, isSameRecord, mergeEntry } from "./entries.ts";
import { findFileFaults, keepFiles, namedBy } from "./media.ts";
import { refuseMissingRecord, refuseStale } from "./one.ts";
import { refusedOf } from "./publishing.ts";

/** One operation of a batch; what it needs has been looked at. */
export interface SentOp {
  op: "create" | "update" | "delete" | "upsert";
  id?: number;
  base_version?: number;
  data?: Readonly<Record<string, unknown>>;
  match?: readonly string[];
}

/** What came of one: the record, as it was where it was deleted, or why not. An update that says nothing new changes nothing. */
export type ManyResult =
  | { op: "create" | "update" | "delete"; row: RecordRow; is_changed: boolean }
  | { refusal: Refusal };

export interface WrittenMany {
  results: ManyResult[];
  table: TableRow;
}

/** An operation that is ready to be written; without `op` it would change nothing. */
interface Planned {
  index: number;
  op: RecordOp | null;
  before: RecordRow | null;
}

/** Throws the first refusal, with the `index` of its operation, where all or nothing is written. */
export async function writeMany(
  call: WriteCall<LoadedTable>,
  sent: readonly SentOp[],
  { is_atomic }: { is_atomic: boolean },
): Promise<WrittenMany> {
  const { sql, subject } = call;
  await lockDatabase(sql, subject);
  const table = await readTable(sql, { ...subject, table_id: subject.table.table_id });
  if (!table || table.deleted_at) throw refuseMissingTable(subject.table.table_id);
  const results: (ManyResult | null)[] = sent.map(() => null);
  const planned: Planned[] = [];
  const known = await readKnown(call, table, sent);
  const taken = new Set<number | string>();
  const is_held = sent.some(({ op }) => op === "delete") && (await holdsContent(sql, subject.document_id));
  for (const [index, op] of sent.entries()) {
    try {
      planned.push({ index, ...plan(table, op, { known: known[index] ?? UNKNOWN, taken, is_held }) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (is_atomic) throw indexed(error, index);
      results[index] = { refusal: error };
    }
  }
  refuseLarge(
    call,
    planned.reduce((sum, { op }) => sum + (op && "entry" in op ? op.entry.size : 0), 0),
  );
  const allowed = await callAll(call, table, { planned, results, is_atomic });
  const writable = await nameAll(call, table, { planned: allowed, results, is_atomic });
  const ops = writable.flatMap(({ op }) => op ?? []);
  const written = ops.length === 0 ? [] : await writeAll(call, table, ops);
  let at = 0;
  for (const { index, op, before } of writable) {
    const made = op ? written[at++] : null;
    results[index] = op && made ? resultOf(call, { op, made, before, table }) : unchanged(before);
  }
  return { results: results.flatMap((result) => result ?? []), table };
}

interface Planning {
  planned: readonly Planned[];
  results: (ManyResult | null)[];
  is_atomic: boolean;
}

/** Those of the planned that no rule on publishing refuses, and says of the others why not. */
async function callAll(
  call: WriteCall<LoadedTable>,
  table: TableRow,
  { planned, results, is_atomic }: Planning,
): Promise<readonly Planned[]> {
  const changes = planned.flatMap(({ index, op, before }) => (op ? { index, op, before } : []));
  const refused = await refusedOf(call, table, changes);
  for (const [index, refusal] of refused) {
    if (is_atomic) throw indexed(refusal, index);
    results[index] = { refusal };
  }
  return refused.size === 0 ? planned : planned.filter(({ index }) => !refused.has(index));
}

/** Those of the planned whose files may be named, and says of the others why not; uploaded files that are named wait no more. */
async function nameAll(
  call: WriteCall<LoadedTable>,
  table: TableRow,
  { planned, results, is_atomic }: Planning,
): Promise<Planned[]> {
  const files = planned.map(({ op, before }) => (op ? namedBy(table, { op, before }) : []));
  const faults = await findFileFaults(call, table, files);
  for (const [at, { index }] of planned.entries()) {
    const found = faults[at] ?? [];
    if (found.length === 0) continue;
    const refusal = refuseData(found, table.fields);
    if (is_atomic) throw indexed(refusal, index);
    results[index] = { refusal };
  }
  const isTaken = (_one: unknown, at: number) => (faults[at] ?? []).length === 0;
  await keepFiles(call, files.filter(isTaken).flat());
  return planned.filter(isTaken);
}

async function writeAll(call: WriteCall<LoadedTable>, table: TableRow, ops: readonly RecordOp[]) {
  const write = { database: call.subject, table, ops, is_atomic: true };
  const written = await writeRecords(call, write, boundsOf(call)).catch((error: unknown) => {
    throw recordRefusal(call, error);
  });
  // The turn is ours since the records were read.
  if (!written || written.includes(null)) throw new Error("records changed in the turn of another");
  return written;
}

/** What an operation is about, as it is now; `found` counts what an upsert matches, and where there are several none of them is read. */
interface Known {
  row: RecordRow | null;
  found: number;
}

const UNKNOWN: Known = { row: null, found: 0 };

/** Throws 413 where the operations are about more than a batch reads. */
async function readKnown(
  call: WriteCall<LoadedTable>,
  table: TableRow,
  sent: readonly SentOp[],
): Promise<readonly Known[]> {
  const { sql, subject } = call;
  const in_table = { workspace_id: subject.workspace_id, table_id: table.table_id };
  const matches = await findMatches(sql, { ...in_table, table, wanted: sent.map((op) => matchOf(table, op)) });
  const named = sent.map(({ op, id = null }, index) => {
    if (op === "create") return { id: null, found: 0 };
    if (op !== "upsert") return { id, found: 1 };
    const { record_id = null, found = 0 } = matches.get(index) ?? {};
    return { id: found > 1 ? null : record_id, found };
  });
  const record_ids = named.flatMap(({ id }) => id ?? []);
  refuseLarge(call, await sumRecordBytes(sql, { ...in_table, record_ids }));
  const rows = await findRecords(sql, { ...in_table, record_ids });
  return named.map(({ id, found }) => ({ row: id === null ? null : (rows.get(id) ?? null), found }));
}

function refuseLarge({ runtime }: Pick<WriteCall, "runtime">, bytes: number): void {
  const max_bytes = capOf(runtime, "batch_records_bytes");
  if (bytes <= max_bytes) return;
  throw refuse.tooLarge(
    `the batch is about ${bytes} bytes of records; at most ${max_bytes} are read and written at once: send fewer operations at once`,
    { max_bytes },
  );
}

/** The values in normal form that an upsert matches by; null for other operations, and where its data is refused later on. */
function matchOf(table: TableRow, { op, match = [], data = {} }: SentOp): RecordEntry["data"] | null {
  if (op !== "upsert") return null;
  try {
    const { data: normal } = mergeEntry(table, { data: {}, form_status: null }, pick(data, match));
    return Object.keys(normal).length === match.length ? normal : null;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** The same for two upserts of records that are not there and would agree. */
function matchName(table: TableRow, sent: SentOp): string {
  const values = matchOf(table, sent) ?? {};
  const named = table.fields.filter(({ key }) => Object.hasOwn(values, key));
  return JSON.stringify(named.map((field) => [field.key, equalityKey(field, own(values, field.key))]));
}

function pick(data: Readonly<Record<string, unknown>>, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.map((key) => [key, own(data, key)]));
}

function plan(
  table: TableRow,
  sent: SentOp,
  { known, taken, is_held }: { known: Known; taken: Set<number | string>; is_held: boolean },
): Omit<Planned, "index"> {
  const { op, id = 0, data = {} } = sent;
  if (op === "create") return { op: { op, entry: createEntry(table, data) }, before: null };
  const before = known.row;
  if (op === "upsert") demandMatch(table, sent);
  else if (!before) throw refuseMissingRecord(id);
  const name = before?.record_id ?? matchName(table, sent);
  if (taken.has(name)) throw refuse.invalid("two operations of the batch are about the same record; put them into one");
  if (op === "delete" && is_held) throw refuseHeld(`record ${id}`);
  const planned = planFound(table, sent, known);
  taken.add(name);
  return planned;
}

function planFound(table: TableRow, sent: SentOp, { row: before, found }: Known): Omit<Planned, "index"> {
  const { op, base_version = 0, data = {}, match = [] } = sent;
  if (found > 1) {
    throw refuse.conflict(`2 records or more agree in ${match.join(", ")}; match by more fields`);
  }
  if (!before) return { op: { op: "create", entry: createEntry(table, data) }, before: null };
  if (op === "upsert") return planUpdate(table, before, data);
  if (before.version !== base_version) throw refuseStale(before, table, base_version);
  if (op === "delete") return { op: { op, id: before.record_id, base: before.version }, before };
  return planUpdate(table, before, data);
}

function planUpdate(
  table: TableRow,
  before: RecordRow,
  data: Readonly<Record<string, unknown>>,
): Omit<Planned, "index"> {
  const entry = mergeEntry(table, before, data);
  if (isSameRecord(entry, before)) return { op: null, before };
  return { op: { op: "update", id: before.record_id, base: before.version, entry }, before };
}

/** Throws 400 for a match by what is no field, has no value, or has one that says nothing by itself. */
function demandMatch(table: TableRow, sent: SentOp): void {
  const { match = [], data = {} } = sent;
  for (const key of match) {
    const field: Field | undefined = fieldOf(table.fields, key);
    if (!field) throw refuse.invalid(`match names "${key}", which is no field of the table`);
    if (isEmptyValue(field, own(data, key))) throw refuse.invalid(`match names "${key}", of which data has no value`);
  }
  if (matchOf(table, sent) !== null) return;
  // What is wrong with the data says more.
  createEntry(table, data);
  throw refuse.invalid(`no record can be found by these values of ${match.join(", ")}; match by other fields`);
}

function unchanged(before: RecordRow | null): ManyResult {
  if (!before) throw new Error("what changes nothing was there before");
  return { op: "update", row: before, is_changed: false };
}

function resultOf(
  { now }: WriteCall<LoadedTable>,
  {
    op,
    made,
    before,
    table,
  }: {
    op: RecordOp;
    made: { id: number; version: number; created_at: Date };
    before: RecordRow | null;
    table: TableRow;
  },
): ManyResult {
  const { table_id, schema_version } = table;
  if (!("entry" in op))
    return before ? { op: "delete", row: { ...before, version: made.version }, is_changed: true } : unchanged(before);
  const { data, status: form_status } = op.entry;
  const times = { created_at: made.created_at, updated_at: now };
  const row = { record_id: made.id, table_id, version: made.version, schema_version, form_status, data, ...times };
  return { op: op.op === "create" ? "create" : "update", row, is_changed: true };
}

function indexed(refusal: Refusal, index: number): Refusal {
  const { kind, message, detail, voice, fields } = refusal;
  return new Refusal(kind, `ops[${index}]: ${message}`, { ...detail, index }, voice, fields);
}
