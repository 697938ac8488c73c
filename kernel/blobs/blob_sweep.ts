// Clears away what no reference needs: rows that nothing names with their bytes, and bytes that no row names.
import { type Clock, later } from "../base/time.ts";
import type { Database, Sql } from "../db/sql.ts";
import type { BlobStore } from "./blob_store.ts";
import { maySweep } from "./sweep_pause.ts";

/**
 * A column that holds blob ids. It needs an index that starts with it, since the sweep looks each blob up in it. Make it
 * a foreign key to `blobs` too, and no mistake in a writer can leave a reference whose bytes are gone.
 */
export interface BlobReference {
  table: string;
  column: string;
}

export interface SweepOptions {
  database: Pick<Database, "sql" | "withTransaction">;
  store: BlobStore;
  /** Every column of every table, of this edition or an earlier one, that holds blob ids. */
  references: readonly BlobReference[];
  clock: Clock;
  /** What is younger is left alone. Must exceed the longest time from the first byte of an upload to its commit. */
  grace_ms: number;
  /** How many rows one transaction deletes, and how many objects one look-up asks for. */
  batch: number;
}

/** How much a sweep removed. */
export interface Swept {
  rows: number;
  /** Objects that no row named, uploads which never finished among them. */
  orphans: number;
}

/** Those of the references whose tables this database has. */
export async function findReferences(sql: Sql, references: readonly BlobReference[]): Promise<BlobReference[]> {
  const tables = references.map(({ table }) => table);
  const there = await sql<{ name: string }[]>`
    select name from unnest(${tables}::text[]) as name where to_regclass(quote_ident(name)) is not null`;
  const names = new Set(there.map(({ name }) => name));
  return references.filter(({ table }) => names.has(table));
}

/**
 * Runs both passes once. Safe beside writers and beside other sweeps; when it is cut short, the next one goes on. While
 * a backup runs it removes nothing.
 */
export async function sweepBlobs(options: SweepOptions): Promise<Swept> {
  const before = later(options.clock.now(), -options.grace_ms);
  return { rows: await sweepRows(options, before), orphans: await sweepOrphans(options, before) };
}

/** Deletes rows first and bytes after the commit: a crash in between leaves an orphan for the second pass, never a row without bytes. */
async function sweepRows(options: SweepOptions, before: Date): Promise<number> {
  let swept = 0;
  let after = 0;
  while (true) {
    const { claimed, keys } = await options.database.withTransaction(async (sql) => {
      const ids = (await maySweep(sql)) ? await claimUnnamed(sql, { ...options, before, after }) : [];
      return { claimed: ids, keys: await deleteUnnamed(sql, { ids, references: options.references }) };
    });
    await removeAll(options.store, keys);
    swept += keys.length;
    if (claimed.length < options.batch) return swept;
    after = claimed.at(-1) ?? after;
  }
}

/** Locks unnamed rows against writers; rows that a writer holds are skipped. */
async function claimUnnamed(
  sql: Sql,
  where: { references: readonly BlobReference[]; before: Date; after: number; batch: number },
): Promise<number[]> {
  const rows = await sql<{ blob_id: number }[]>`
    select blob_id from blobs
    where blob_id > ${where.after} and created_at < ${where.before} and ${isUnnamed(sql, where.references)}
    order by blob_id
    limit ${where.batch}
    for update skip locked`;
  return rows.map((row) => row.blob_id);
}

/**
 * Looks again before it deletes: a writer may have committed a reference between the claiming statement's snapshot and
 * its lock. This statement's snapshot is younger than the lock, and under the lock no new reference can come.
 */
async function deleteUnnamed(
  sql: Sql,
  claimed: { ids: number[]; references: readonly BlobReference[] },
): Promise<string[]> {
  if (claimed.ids.length === 0) return [];
  const rows = await sql<{ storage_key: string }[]>`
    delete from blobs
    where blob_id = any(${claimed.ids}::bigint[]) and ${isUnnamed(sql, claimed.references)}
    returning storage_key`;
  return rows.map((row) => row.storage_key);
}

function isUnnamed(sql: Sql, references: readonly BlobReference[]) {
  return references.reduce(
    (so_far, { table, column }) =>
      sql`${so_far} and not exists (select 1 from ${sql(table)} where ${sql(`${table}.${column}`)} = blobs.blob_id)`,
    sql`true`,
  );
}

/**
 * Bytes wait for their row no longer than the grace period, so an older object without one has been abandoned: by a
 * transaction that rolled back, a crash, or a duplicate that was not removed at once.
 */
async function sweepOrphans(options: SweepOptions, before: Date): Promise<number> {
  let swept = 0;
  let old: string[] = [];
  for await (const object of options.store.list()) {
    if (object.modified < before) old.push(object.key);
    if (old.length < options.batch) continue;
    swept += await removeOrphans(options, old);
    old = [];
  }
  return swept + (await removeOrphans(options, old));
}

async function removeOrphans({ database, store }: SweepOptions, keys: string[]): Promise<number> {
  if (keys.length === 0) return 0;
  return database.withTransaction(async (sql) => {
    if (!(await maySweep(sql))) return 0;
    // The store may take its time.
    await sql`set local idle_in_transaction_session_timeout = 0`;
    const named = await sql<{ storage_key: string }[]>`
      select storage_key from blobs where storage_key = any(${keys}::text[])`;
    const kept = new Set(named.map((row) => row.storage_key));
    const orphans = keys.filter((key) => !kept.has(key));
    // Under the lock, because a backup that begins meanwhile may name what was a row a moment ago.
    await removeAll(store, orphans);
    return orphans.length;
  });
}

const REMOVALS_AT_ONCE = 8;

async function removeAll(store: BlobStore, keys: string[]): Promise<void> {
  for (let from = 0; from < keys.length; from += REMOVALS_AT_ONCE) {
    await Promise.all(keys.slice(from, from + REMOVALS_AT_ONCE).map((key) => store.remove(key)));
  }
}
