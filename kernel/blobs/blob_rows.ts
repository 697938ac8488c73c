// Gives stored bytes a row, once per content and workspace, under a lock that the sweep respects.

import type { Sql } from "../db/sql.ts";
import type { StoredBytes } from "./blob_store.ts";
import { isRowKey } from "./blobs_small.ts";

/** The row of the bytes that a writer asked to keep. */
export interface KeptBlob {
  blob_id: number;
  /** True: the workspace had this content already, so the bytes just stored are surplus; an operation's are removed by its pipeline. */
  duplicate: boolean;
}

/** Rows come and go between our two looks only while others write the same content, so a few rounds always do. */
export const ROUNDS_MAX = 20;

/** `keepBlobs` for one. */
export async function keepBlob(
  sql: Sql,
  given: { workspace_id: number; stored: StoredBytes; now: Date },
): Promise<KeptBlob> {
  const [kept] = await keepBlobs(sql, { ...given, stored: [given.stored] });
  return kept!;
}

/**
 * Finds or makes the row of each of `stored` and locks it until the caller's transaction ends, so that no sweep takes
 * it before the reference to it is committed. The reference must be written in the same transaction. Answers in the
 * order of `stored`; one round trip when nobody else writes the same content at the same moment.
 *
 * Writers that share content do not wait for each other once its row is committed. Keep all blobs of a transaction in
 * one call: rows are taken in the order of their hashes, so that two transactions never wait for each other.
 */
export async function keepBlobs(
  sql: Sql,
  given: { workspace_id: number; stored: readonly StoredBytes[]; now: Date },
): Promise<KeptBlob[]> {
  const wanted = new Map(given.stored.map((stored) => [stored.sha256, stored]));
  const found = new Map<string, TakenRow>();
  for (let round = 0; wanted.size > 0; round += 1) {
    if (round === ROUNDS_MAX) throw new Error(`${wanted.size} blobs were not kept in ${ROUNDS_MAX} rounds`);
    for (const row of await takeRows(sql, { ...given, stored: [...wanted.values()] })) {
      found.set(row.sha256, row);
      wanted.delete(row.sha256);
    }
  }
  noteTaken(given.stored, [...found.values()]);
  return given.stored.map((stored) => {
    const row = found.get(stored.sha256)!;
    return { blob_id: row.blob_id, duplicate: row.storage_key !== stored.key };
  });
}

/** Bytes that `keepBlobs` gave a row of their own in some transaction. */
const named = new WeakSet<StoredBytes>();

/** The keys, among bytes that were stored for a transaction which is over, that no row names: they are surplus. */
export async function findSurplus(sql: Sql, stored: readonly StoredBytes[]): Promise<string[]> {
  const keys = stored.map((bytes) => bytes.key).filter((key, index) => !named.has(stored[index]!) && !isRowKey(key));
  if (keys.length === 0) return [];
  const rows = await sql<{ key: string }[]>`
    select key from unnest(${keys}::text[]) as key
    where not exists (select 1 from blobs where storage_key = key)`;
  return rows.map((row) => row.key);
}

/**
 * Locks rows, found through a reference that may vanish meanwhile, until the caller's transaction ends: for a writer
 * that copies references without bytes. Answers the ids that still exist; the others are gone for good.
 */
export async function holdBlobs(
  sql: Sql,
  given: { workspace_id: number; blob_ids: readonly number[] },
): Promise<Set<number>> {
  const rows = await sql<{ blob_id: number }[]>`
    select blob_id from blobs
    where workspace_id is not distinct from ${given.workspace_id} and blob_id = any(${[...given.blob_ids]}::bigint[])
    order by blob_id
    for key share`;
  return new Set(rows.map((row) => row.blob_id));
}

/** Where the bytes of a blob are: in the store under `storage_key`, or, when they are small, right here. */
export interface BlobContent {
  /** Whose row it is: of a person who moved, the workspace that they came from. */
  workspace_id: number;
  storage_key: string;
  bytes: Uint8Array<ArrayBuffer> | null;
}

/** The contents of blobs by their ids; one that has no row is left out. */
export async function findContents(sql: Sql, blobIds: readonly number[]): Promise<Map<number, BlobContent>> {
  if (blobIds.length === 0) return new Map();
  const rows = await sql<(BlobContent & { blob_id: number })[]>`
    select blob_id, workspace_id, storage_key, bytes from blobs where blob_id = any(${[...blobIds]}::bigint[])`;
  return new Map(rows.map((row) => [row.blob_id, row]));
}

