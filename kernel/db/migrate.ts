// Brings the tables of every plugin up to the code, forward only, and refuses a database that the code does not know.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigError } from "../base/config_error.ts";
import { sha256Hex } from "../base/digest.ts";
import type { Clock } from "../base/time.ts";
import { isConnectionLoss } from "./driver/connection_loss.ts";
import type { MigrationSource } from "./migration_source.ts";
import { findDueRoutines, putRoutines, type Routine, readKeptRoutines, readRoutines } from "./routines.ts";
import type { Database, Sql } from "./sql.ts";

/** One file, as the ledger names it; of a routine, which no ledger has, the revision is its number. */
export interface Migration {
  plugin: string;
  number: number;
  /** The file's name, such as `0001_documents.sql`. */
  name: string;
  sha256: string;
}

interface MigrationFile extends Migration {
  text: string;
}

interface LedgerRow {
  plugin: string;
  number: number;
  name: string;
  sha256: string;
}

const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;
/** Held while migrating, so that servers that start at once do it one after the other. */
const MIGRATION_LOCK = { space: 746_319, key: 2 };

/**
 * Applies what is due, in the order of `sources`, one transaction a file, after them the routines in one transaction, and returns what it
 * applied. Throws ConfigError
 * when an applied file was changed or when the database holds a migration that a plugin of `sources` does not have.
 * Plugins that are not in `sources` keep their tables and their ledger.
 */
export async function migrate(database: Database, sources: MigrationSource[], clock: Clock): Promise<Migration[]> {
  const files = sources.flatMap(readMigrations);
  const routines = sources.flatMap(readRoutines);
  const applied: Migration[] = [];
  // The usual start has nothing to do and costs two queries.
  const isDue = findDue(files, await readLedger(database.sql)).length > 0;
  for (let next = isDue ? await applyNext(database, files, clock) : null; next; ) {
    applied.push(next);
    next = await applyNext(database, files, clock);
  }
  if (findDueRoutines(routines, await readKeptRoutines(database.sql)).length === 0) return applied;
  const put = await database.withTransaction(async (sql) => {
    await lockLedger(sql);
    return putDueRoutines(sql, routines);
  });
  return [...applied, ...put];
}

/** What `migrate` would apply. Throws as it does. Two queries. */
export async function pendingMigrations(sql: Sql, sources: MigrationSource[]): Promise<Migration[]> {
  const due = findDue(sources.flatMap(readMigrations), await readLedger(sql)).map(withoutText);
  return [...due, ...findDueRoutines(sources.flatMap(readRoutines), await readKeptRoutines(sql)).map(asMigration)];
}

/** Every migration that `sources` have, in the order in which they are applied; routines are none. */
export function listMigrations(sources: readonly MigrationSource[]): Migration[] {
  return sources.flatMap(readMigrations).map(withoutText);
}

/**
 * As `migrate`, inside the caller's transaction: all of it or nothing. With `only`, what that ledger does not name is
 * left for later, and so are the routines. For a restore, which loads rows between an old schema and today's.
 */
export async function migrateWithin(
  sql: Sql,
  options: { sources: readonly MigrationSource[]; clock: Clock; only?: readonly Migration[] },
): Promise<Migration[]> {
  await lockLedger(sql);
  const wanted = options.only && new Set(options.only.map(keyOf));
  const due = findDue(options.sources.flatMap(readMigrations), await readLedger(sql));
  const files = due.filter((file) => !wanted || wanted.has(keyOf(file)));
  for (const file of files) {
    // What the rows that a file changed leave for the commit: no later file could alter their tables while it waits.
    await sql`set constraints all immediate`;
    await sql`set constraints all deferred`;
    await applyFile(sql, file, options.clock);
  }
  const put = wanted ? [] : await putDueRoutines(sql, options.sources.flatMap(readRoutines));
  return [...files.map(withoutText), ...put];
}

