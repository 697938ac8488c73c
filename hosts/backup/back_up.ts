// Takes a backup beside a running server: every table in one snapshot, then every blob that the snapshot names.
import { type Clock, type Migration, pauseSweeps, type Transaction } from "../../kernel/host.ts";
import { type Database, PRODUCT, sha256Hex } from "../../kernel/plugin.ts";
import type { BlobStore } from "../../kernel/ports/blobs.ts";
import { BackupError } from "./backup_error.ts";
import { type BackupWriter, writeBackupFile } from "./backup_file.ts";
import {
  type BackupManifest,
  type BackupTable,
  FORMAT_FIELDS,
  FORMAT_FILE,
  MANIFEST_FILE,
  MANIFEST_SUM_FILE,
  tablePartName,
} from "./backup_manifest.ts";
import { addBlobs } from "./blob_members.ts";
import { copyOut } from "./copy.ts";
import type { ReportProgress } from "./progress.ts";
import { fixFormats, listSequences, listTables, sumTable, type TableShape } from "./tables.ts";

export interface BackUpOptions {
  /** Opened with `unlimited`, since one transaction lasts as long as the backup. */
  database: Database;
  store: BlobStore;
  clock: Clock;
  /** Noted in the manifest. */
  edition: string;
  report?: ReportProgress;
  /** Gives up and leaves no file. */
  signal?: AbortSignal;
}

/** How much of a table is gathered before it is written: a tar's header wants to know the size. */
const PART_BYTES = 4 * 1024 * 1024;

/**
 * Writes the backup to `path`, which must not exist, and answers its manifest. The file appears when it is whole and on
 * the disk. Writers are not held up; the sweep of blobs waits. Throws BackupError when there is nothing to back up, when
 * another backup runs and when the store lacks a blob or holds other bytes than its row says.
 */
export async function backUp(path: string, options: BackUpOptions): Promise<BackupManifest> {
  const modified = options.clock.now();
  return options.database.withTransaction(async (guard) => {
    await liftLimits(guard);
    // Before a file is touched: what is half written under the name may be the other's.
    if (!(await pauseSweeps(guard))) throw new BackupError("another backup is under way: wait for it to end");
    return writeBackupFile(path, {
      modified,
      fill: (writer) =>
        options.database.withTransaction(async (sql) => {
          // First of all: the snapshot is taken by the first statement that reads.
          await sql`set transaction isolation level repeatable read, read only`;
          await liftLimits(sql);
          await fixFormats(sql);
          return fill(writer, sql, { ...options, created_at: modified.toISOString() });
        }),
    });
  });
}

async function liftLimits(sql: Transaction): Promise<void> {
  await sql`set local statement_timeout = 0`;
  await sql`set local idle_in_transaction_session_timeout = 0`;
}

async function fill(
  writer: BackupWriter,
  sql: Transaction,
  options: BackUpOptions & { created_at: string },
): Promise<BackupManifest> {
  const shapes = await listTables(sql);
  refuseForeign(shapes);
  await addText(writer, FORMAT_FILE, JSON.stringify(FORMAT_FIELDS));
  const migrations = await sql<Migration[]>`
    select plugin, number, name, sha256 from migrations order by plugin, number`;
  const [server] = await sql<{ server_version: string }[]>`show server_version`;
  const tables: BackupTable[] = [];
  for (const [index, shape] of shapes.entries()) {
    options.report?.({ step: "tables", done: index, total: shapes.length });
    tables.push(await addTable(writer, sql, { shape, signal: options.signal }));
  }
  options.report?.({ step: "tables", done: shapes.length, total: shapes.length });
  const sequences = await listSequences(sql);
  const blobs = await addBlobs(writer, sql, options);
  const manifest: BackupManifest = {
    ...FORMAT_FIELDS,
    app_version: PRODUCT.version,
    edition: options.edition,
    created_at: options.created_at,
    postgres_version: server?.server_version ?? "",
    migrations: migrations.map(({ plugin, number, name, sha256 }) => ({ plugin, number, name, sha256 })),
    tables,
    sequences,
    blobs,
    totals: {
      rows: tables.reduce((sum, table) => sum + table.rows, 0),
      size_bytes: tables.reduce((sum, table) => sum + table.size_bytes, 0) + blobs.size_bytes,
    },
  };
  const text = `${JSON.stringify(manifest, null, 1)}\n`;
  await addText(writer, MANIFEST_FILE, text);
  await addText(writer, MANIFEST_SUM_FILE, `${sha256Hex(text)}  ${MANIFEST_FILE}\n`);
  return manifest;
}

function refuseForeign(tables: readonly TableShape[]): void {
  const missing = ["migrations", "users", "blobs"].find((name) => !tables.some((table) => table.name === name));
  if (missing === undefined) return;
  throw new BackupError(
    `there is nothing to back up: the database has no table "${missing}"; check DATA_DIR and DATABASE_URL`,
  );
}

async function addTable(
  writer: BackupWriter,
  sql: Transaction,
  { shape, signal }: { shape: TableShape; signal: AbortSignal | undefined },
): Promise<BackupTable> {
  const hasher = new Bun.CryptoHasher("sha256");
  let parts = 0;
  let total = 0;
  let gathered: Uint8Array[] = [];
  let size = 0;

  async function flush(): Promise<void> {
    if (size === 0) return;
    parts += 1;
    await writer.add({ name: tablePartName(shape.name, parts), size_bytes: size }, gathered);
    total += size;
    gathered = [];
    size = 0;
  }

  for await (const chunk of copyOut(sql, shape)) {
    signal?.throwIfAborted();
    hasher.update(chunk);
    gathered.push(chunk);
    size += chunk.byteLength;
    if (size >= PART_BYTES) await flush();
  }
  await flush();
  const sum = await sumTable(sql, shape);
  return { ...shape, rows: sum.rows, checksum: sum.checksum, size_bytes: total, sha256: hasher.digest("hex") };
}

async function addText(writer: BackupWriter, name: string, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  await writer.add({ name, size_bytes: bytes.byteLength }, [bytes]);
}