/** A row as `takingBlobs` answers it. */
export interface TakenRow {
  sha256: string;
  blob_id: number;
  storage_key: string;
}

/** The contents among `stored`, each once. */
function distinct(stored: readonly StoredBytes[]): StoredBytes[] {
  return [...new Map(stored.map((one) => [one.sha256, one])).values()];
}

async function takeRows(
  sql: Sql,
  given: { workspace_id: number; stored: readonly StoredBytes[]; now: Date },
): Promise<TakenRow[]> {
  return sql<TakenRow[]>`
    with ${takingBlobs(sql, given)}
    select encode(sha256, 'hex') as sha256, blob_id, storage_key from taken`;
}

/**
 * `keepBlobs` for a writer that refers to the blobs in the same statement: the beginning of its WITH list. The last of the
 * queries is `taken (sha256, blob_id, storage_key)`: it inserts what is new and locks what is there. A row that somebody
 * else committed after this statement began is neither: then `taken` is short of rows, `countContents` says of how many,
 * and the statement must write nothing and be sent again. A row that the sweep is deleting is waited for, and then
 * inserted anew. The writer ends with `noteTaken`.
 */
export function takingBlobs(sql: Sql, given: { workspace_id: number; stored: readonly StoredBytes[]; now: Date }) {
  const { workspace_id, now } = given;
  const stored = distinct(given.stored);
  // KEY SHARE is the weakest lock that a delete must wait for; writers of the same content hold it together. A plain join
  // would read all of the workspace's blobs for as long as the table is too young to have statistics.
  return sql`
    given as (
      select decode(hash, 'hex') as sha256, size_bytes, storage_key, bytes from ${givenRows(sql, stored)} order by 1
    ), held as (
      select here.blob_id, here.sha256, here.storage_key
      from given cross join lateral (
        select blob_id, sha256, storage_key from blobs
        where blobs.workspace_id = ${workspace_id} and blobs.sha256 = given.sha256
        for key share
      ) as here
    ), made as (
      insert into blobs (workspace_id, sha256, size_bytes, storage_key, bytes, created_at)
      select ${workspace_id}, sha256, size_bytes, storage_key, bytes, ${now}
      from given
      where not exists (select 1 from held where held.sha256 = given.sha256)
      order by sha256
      on conflict (workspace_id, sha256) do nothing
      returning blob_id, sha256, storage_key
    ), taken as (
      select sha256, blob_id, storage_key from held
      union all
      select sha256, blob_id, storage_key from made
    )`;
}

/** More contents than these go as arrays, so that there are few statements to prepare. */
const ALONE_MAX = 2;

/** The contents as a table. Taking an array apart costs several times what its bytes do, so one or two stand by themselves. */
function givenRows(sql: Sql, stored: readonly StoredBytes[]) {
  if (stored.length > ALONE_MAX) {
    return sql`(
      select hash, size_bytes, storage_key, decode(digits, 'hex') as bytes
      from unnest(
        ${stored.map((one) => one.sha256)}::text[],
        ${stored.map((one) => one.size_bytes)}::bigint[],
        ${stored.map((one) => one.key)}::text[],
        ${stored.map((one) => (one.bytes ? toHex(one.bytes) : null))}::text[]
      ) as one (hash, size_bytes, storage_key, digits)
    ) as one`;
  }
  const rows = stored.map(
    ({ sha256, size_bytes, key, bytes = null }) =>
      sql`select ${sha256}::text as hash, ${size_bytes}::bigint as size_bytes, ${key}::text as storage_key, ${bytes}::bytea as bytes`,
  );
  const [
    first = sql`select null::text as hash, null::bigint as size_bytes, null::text as storage_key, null::bytea as bytes where false`,
    ...rest
  ] = rows;
  return sql`(${rest.reduce((all, row) => sql`${all} union all ${row}`, first)}) as one`;
}

/** How many rows `taken` has when it is complete. */
export function countContents(stored: readonly StoredBytes[]): number {
  return distinct(stored).length;
}

/** Tells the pipeline which of the bytes have a row now, so that it need not ask; answers the rows by their hashes. */
export function noteTaken(stored: readonly StoredBytes[], taken: readonly TakenRow[]): Map<string, TakenRow> {
  const rows = new Map(taken.map((row) => [row.sha256, row]));
  for (const one of stored) if (rows.get(one.sha256)?.storage_key === one.key) named.add(one);
  return rows;
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
}
