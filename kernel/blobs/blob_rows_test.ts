// Shows that each content has one row in a workspace however many write it at once, and that a held row cannot go.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { openKernelDatabase } from "../../test/harness/kernel_database.ts";
import type { Database, Sql } from "../db/sql.ts";
import { holdBlobs, type KeptBlob, keepBlob, keepBlobs } from "./blob_rows.ts";
import type { StoredBytes } from "./blob_store.ts";

const NOW = new Date("2026-05-01T00:00:00Z");
const workspace_id = 1;
let database: Database;

beforeAll(async () => {
  database = await openKernelDatabase();
});

afterAll(() => database.close());

/** As if bytes with a content of their own, or the content of `like`, had just been stored. */
function someStored(like?: StoredBytes): StoredBytes {
  const sha256 = like?.sha256 ?? randomBytes(32).toString("hex");
  return { key: randomBytes(18).toString("hex"), sha256, size_bytes: 10 };
}

function keep(stored: StoredBytes): Promise<KeptBlob> {
  return database.withTransaction((sql) => keepBlob(sql, { workspace_id, stored, now: NOW }));
}

/** The row of a workspace's content, or null. */
async function findBlob(sql: Sql, by: { workspace_id: number; sha256: string }) {
  const [row] = await sql<{ blob_id: number; sha256: string; size_bytes: number; storage_key: string }[]>`
    select blob_id, encode(sha256, 'hex') as sha256, size_bytes, storage_key from blobs
    where workspace_id = ${by.workspace_id} and sha256 = decode(${by.sha256}, 'hex')`;
  return row ?? null;
}

/** A transaction that has run `first` and stays open until `end`, which may make it roll back. */
async function holdOpen<T>(first: (sql: Sql) => Promise<T>) {
  const started = Promise.withResolvers<T>();
  const ending = Promise.withResolvers<void>();
  const done = database.withTransaction(async (sql) => {
    started.resolve(await first(sql));
    await ending.promise;
  });
  const value = await started.promise;
  return {
    value,
    commit: () => {
      ending.resolve();
      return done;
    },
    rollBack: () => {
      ending.reject(new Error("rolled back"));
      return done.catch(() => {});
    },
  };
}

/** Resolves when a backend waits for a lock of another. */
async function someoneWaits(): Promise<void> {
  while (true) {
    const [row] = await database.sql<{ waiting: number }[]>`
      select count(*)::integer as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    if (row && row.waiting > 0) return;
  }
}

describe("keepBlob", () => {
  test("makes a row in its workspace alone", async () => {
    const stored = someStored();
    const { blob_id, duplicate } = await keep(stored);
    expect(duplicate).toBeFalse();
    expect(await findBlob(database.sql, { workspace_id, sha256: stored.sha256 })).toEqual({
      blob_id,
      sha256: stored.sha256,
      size_bytes: 10,
      storage_key: stored.key,
    });
    expect(await findBlob(database.sql, { workspace_id: 2, sha256: stored.sha256 })).toBeNull();
  });

  test("answers the row that is there and calls the new bytes a duplicate", async () => {
    const first = someStored();
    const { blob_id } = await keep(first);
    expect(await keep(someStored(first))).toEqual({ blob_id, duplicate: true });
    expect(await keep(first)).toEqual({ blob_id, duplicate: false });
    expect(await findBlob(database.sql, { workspace_id, sha256: first.sha256 })).toMatchObject({
      storage_key: first.key,
    });
  });

  test("lets a second writer of a known content pass while the first is still open", async () => {
    const known = someStored();
    const { blob_id } = await keep(known);
    const first = await holdOpen((sql) => keepBlob(sql, { workspace_id, stored: someStored(known), now: NOW }));
    expect(await keep(someStored(known))).toEqual({ blob_id, duplicate: true });
    await first.commit();
  });

  test.each(["commit", "rollBack"] as const)(
    "waits for who writes the same new content first, then takes its %s",
    async (end) => {
      const first = someStored();
      const open = await holdOpen((sql) => keepBlob(sql, { workspace_id, stored: first, now: NOW }));
      const second = keep(someStored(first));
      await someoneWaits();
      await open[end]();
      expect((await second).duplicate).toBe(end === "commit");
    },
  );

  test("makes a new row with its own bytes when the row it waits for is deleted", async () => {
    const old = someStored();
    await keep(old);
    const open = await holdOpen(async (sql) => {
      await sql`delete from blobs where storage_key = ${old.key}`;
    });
    const fresh = someStored(old);
    const kept = keep(fresh);
    await someoneWaits();
    await open.commit();
    expect((await kept).duplicate).toBeFalse();
    expect(await findBlob(database.sql, { workspace_id, sha256: old.sha256 })).toMatchObject({
      storage_key: fresh.key,
    });
  });
});

describe("keepBlobs", () => {
  test("answers in order for new, known and repeated contents together", async () => {
    const known = someStored();
    const { blob_id } = await keep(known);
    const fresh = someStored();
    const stored = [fresh, someStored(known), someStored(fresh), someStored()];
    const kept = await database.withTransaction((sql) => keepBlobs(sql, { workspace_id, stored, now: NOW }));
    expect(kept[1]).toEqual({ blob_id, duplicate: true });
    expect(kept[0]?.blob_id).toBe(kept[2]!.blob_id);
    expect([kept[0]?.duplicate, kept[2]?.duplicate].sort()).toEqual([false, true]);
    expect(kept[3]?.duplicate).toBeFalse();
  });

  test("does nothing for an empty list", async () => {
    expect(await database.withTransaction((sql) => keepBlobs(sql, { workspace_id, stored: [], now: NOW }))).toEqual([]);
  });

  test("never deadlocks and makes one row a content when eight writers bring the same in different orders", async () => {
    const contents = Array.from({ length: 60 }, () => someStored());
    const writers = Array.from({ length: 8 }, (_, turn) => {
      const mine = contents.map((content) => someStored(content));
      const stored = [...mine.slice(turn * 7), ...mine.slice(0, turn * 7)];
      if (turn % 2) stored.reverse();
      return database.withTransaction((sql) => keepBlobs(sql, { workspace_id, stored, now: NOW }));
    });
    const kept = (await Promise.all(writers)).flat();
    expect(new Set(kept.map((one) => one.blob_id)).size).toBe(60);
    expect(kept.filter((one) => !one.duplicate)).toHaveLength(60);
  });
});

describe("holdBlobs", () => {
  test("answers which rows still exist and makes a delete wait", async () => {
    const { blob_id } = await keep(someStored());
    const gone = await keep(someStored());
    await database.sql`delete from blobs where blob_id = ${gone.blob_id}`;
    const holding = await holdOpen((sql) => holdBlobs(sql, { workspace_id, blob_ids: [blob_id, gone.blob_id] }));
    expect(holding.value).toEqual(new Set([blob_id]));
    const skipped = await database.sql`select 1 from blobs where blob_id = ${blob_id} for update skip locked`;
    expect(skipped).toHaveLength(0);
    await holding.commit();
  });
});