/** Under the ledger's lock. */
async function putDueRoutines(sql: Sql, routines: readonly Routine[]): Promise<Migration[]> {
  const due = findDueRoutines(routines, await readKeptRoutines(sql));
  await putRoutines(sql, due);
  return due.map(asMigration);
}

function asMigration({ plugin, name, revision, sha256 }: Routine): Migration {
  return { plugin, number: revision, name: `${name}.sql`, sha256 };
}

async function applyNext(database: Database, files: MigrationFile[], clock: Clock): Promise<Migration | null> {
  return database.withTransaction(async (sql) => {
    await lockLedger(sql);
    const [next] = findDue(files, await readLedger(sql));
    if (!next) return null;
    await applyFile(sql, next, clock);
    return withoutText(next);
  });
}

async function lockLedger(sql: Sql): Promise<void> {
  // A table that is rebuilt may take long, and so may the server that migrates before this one.
  await sql`set local statement_timeout = 0`;
  await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK.space}::int, ${MIGRATION_LOCK.key}::int)`;
  await sql`create table if not exists migrations (
    plugin text not null,
    number integer not null,
    name text not null,
    sha256 text not null,
    applied_at timestamptz not null,
    primary key (plugin, number)
  )`;
}

async function applyFile(sql: Sql, file: MigrationFile, clock: Clock): Promise<void> {
  const { plugin, number, name, sha256 } = file;
  try {
    await sql.unsafe(file.text);
  } catch (error) {
    if (isConnectionLoss(error)) throw error;
    const reason = error instanceof Error ? error.message : error;
    throw new Error(`migration ${plugin}/${name} failed: ${reason}`, { cause: error });
  }
  await sql`
    insert into migrations (plugin, number, name, sha256, applied_at)
    values (${plugin}, ${number}, ${name}, ${sha256}, ${clock.now()})`;
}

/** The files that the ledger lacks, once it is sure that ledger and files tell one story. */
function findDue(files: MigrationFile[], ledger: LedgerRow[]): MigrationFile[] {
  const known = new Map(files.map((file) => [keyOf(file), file]));
  const plugins = new Set(files.map((file) => file.plugin));
  for (const row of ledger) {
    const file = known.get(keyOf(row));
    if (!file) {
      if (!plugins.has(row.plugin)) continue;
      throw new ConfigError(
        `the database has migration ${row.plugin}/${row.name}, which this release does not: it was written by a newer one; start that one, or restore a backup made by this one`,
      );
    }
    if (file.sha256 !== row.sha256) {
      throw new ConfigError(
        `migration ${row.plugin}/${row.name} was changed after this database applied it: put the file back as it was and write the change as a new migration`,
      );
    }
  }
  const done = new Set(ledger.map(keyOf));
  return files.filter((file) => !done.has(keyOf(file)));
}

async function readLedger(sql: Sql): Promise<LedgerRow[]> {
  try {
    return await sql<LedgerRow[]>`select plugin, number, name, sha256 from migrations order by plugin, number`;
  } catch (error) {
    // 42P01: no such table, which an empty database has not.
    if (error instanceof Error && "code" in error && error.code === "42P01") return [];
    throw error;
  }
}

function readMigrations({ plugin, folder }: MigrationSource): MigrationFile[] {
  if (!existsSync(folder)) throw new ConfigError(`plugin ${plugin} has no folder of migrations at ${folder}`);
  const names = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  return names.sort().map((name, index) => {
    const number = Number(FILE_NAME.exec(name)?.[1]);
    if (number !== index + 1) {
      const expected = String(index + 1).padStart(4, "0");
      throw new ConfigError(
        `migration ${plugin}/${name} must be named ${expected}_<noun>.sql: they count without a gap`,
      );
    }
    const text = readFileSync(join(folder, name), "utf8");
    return { plugin, number, name, sha256: sha256Hex(text), text };
  });
}

function withoutText({ plugin, number, name, sha256 }: MigrationFile): Migration {
  return { plugin, number, name, sha256 };
}

function keyOf({ plugin, number }: { plugin: string; number: number }): string {
  return `${plugin}/${number}`;
}
