// Puts a backup into an empty place: all of the database in one transaction, the blobs under keys of the new store.
import { type Clock, type MigrationSource, migrateWithin, type Transaction } from "../../kernel/host.ts";
import type { Database } from "../../kernel/plugin.ts";
import type { BlobStore } from "../../kernel/ports/blobs.ts";
import { BackupError } from "./backup_error.ts";
import type { BackupManifest } from "./backup_manifest.ts";
import { readParts, withBackupFile } from "./backup_parts.ts";
import { type BlobLoader, openBlobLoader } from "./blob_loader.ts";
import { refuseNewer, refuseOtherTables, refuseUsedDatabase, refuseUsedStore } from "./empty_place.ts";
import type { ReportProgress } from "./progress.ts";
import { openTableLoader } from "./table_loader.ts";
import { fixFormats, listLoadGuards, quoteName, setSequences } from "./tables.ts";
import { verifyBackup } from "./verify.ts";

export interface RestoreOptions {
  /** Opened with `unlimited`, since one transaction lasts as long as the restore. */
  database: Database;
  store: BlobStore;
  clock: Clock;
  /** Migrations of every plugin that there is, so that tables of a plugin that is turned off come back too. */
  sources: readonly MigrationSource[];
  /** Migrations of the plugins that will run: what they have beyond the backup is applied at the end. */
  running: readonly MigrationSource[];
  report?: ReportProgress;
  /** Gives up and leaves the place empty. */
  signal?: AbortSignal;
}

/**
 * Checks the whole file, then loads it and answers its manifest. All or nothing: until the last row and the last byte are
 * in place and checked, the database shows nothing, and after a failure the store is emptied again. Throws BackupError
 * for a damaged file, a place that is in use, and a backup of a newer release.
 */
export async function restoreBackup(path: string, options: RestoreOptions): Promise<BackupManifest> {
  const manifest = await verifyBackup(path, options);
  refuseNewer(manifest, options.sources);
  await refuseUsedStore(options.store);
  const blobs = openBlobLoader(options.store, { ...options, total: manifest.blobs.count });
  try {
    await options.database.withTransaction((sql) => load(sql, { path, manifest, blobs, options }));
  } catch (error) {
    if (options.database.isConnectionLoss(error)) throw explainLoss(error);
    await blobs.undo();
    throw error;
  }
  return manifest;
}

interface Load {
  path: string;
  manifest: BackupManifest;
  blobs: BlobLoader;
  options: RestoreOptions;
}

async function load(sql: Transaction, { path, manifest, blobs, options }: Load): Promise<void> {
  await sql`set local statement_timeout = 0`;
  await sql`set local idle_in_transaction_session_timeout = 0`;
  await fixFormats(sql);
  await refuseUsedDatabase(sql, manifest);
  await migrateWithin(sql, { sources: options.sources, clock: options.clock, only: manifest.migrations });
  await refuseOtherTables(sql, manifest);
  const guards = await listLoadGuards(sql);
  for (const guard of guards) await sql.unsafe(guard.before);
  await sql.unsafe(`truncate ${manifest.tables.map((table) => quoteName(table.name)).join(", ")}`);
  await withBackupFile(path, async (file) => {
    const tables = openTableLoader(sql, { manifest, report: options.report });
    for await (const part of readParts(file)) {
      options.signal?.throwIfAborted();
      if (part.kind === "table") {
        await tables.add(part);
        continue;
      }
      await tables.finish();
      if (part.kind === "blob") await blobs.add(sql, part);
    }
  });
  await blobs.finish(sql);
  for (const guard of guards) await sql.unsafe(guard.after);
  await setSequences(sql, manifest.sequences);
  await migrateWithin(sql, { sources: options.running, clock: options.clock });
  options.signal?.throwIfAborted();
}

/** The transaction may just have been committed, so the bytes must stay. */
function explainLoss(error: unknown): BackupError {
  const reason = error instanceof Error ? error.message : String(error);
  return new BackupError(
    `the connection to the database was lost (${reason}): restore again into a new database and an empty blob store`,
  );
}
