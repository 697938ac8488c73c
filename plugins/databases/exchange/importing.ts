// Reads the file of an import off everybody's way, and writes what came of it.
import { createHash } from "node:crypto";
import { createReadStream, existsSync, type ReadStream } from "node:fs";
import { type FileHandle, open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { MINUTE_MS, type PrepareCall, refuse, sharedWorkers, type WriteCall } from "../../../kernel/plugin.ts";
import { refuseDeclaredSize } from "../../../kernel/ports/input.ts";
import type { SentContent, Target } from "../../documents/port/create.ts";
import { capOf } from "../../operation.ts";
import type { Field } from "../fields/mod.ts";
import { refuseMissingTable } from "../permits.ts";
import { refuseLimit, refuseSchema } from "../refusals.ts";
import { importRecords, updateRecords } from "../store/imports.ts";
import type { LoadedDatabase, TableRow } from "../store/rows.ts";
import { boundsOf, recordRefusal } from "../writing/bounds.ts";
import type { Begin } from "./reading/begin_signal.ts";
import type { ReadInput, ReadRows, tasks } from "./reading/import_worker.ts";
import type { ImportFormat } from "./reading/source.ts";
import { withSnapshot } from "./snapshot.ts";
import { fileSink, withTempFolder } from "./temp_file.ts";

/** What is asked of a file. */
export interface ImportWanted {
  format: ImportFormat;
  sheet?: string | undefined;
  table_id?: number | undefined;
  match?: string | undefined;
  skip_unknown: boolean;
  dry_run: boolean;
}

export type RowsRead = Extract<ReadRows, { fields: unknown }>;

/** The file as it comes. */
export interface ImportSource {
  /** As it was declared; null where it was not. */
  size_bytes: number | null;
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** A file that is read, or nearly so: what is to be written comes to two others. */
export interface ImportRead {
  /** SHA-256 of the file, in hex. */
  sha256: string;
  /** As it was when the rows were checked; null where one is to be made. */
  table: TableRow | null;
  /** Of the table, or of the one that is to be made. */
  fields: Field[];
  /** What came of all rows: `created` and `updated` grow until then. Throws 400 for a file that cannot be read to its end. */
  rows: Promise<RowsRead>;
  created: FileHandle;
  updated: FileHandle;
  /** Of the database when rows were matched; null where they were not. */
  seq: number | null;
  /** How many the database held when the file was read. */
  records: number;
}

/** Into a database, or where a new one is going to lie. */
type Reading = PrepareCall<LoadedDatabase | Target>;

/** Longer than any answer takes: by then nobody reads the file of what is to be written. */
const KEPT_MS = 10 * MINUTE_MS;
const LOOK_AGAIN_MS = 10;
/** Worked on in some milliseconds. */
const READ_BYTES = 512 * 1024;

/**
 * Receives the file and checks its rows, until all are checked or those that are may be written meanwhile. Throws 400 for a file that
 * cannot be read, 404 for a table that is not there, 413 and 409 past the caps.
 */
export function readImport(call: Reading, wanted: ImportWanted, source: ImportSource): Promise<ImportRead> {
  const begun = Promise.withResolvers<ImportRead>();
  // The folder stays until the last row is read.
  withTempFolder(async (folder) => {
    const path = join(folder, "sent");
    const sha256 = await receive(call, source, path);
    const existing_path = join(folder, "existing");
    const found = await findExisting(call, wanted, existing_path);
    const paths = { created_path: join(folder, "created"), updated_path: join(folder, "updated") };
    const begin_path = join(folder, "begin");
    const rows = readRows(call, {
      path,
      ...paths,
      begin_path,
      format: wanted.format,
      sheet: wanted.sheet,
      skip_unknown: wanted.skip_unknown,
      bounds: {
        rows_max: capOf(call.runtime, "records_per_database"),
        columns_max: 2 * capOf(call.runtime, "fields_per_table"),
        failures_max: capOf(call.runtime, "import_failures_told"),
        files_max: capOf(call.runtime, "files_per_import"),
      },
      table: found.table && { fields: found.table.fields, slots: found.table.slots },
      matching: wanted.match === undefined ? null : { key: wanted.match, existing_path },
    });
    // Where nothing is going to be written no transaction need wait for the rest.
    const { fields } = wanted.dry_run ? await rows : await firstOf(rows, begin_path);
    const made = { created: await open(paths.created_path, "r"), updated: await open(paths.updated_path, "r") };
    call.afterFailure(() => closeImport(made));
    // What answers a repeat runs nothing that could close them.
    setTimeout(() => void closeImport(made), KEPT_MS).unref();
    begun.resolve({ sha256, ...found, fields, rows, ...made });
    await rows;
  }).catch(begun.reject);
  return begun.promise;
}

/** What is known of the rows once they may be written, whether or not all are read. */
async function firstOf(rows: Promise<RowsRead>, beginPath: string): Promise<Begin> {
  for (;;) {
    const read = await Promise.race([rows, Bun.sleep(LOOK_AGAIN_MS)]);
    if (read) return read;
    if (existsSync(beginPath)) return JSON.parse(await readFile(beginPath, "utf8"));
  }
}

/** The file that a request's body is. */
export function bodySource({ request, runtime }: Reading): ImportSource {
  const size_bytes = refuseDeclaredSize(request.headers, capOf(runtime, "database_import_bytes"));
  return { size_bytes, chunks: sentBytes(request.body) };
}

/** Throws 400 where the sender stops in the middle. */
async function* sentBytes(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of body ?? []) yield piece;
  } catch {
    throw refuse.invalid("the file broke off before its end; send it again");
  }
}

