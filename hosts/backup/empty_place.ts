// Decides whether a backup may go where it is told to:
// the schema known, the database without anybody's data, the store empty.
import { listMigrations, type Migration, type MigrationSource } from "../../kernel/host.ts";
import { PRODUCT, type Sql } from "../../kernel/plugin.ts";
import type { BlobStore } from "../../kernel/ports/blobs.ts";
import { BackupError } from "./backup_error.ts";
import type { BackupManifest } from "./backup_manifest.ts";
import { listTables, quoteName } from "./tables.ts";

/** A started server that nobody has used yet has rows in other tables, but none here. */
const TELLING_TABLES = ["users", "workspaces", "blobs"];

/** Throws BackupError for a migration that this release does not have, or has otherwise. */
export function refuseNewer({ migrations, app_version }: BackupManifest, sources: readonly MigrationSource[]): void {
  const known = new Map(listMigrations(sources).map((one) => [keyOf(one), one.sha256]));
  const strange = migrations.find((one) => known.get(keyOf(one)) !== one.sha256);
  if (!strange) return;
  const has = known.has(keyOf(strange)) ? "has in another form" : "does not have";
  throw new BackupError(
    `the backup was made by docsvc ${app_version} and needs its migration ${strange.plugin}/${strange.name}, which this release (${PRODUCT.version}) ${has}: restore it with docsvc ${app_version} or newer`,
  );
}

/** Throws BackupError when the store holds anything. */
export async function refuseUsedStore(store: BlobStore): Promise<void> {
  for await (const { key } of store.list()) {
    const where = store.path ? `the folder blobs of DATA_DIR holds ${key}` : `S3_BUCKET holds blobs/${key}`;
    throw new BackupError(`the blob store is not empty (${where}): restore into an empty one`);
  }
}

/** Throws BackupError when somebody's data is in the database, or a schema on which the backup's cannot be built. */
export async function refuseUsedDatabase(sql: Sql, { migrations }: BackupManifest): Promise<void> {
  const present = (await listTables(sql)).map((table) => table.name);
  if (present.length === 0) return;
  const fix = "restore into an empty database (a new DATA_DIR, or a new database in DATABASE_URL)";
  if (!present.includes("migrations")) {
    throw new BackupError(`the database is not empty: it has a table "${present[0]}"; ${fix}`);
  }
  for (const name of TELLING_TABLES.filter((table) => present.includes(table))) {
    const rows = await sql.unsafe(`select 1 from ${quoteName(name)} limit 1`);
    if (rows.length > 0) throw new BackupError(`the database is not empty: it has ${name}; ${fix}`);
  }
  const applied = await sql<Migration[]>`select plugin, number, name, sha256 from migrations order by plugin, number`;
  const known = new Set(migrations.map(keyOf));
  const ahead = applied.find((one) => !known.has(keyOf(one)));
  if (ahead) {
    throw new BackupError(
      `the database has the tables of migration ${ahead.plugin}/${ahead.name} already, which the older backup lacks: ${fix}`,
    );
  }
}

/** Throws BackupError unless the tables that the migrations made are those of the backup, column by column. */
export async function refuseOtherTables(sql: Sql, { tables }: BackupManifest): Promise<void> {
  const made = new Map((await listTables(sql)).map((table) => [table.name, table.columns.join(", ")]));
  for (const { name, columns } of tables) {
    const seen = made.get(name);
    made.delete(name);
    if (seen === columns.join(", ")) continue;
    const found = seen === undefined ? "no migration makes it" : `the migrations make it with (${seen})`;
    throw new BackupError(`the backup has table ${name} with (${columns.join(", ")}), and ${found}`);
  }
  const [stray] = made.keys();
  if (stray !== undefined) throw new BackupError(`the database has a table "${stray}", which the backup does not know`);
}

function keyOf({ plugin, number }: Pick<Migration, "plugin" | "number">): string {
  return `${plugin}/${number}`;
}
