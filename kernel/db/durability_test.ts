// Shows that a transaction which lets its locks go early is answered only when it is on the disk,
// and fails like any other.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { openKernelDatabase } from "../../test/harness/kernel_database.ts";
import { readDurably, releaseEarly } from "./durability.ts";
import type { Database, Sql } from "./sql.ts";

let database: Database;

beforeAll(async () => {
  database = await openKernelDatabase();
  // Tests commit without waiting for the disk; these are about the waiting. The main pool has not connected yet.
  const [here] = await database.asyncCommitSql<{ name: string }[]>`select current_database() as name`;
  await database.asyncCommitSql`alter database ${database.asyncCommitSql(here?.name ?? "")} set synchronous_commit = on`;
  await database.sql`create table turns (name text primary key, n int not null check (n < 100))`;
  await database.sql`create table parts (name text references turns deferrable initially deferred)`;
});

afterAll(() => database.close());

/** Whether everything that was in the log at `lsn` is on the disk. */
async function isFlushed(lsn: string): Promise<boolean> {
  const [row] = await database.sql<{ flushed: boolean }[]>`
    select pg_current_wal_flush_lsn() >= ${lsn}::pg_lsn as flushed`;
  return row?.flushed ?? false;
}

async function count(sql: Sql, name: string): Promise<string> {
  await sql`insert into turns (name, n) values (${name}, 1) on conflict (name) do update set n = turns.n + 1`;
  const [row] = await sql<{ lsn: string }[]>`select ${releaseEarly(sql)}, pg_current_wal_insert_lsn()::text as lsn`;
  return row?.lsn ?? "";
}

test("is on the disk when withTransaction resolves, many at once and one after another", async () => {
  for (let round = 0; round < 20; round++) {
    const lsns = await Promise.all(
      Array.from({ length: 4 }, async (_, index) => {
        const lsn = await database.withTransaction((sql) => count(sql, `flush ${index % 2}`));
        return isFlushed(lsn);
      }),
    );
    expect(lsns).toEqual([true, true, true, true]);
  }
  const [row] = await database.sql<{ n: number }[]>`select sum(n)::int as n from turns where name like 'flush %'`;
  expect(row?.n).toBe(80);
});

test("leaves the connection as it was: the next commit waits for the disk by itself", async () => {
  await database.withTransaction((sql) => count(sql, "session"));
  const seen = await Promise.all(
    Array.from({ length: 8 }, () => database.sql<{ synchronous_commit: string }[]>`show synchronous_commit`),
  );
  expect(new Set(seen.map(([row]) => row?.synchronous_commit))).toEqual(new Set(["on"]));
});

test("a throw takes everything back", async () => {
  const attempt = database.withTransaction(async (sql) => {
    await count(sql, "thrown");
    throw new Error("no");
  });
  await expect(attempt).rejects.toThrow("no");
  expect(await database.sql`select 1 from turns where name = 'thrown'`).toHaveLength(0);
});

test("a last statement that fails beside the commit takes everything back", async () => {
  let last: Promise<unknown> = Promise.resolve();
  await database.withTransaction(async (sql) => {
    await sql`insert into turns (name, n) values ('late', 1)`;
    last = (async () => sql`select ${releaseEarly(sql)}, 1 / (select 0)`)();
    last.catch(() => {});
  });
  await expect(last).rejects.toThrow("division by zero");
  expect(await database.sql`select 1 from turns where name = 'late'`).toHaveLength(0);
});

test("what Postgres refuses at the commit itself is thrown, and nothing is kept", async () => {
  const attempt = database.withTransaction(async (sql) => {
    await sql`insert into parts (name) values ('of nothing')`;
    await count(sql, "deferred");
  });
  await expect(attempt).rejects.toThrow("violates foreign key constraint");
  expect(await database.sql`select 1 from turns where name = 'deferred'`).toHaveLength(0);
});

test("outside of a transaction there is nothing to let go", () => {
  expect(() => releaseEarly(database.sql)).toThrow("releaseEarly is for a statement of withTransaction");
});

test("a durable read is answered when what it found is on the disk", async () => {
  await database.sql`insert into turns (name, n) values ('read', 1)`;
  await database.asyncCommitSql`update turns set n = 2 where name = 'read'`;
  const [row] = await database.sql<{ n: number; lsn: string }[]>`
    select n, pg_current_wal_insert_lsn()::text as lsn, ${readDurably(database.sql)} from turns where name = 'read'`;
  expect(row?.n).toBe(2);
  expect(await isFlushed(row?.lsn ?? "")).toBeTrue();
});