/** The file that came inside of a body, or ahead of it, which is read as it is taken. */
export async function contentSource({ runtime }: Reading, content: SentContent): Promise<ImportSource> {
  const { staged, size_bytes, read } = content;
  if (!staged || staged.stored.bytes) return { size_bytes, chunks: [await read()] };
  const stored = await runtime.blobs.get(staged.stored.key);
  return { size_bytes, chunks: stored instanceof Blob ? stored.stream() : stored };
}

/** Lets go of what was to be written; more than once does no harm. */
export async function closeImport({ created, updated }: Pick<ImportRead, "created" | "updated">): Promise<void> {
  await Promise.allSettled([created.close(), updated.close()]);
}

/** Answers the SHA-256 of what came. */
async function receive({ runtime }: Reading, { size_bytes, chunks }: ImportSource, path: string): Promise<string> {
  const bytesMax = capOf(runtime, "database_import_bytes");
  const refuseLarger = () =>
    refuse.tooLarge(`the file has more than ${bytesMax} bytes; split it`, { max_bytes: bytesMax });
  if (size_bytes !== null && size_bytes > bytesMax) throw refuseLarger();
  const file = await open(path, "wx");
  const hash = createHash("sha256");
  let size = 0;
  try {
    for await (const piece of chunks) {
      size += piece.byteLength;
      if (size > bytesMax) throw refuseLarger();
      const written = file.write(piece);
      hash.update(piece);
      await written;
    }
  } finally {
    await file.close();
  }
  if (size === 0) throw refuse.invalid("the file is empty; send it as the request's body");
  return hash.digest("hex");
}

interface Existing {
  table: TableRow | null;
  records: number;
  seq: number | null;
}

