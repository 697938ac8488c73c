// Files that a record newly names: its writer may open them, the field takes them, and what was uploaded for it stays.
import { refuse, type WriteCall } from "../../../kernel/plugin.ts";
import { keepExpiring } from "../../documents/port/write.ts";
import {
  type DataFault,
  type Field,
  type FileRef,
  isSameFile,
  type NamedFile,
  newFiles,
  type RecordData,
} from "../fields/mod.ts";
import { refuseData, refuseSchema } from "../refusals.ts";
import { findOpenFiles, savePending } from "../store/media.ts";
import type { RecordOp } from "../store/records.ts";
import type { LoadedDatabase, TableRow } from "../store/rows.ts";

/** A change of a record and what the record was before it. */
export interface Naming {
  op: RecordOp;
  before?: { data: Readonly<RecordData> } | null | undefined;
}

type Writing = WriteCall<LoadedDatabase>;

/** The files that a change names and the record did not. */
export function namedBy({ fields }: Pick<TableRow, "fields">, { op, before }: Naming): NamedFile[] {
  return "entry" in op ? newFiles(fields, op.entry.data, before?.data ?? {}) : [];
}

/** Throws 400 by field for files that the writer may not open or the field does not take; what waited for a record waits no more. */
export async function nameFiles(call: Writing, table: Pick<TableRow, "fields">, naming: Naming): Promise<void> {
  const files = namedBy(table, naming);
  const [faults = []] = await findFileFaults(call, table, [isRestore(naming.op) ? [] : files]);
  if (faults.length > 0) throw refuseData(faults, table.fields);
  await keepFiles(call, files);
}

/** What a record held is no news: whoever saved it first could open it. */
function isRestore(op: RecordOp): boolean {
  return op.op === "restore" || (op.op === "update" && op.told === "restore");
}

/** What is wrong with the files of each record, in one query for all of them. */
export async function findFileFaults(
  { sql, actor, now }: Pick<Writing, "sql" | "actor" | "now">,
  { fields }: Pick<TableRow, "fields">,
  records: readonly (readonly NamedFile[])[],
): Promise<DataFault[][]> {
  const refs = records.flatMap((files) => files.map(({ ref }) => ref));
  const found = await findOpenFiles(sql, { actor, now, refs });
  let at = 0;
  return records.map((files) =>
    files.flatMap(({ key, ref }): DataFault[] => {
      const file = found[at++];
      const name = shownName(ref);
      if (!file) return [{ key, code: "option", message: `${key} names ${notOpen(ref)}` }];
      const most = fields.find((field: Field) => field.key === key)?.max_file_bytes ?? Number.POSITIVE_INFINITY;
      if (file.size_bytes <= most) return [];
      const message = `${key} names ${name} of ${file.size_bytes} bytes; the field takes files of at most ${most}`;
      return [{ key, code: "range", message }];
    }),
  );
}

const NAME_SHOWN = 200;

function shownName({ path }: FileRef): string {
  return `"${path.slice(0, NAME_SHOWN)}"`;
}

function notOpen(ref: FileRef): string {
  return `${shownName(ref)} of document "${ref.doc_id}", version ${ref.version}, which is no file that you may open`;
}

/** Throws 400 for files that reviews are newly bound to and whoever binds them may not open. */
export async function demandSources(
  { sql, actor, now }: Pick<Writing, "sql" | "actor" | "now">,
  fields: readonly Field[],
  before: readonly Field[],
): Promise<void> {
  const named = fields.flatMap(({ key, sources = [] }) => {
    const known = before.find((one) => one.key === key)?.sources ?? [];
    return sources.filter((ref) => !known.some((other) => isSameFile(ref, other))).map((ref) => ({ key, ref }));
  });
  const found = await findOpenFiles(sql, { actor, now, refs: named.map(({ ref }) => ref) });
  const faults = named
    .filter((_one, index) => !found[index])
    .map(({ key, ref }) => ({ field: key, rule: "sources", message: `${key}: sources name ${notOpen(ref)}` }));
  if (faults.length > 0) throw refuseSchema(faults);
}

/** Takes the end off documents that were uploaded to be named by a record, with the record that does. */
export async function keepFiles(call: Writing, files: readonly Pick<NamedFile, "ref">[]): Promise<void> {
  if (files.length === 0) return;
  const doc_ids = [...new Set(files.map(({ ref }) => ref.doc_id))];
  const { workspace_id } = call.subject;
  const pending = await savePending(call.sql, { workspace_id, doc_ids, now: call.now });
  for (const { document_id, expires_at } of pending) {
    // Whoever has given it another end since meant that.
    if (expires_at !== null) await keepExpiring(call, { document_id, expires_at });
  }
}

/** Throws 400 for files that the rows of an import may not name; the faults say which row. */
export async function demandFiles(
  call: Writing,
  table: Pick<TableRow, "fields">,
  files: readonly (NamedFile & { row: number })[],
): Promise<void> {
  const faults = await findFileFaults(
    call,
    table,
    files.map((file) => [file]),
  );
  const told = faults.flatMap((found, index) =>
    found.map((fault) => ({ ...fault, message: `row ${files[index]?.row}: ${fault.message}` })),
  );
  const [first] = told;
  if (first) throw refuse.invalid(first.message, { code: "validation_failed", fields: told.slice(0, FAULTS_TOLD) });
}

const FAULTS_TOLD = 20;
