// Asks whoever has a rule on publishing about what is new in a database:
// records, fields, views, and all of it once it is opened.
import { type NotingCall, Refusal } from "../../../kernel/plugin.ts";
import type { HeldAsked, PublishedText } from "../../documents/port/hooks.ts";
import { askBeside } from "../../documents/port/write.ts";
import { dataOf, piecesOf } from "../exchange/snapshot.ts";
import { type Field, filesIn, own, type RecordData } from "../fields/mod.ts";
import { listTables, listViews } from "../store/databases.ts";
import type { RecordOp } from "../store/records.ts";
import type { LoadedDatabase, TableRow } from "../store/rows.ts";

type Asking = NotingCall<LoadedDatabase>;
type Fields = Pick<TableRow, "fields">;

/** A change of a record, what the record was before it, and how a finding names it. */
export interface Told {
  op: RecordOp;
  before?: { data: Readonly<RecordData> } | null | undefined;
  name: string;
}

/** Throws what a rule says to the values that the changes bring; what goes away is asked about nowhere. */
export async function askAboutRecords(call: Asking, table: Fields, changes: readonly Told[]): Promise<void> {
  const bringing = changes.filter(({ op }) => "entry" in op);
  if (bringing.length === 0) return;
  await askBeside(call, call.subject, () => textsOfChanges(table, bringing));
}

/** The same call where nothing is going to be written: a rule answers as it would, and nothing is noted of what nobody published. */
export function asTrial<Subject>(call: NotingCall<Subject>): NotingCall<Subject> {
  return { ...call, noteLent: () => undefined };
}

/** What a single write is named in findings. */
export function nameOf(op: RecordOp): string {
  return op.op === "create" ? "data." : `record ${op.id}: `;
}

/** The same for a batch: which of its changes are refused, each as it would be alone. */
export async function refusedOf(
  call: Asking,
  table: Fields,
  changes: readonly (Omit<Told, "name"> & { index: number })[],
): Promise<Map<number, Refusal>> {
  const named = changes.map((change) => ({ ...change, name: `ops[${change.index}].data.` }));
  const all = await refusalOf(askAboutRecords(call, table, named));
  const refused = new Map<number, Refusal>();
  if (!all) return refused;
  for (const { index, op, before } of changes) {
    const alone = await refusalOf(askAboutRecords(call, table, [{ op, before, name: "data." }]));
    if (alone) refused.set(index, alone);
  }
  if (refused.size === 0) throw all;
  return refused;
}

async function refusalOf(asked: Promise<void>): Promise<Refusal | null> {
  try {
    await asked;
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

function* textsOfChanges(table: Fields, changes: readonly Told[]): Generator<PublishedText> {
  for (const { op, before, name } of changes) {
    if ("entry" in op) yield* textsOfRecord(table, { name, data: op.entry.data, before: before?.data });
  }
}

/** The values that were not there before, each behind its field's key, which says as much about a value as a name in a file. */
export function* textsOfRecord(
  { fields }: Fields,
  { name, data, before = {} }: { name: string; data: Readonly<RecordData>; before?: Readonly<RecordData> | undefined },
): Generator<PublishedText> {
  for (const field of fields) {
    const value = own(data, field.key);
    if (value === undefined || Bun.deepEquals(value, own(before, field.key))) continue;
    const text = textOf(field, value);
    if (text !== "") yield { name: `${name}${field.key}`, text: `${field.key}: ${text}` };
  }
}

/** Numbers and times say nothing, and choices stand among the field's options. */
const SILENT: readonly Field["type"][] = ["number", "checkbox", "date", "datetime", "select", "multi_select"];

function textOf({ type }: Field, value: unknown): string {
  if (SILENT.includes(type)) return "";
  if (type === "attachment") return pathsOf(filesIn(value));
  return typeof value === "string" ? value : JSON.stringify(value);
}

function pathsOf(files: readonly { path: string }[]): string {
  return files.map(({ path }) => path).join("\n");
}

/** Throws what a rule says to a table's name and fields, as far as they are others than before. */
export function askAboutTable(
  call: Asking,
  table: Pick<TableRow, "name" | "fields">,
  before: Pick<TableRow, "name" | "fields"> | null,
): Promise<void> {
  return askBeside(call, call.subject, () => textsOfTable(table, before));
}

export function* textsOfTable(
  { name, fields }: Pick<TableRow, "name" | "fields">,
  before: Pick<TableRow, "name" | "fields"> | null = null,
): Generator<PublishedText> {
  if (name !== before?.name) yield { name: "name", text: name };
  for (const field of fields) {
    const old = before?.fields.find(({ key }) => key === field.key);
    const { key, label, folder = "", options = [], sources = [] } = field;
    const parts = {
      key,
      label,
      folder,
      options: options.join("\n"),
      sources: pathsOf(sources),
      default: defaultOf(field),
    };
    for (const [part, text] of Object.entries(parts)) {
      const isNew = !old || !Bun.deepEquals(Reflect.get(field, part), Reflect.get(old, part));
      if (isNew && text !== "")
        yield { name: `field ${key}: ${part}`, text: part === "default" ? `${key}: ${text}` : text };
    }
  }
}

function defaultOf(field: Field): string {
  return field.default === undefined ? "" : textOf(field, field.default);
}

/** Throws what a rule says to a view's name and to what its filters look for. */
export function askAboutView(call: Asking, { name, config }: { name: string; config: unknown }): Promise<void> {
  return askBeside(call, call.subject, () => [
    { name: "name", text: name },
    { name: "config", text: JSON.stringify(config) },
  ]);
}

/** Throws what a rule says to a table that comes back with all its records. */
export function askAboutReturn(call: Asking, table: TableRow): Promise<void> {
  const { sql, subject } = call;
  const { workspace_id, document_id } = subject;
  return askBeside(call, subject, async function* () {
    yield* textsOfTable(table);
    yield* textsHeldIn({ sql, workspace_id, document_id }, table, CHARS_MAX);
  });
}

/** So much of a database is looked through when it is opened: somebody waits for the answer. */
const CHARS_MAX = 64 * 1024 * 1024;

/** Everything that a database shows, up to `CHARS_MAX` of its records. */
export async function* textsHeld({
  sql,
  workspace_id,
  document_id,
  with_records,
}: HeldAsked): AsyncGenerator<PublishedText> {
  const place = { workspace_id, document_id };
  let left = CHARS_MAX;
  for (const table of await listTables(sql, place)) {
    for (const one of textsOfTable(table)) yield { ...one, name: `table ${table.name}, ${one.name}` };
    for await (const one of textsHeldIn({ sql, ...place }, table, with_records ? left : 0)) {
      left -= one.text.length;
      yield one;
    }
  }
  for (const { name, config } of await listViews(sql, place))
    yield { name: `view ${name}`, text: JSON.stringify({ name, config }) };
}

async function* textsHeldIn(
  { sql, workspace_id, document_id }: Omit<HeldAsked, "with_records">,
  table: TableRow,
  charsMax: number,
): AsyncGenerator<PublishedText> {
  let left = charsMax;
  if (left <= 0) return;
  const place = { workspace_id, document_id, table_id: table.table_id };
  for await (const rows of piecesOf(sql, place)) {
    for (const row of rows) {
      const name = `table ${table.name}, record ${row.record_id}: `;
      for (const one of textsOfRecord(table, { name, data: dataOf(row) })) {
        if (left <= 0) return;
        left -= one.text.length;
        yield one;
      }
    }
  }
}