/** The table, and where rows are matched also its records, as they are at one moment. */
async function findExisting(call: Reading, { table_id, match }: ImportWanted, path: string): Promise<Existing> {
  const { runtime, subject } = call;
  if (!("database" in subject)) return { table: null, records: 0, seq: null };
  const found = await withSnapshot(
    runtime.database,
    subject,
    async ({ database, tables, rowsOf }): Promise<Existing> => {
      const { records, seq } = database;
      if (table_id === undefined) return { table: null, records, seq: null };
      const table = tables.find((one) => one.table_id === table_id);
      if (!table) throw refuseMissingTable(table_id);
      if (match === undefined) return { table, records, seq: null };
      if (!table.fields.some((field) => field.key === match)) {
        const keys = table.fields.map((field) => field.key).join(", ");
        throw refuse.invalid(`match is "${match}", which is no field of the table; it has ${keys}`);
      }
      const most = capOf(runtime, "database_export_bytes");
      if (table.record_bytes > most) {
        const { record_bytes } = table;
        const way = "leave match out, or write the rows in batches that upsert";
        throw refuse.tooLarge(
          `the table has ${record_bytes} bytes of record data; rows are matched against at most ${most}: ${way}`,
          { max_bytes: most },
        );
      }
      const file = await open(path, "wx");
      try {
        const sink = fileSink(file);
        for await (const rows of rowsOf(table)) {
          for (const { record_id, version, form_status, data } of rows) {
            sink.add(`{"id":${record_id},"version":${version},"form_status":${JSON.stringify(form_status)},"data":`);
            sink.add(data);
            sink.add("}\n");
          }
          await sink.drain();
        }
        await sink.finish();
      } finally {
        await file.close();
      }
      return { table, records, seq };
    },
  );
  if (!found) throw refuse.notFound("document not found");
  return found;
}

/** A workbook is packed; what it holds takes as much of the budget as this many times its bytes. */
const PACKED = 4;

async function readRows(call: Reading, input: ReadInput): Promise<RowsRead> {
  const run = sharedWorkers().module<typeof tasks>(new URL("./reading/import_worker.ts", import.meta.url));
  const size = Bun.file(input.path).size;
  const read = await run("read", input, {
    owner: `user:${call.actor.user_id}`,
    lane: "publish",
    bytes: input.format === "xlsx" ? PACKED * size : size,
    words: { doing: "reading the file", instead: "send fewer rows at once" },
    heavy: true,
  });
  if ("reason" in read) throw refuse.invalid(read.reason);
  if ("faults" in read) throw refuseSchema(read.faults);
  return read;
}

/** All rows. Throws 409 for more than there is room for; asked when it is known that this is no repeat: what a repeat would add is there already. */
export async function fittingRows({ runtime }: Pick<Reading, "runtime">, made: ImportRead): Promise<RowsRead> {
  const rows = await made.rows;
  const max = capOf(runtime, "records_per_database");
  const records = made.records + rows.created;
  if (records > max) throw refuseLimit(`the database would hold ${records} records; at most ${max} are allowed`, max);
  return rows;
}

/** Writes the records into the table, which is as it was when they were checked, and answers when all are read. Throws 409 where somebody was faster. */
export async function writeImport(
  call: WriteCall<LoadedDatabase>,
  made: ImportRead,
  table: TableRow,
): Promise<RowsRead> {
  const bounds = boundsOf(call);
  const said = (error: unknown) => {
    throw recordRefusal(call, error);
  };
  const place = { database: call.subject, table };
  const rows = fittingRows(call, made);
  rows.catch(() => {});
  if (!(await importRecords(call, { ...place, rows: made.created, counts: rows }, bounds).catch(said))) {
    throw refuseChanged();
  }
  for await (const ops of createInterface({ input: readPieces(made.updated) })) {
    const isDone = await updateRecords(call, { ...place, ops }, bounds).catch(said);
    if (!isDone) throw refuseChanged();
  }
  return rows;
}

/** A file from its beginning, and again each time. */
export function readPieces(file: FileHandle): ReadStream {
  return createReadStream("", { fd: file, start: 0, autoClose: false, encoding: "utf8", highWaterMark: READ_BYTES });
}

/** 409 for a table or records that others changed while the file was read. */
export function refuseChanged(): Error {
  return refuse.conflict(
    "the table or its records were changed while the file was read; nothing was written: send it again",
  );
}
