// Shows that the sweep takes all that nothing names and nothing that a writer is about to name.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { CreateMultipartUploadCommand, S3Client } from "@aws-sdk/client-s3";
import fc from "fast-check";
import { pickByDepth, RANDOM_MS_MAX } from "../../test/harness/depth.ts";
import { openKernelDatabase } from "../../test/harness/kernel_database.ts";
import { startS3 } from "../../test/harness/s3_server.ts";
import { makeQuickFolder } from "../../test/harness/temporary_folder.ts";
import { sha256Hex } from "../base/digest.ts";
import { createLog } from "../base/log.ts";
import { HOUR_MS, type MovableClock, movableClock } from "../base/time.ts";
import type { Database } from "../db/sql.ts";
import { keepBlob } from "./blob_rows.ts";
import type { BlobStore } from "./blob_store.ts";
import { sweepBlobs } from "./blob_sweep.ts";
import { discardBytes } from "./blobs.ts";
import { openFsBlobs } from "./blobs_fs.ts";
import { openS3Blobs } from "./blobs_s3.ts";

const log = createLog("silent");
const LONG_AGO = new Date("2020-01-01T00:00:00Z");
const workspace_id = 1;
const references = [
  { table: "test_files", column: "blob_id" },
  { table: "test_icons", column: "picture" },
];

let database: Database;
let folder: string;
let store: BlobStore;
let clock: MovableClock;

beforeAll(async () => {
  database = await openKernelDatabase();
  // No foreign keys: the locks alone must do.
  await database.sql`create table test_files (file_id bigint generated always as identity, blob_id bigint not null)`;
  await database.sql`create index on test_files (blob_id)`;
  await database.sql`create table test_icons (picture bigint)`;
  await database.sql`create index on test_icons (picture)`;
  await database.sql`
    create function pass_gate() returns setof bigint language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(1); return; end $$`;
  await database.sql`create view test_gate as select * from pass_gate() as blob_id`;
});

afterAll(() => database.close());

beforeEach(async () => {
  folder = makeQuickFolder("sweep");
  store = await openFsBlobs({ data_dir: folder });
  // The store stamps objects with the machine's time, so the moved clock starts there.
  clock = movableClock(new Date());
  await database.sql`truncate blobs, test_files, test_icons`;
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function sweep(given: { store?: BlobStore; batch?: number } = {}) {
  return sweepBlobs({ database, store, references, clock, grace_ms: HOUR_MS, batch: 100, ...given });
}

/** Stores a content and gives it a row, as old as `now` says. */
async function write(text: string, now = LONG_AGO): Promise<number> {
  const stored = await store.put(Buffer.from(text));
  const { blob_id } = await database.withTransaction((sql) => keepBlob(sql, { workspace_id, stored, now }));
  return blob_id;
}

async function keysOf(store: BlobStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list()) keys.push(key);
  return keys.sort();
}

async function namedKeys(): Promise<string[]> {
  const rows = await database.sql<{ storage_key: string }[]>`select storage_key from blobs`;
  return rows.map((row) => row.storage_key).sort();
}

async function someoneWaitsAtTheGate(): Promise<void> {
  while (true) {
    const waiting = await database.sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`;
    if (waiting.length > 0) return;
  }
}

describe("rows that nothing names", () => {
  test("go with their bytes, in batches, while what any table names stays", async () => {
    const ids = await Promise.all(Array.from({ length: 9 }, (_, i) => write(`content ${i}`)));
    await database.sql`insert into test_files (blob_id) values (${ids[2]!}), (${ids[2]!})`;
    await database.sql`insert into test_icons (picture) values (${ids[5]!}), (null)`;
    expect(await sweep({ batch: 2 })).toEqual({ rows: 7, orphans: 0 });
    const left = await database.sql<{ blob_id: number }[]>`select blob_id from blobs order by blob_id`;
    expect(left.map((row) => row.blob_id)).toEqual([ids[2]!, ids[5]!].sort((a, b) => a - b));
    expect(await keysOf(store)).toEqual(await namedKeys());
    expect(await sweep({ batch: 2 })).toEqual({ rows: 0, orphans: 0 });
  });

  test("stay until the grace period is over", async () => {
    await write("young", clock.now());
    clock.advance(HOUR_MS - 1);
    expect(await sweep()).toEqual({ rows: 0, orphans: 0 });
    clock.advance(2);
    expect(await sweep()).toEqual({ rows: 1, orphans: 0 });
    expect(await keysOf(store)).toEqual([]);
  });

  test("are skipped, not waited for, while a writer holds them, and kept once it has named them", async () => {
    const blob_id = await write("reused");
    await database.withTransaction(async (sql) => {
      const stored = await store.put(Buffer.from("reused"));
      const kept = await keepBlob(sql, { workspace_id, stored, now: clock.now() });
      expect(kept).toEqual({ blob_id, duplicate: true });
      expect(await sweep()).toEqual({ rows: 0, orphans: 0 });
      await sql`insert into test_files (blob_id) values (${blob_id})`;
      expect(await sweep()).toEqual({ rows: 0, orphans: 0 });
      await store.remove(stored.key);
    });
    expect(await sweep()).toEqual({ rows: 0, orphans: 0 });
    expect(await keysOf(store)).toEqual(await namedKeys());
  });

  test("stay when a writer names them between the moment the sweep looks at and its lock", async () => {
    const blob_id = await write("reused");
    const gate = { table: "test_gate", column: "blob_id" };
    const { sweeping } = await database.withTransaction(async (closing) => {
      // The claim has taken its snapshot when it comes to this gate, and has locked nothing yet.
      await closing`select pg_advisory_xact_lock(1)`;
      const started = sweepBlobs({
        database,
        store,
        references: [...references, gate],
        clock,
        grace_ms: HOUR_MS,
        batch: 100,
      });
      await someoneWaitsAtTheGate();
      await database.sql`insert into test_files (blob_id) values (${blob_id})`;
      return { sweeping: started };
    });
    expect(await sweeping).toEqual({ rows: 0, orphans: 0 });
    expect(await namedKeys()).toHaveLength(1);
    expect(await keysOf(store)).toEqual(await namedKeys());
  });
});

describe("bytes that no row names", () => {
  test("go after the grace period, in batches, and those with a row stay", async () => {
    await database.sql`insert into test_files (blob_id) values (${await write("named")})`;
    for (let i = 0; i < 5; i += 1) await store.put(Buffer.from(`rolled back ${i}`));
    expect(await sweep({ batch: 2 })).toEqual({ rows: 0, orphans: 0 });
    clock.advance(2 * HOUR_MS);
    expect(await sweep({ batch: 2 })).toEqual({ rows: 0, orphans: 5 });
    expect(await keysOf(store)).toEqual(await namedKeys());
  });

  test("of a put that stalls past the grace period go too, and the put fails rather than lose them silently", async () => {
    const gate = Promise.withResolvers<void>();
    const stalled = Promise.withResolvers<void>();
    let left = 64;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (left > 0) {
          left -= 1;
          return controller.enqueue(new Uint8Array(65536));
        }
        stalled.resolve();
        await gate.promise;
        controller.close();
      },
    });
    const put = store.put(body).catch((error: unknown) => error);
    await stalled.promise;
    expect(await keysOf(store)).toEqual([expect.stringMatching(/\.part$/)]);
    clock.advance(2 * HOUR_MS);
    expect(await sweep()).toEqual({ rows: 0, orphans: 1 });
    gate.resolve();
    expect(await put).toBeInstanceOf(Error);
    expect(await keysOf(store)).toEqual([]);
  });

  test("in a bucket go with uploads in parts that a crash left unfinished", async () => {
    const s3 = await startS3();
    try {
      const bucket = await openS3Blobs(s3.config, { log });
      await bucket.put(Buffer.from("rolled back"));
      const { credentials, endpoint, region } = s3.config;
      if (!credentials || !endpoint) throw new Error("the test server has no address");
      const client = new S3Client({ credentials, endpoint, region, forcePathStyle: true });
      const Key = "blobs/0123456789abcdef0123456789abcdef";
      await client.send(new CreateMultipartUploadCommand({ Bucket: s3.config.bucket, Key }));
      clock.advance(2 * HOUR_MS);
      expect(await sweep({ store: bucket })).toEqual({ rows: 0, orphans: 2 });
      expect(await keysOf(bucket)).toEqual([]);
      expect(await s3.countUnfinished()).toBe(0);
    } finally {
      await s3.stop();
    }
  });
});

/** What one writer does, one step after the other. */
type Step = { content: number; end: "commit" | "roll back" | "drop a file" };

const steps = fc.array(
  fc.record<Step>({
    content: fc.integer({ min: 0, max: 2 }),
    end: fc.constantFrom("commit", "commit", "roll back", "drop a file", "drop a file"),
  }),
  { minLength: 5, maxLength: 15 },
);

test(
  "writers that reuse contents beside running sweeps never lose bytes, and nothing is left over at the end",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 6, maxLength: 6 }), async (plans) => {
        clock.set(new Date());
        let writing = true;
        const writers = Promise.all(plans.map(runWriter)).finally(() => {
          writing = false;
        });
        await Promise.all([
          writers,
          ...[1, 50].map((batch) => sweepWhile(() => writing, batch)),
          readWhile(() => writing),
        ]);
        clock.advance(2 * HOUR_MS);
        await sweep();
        const rows = await database.sql<{ storage_key: string; sha256: string; named: boolean }[]>`
        select storage_key, encode(sha256, 'hex') as sha256,
          exists (select 1 from test_files where test_files.blob_id = blobs.blob_id) as named
        from blobs`;
        expect(rows.every((row) => row.named)).toBeTrue();
        for (const row of rows) expect(sha256Hex(await store.bytes(row.storage_key))).toBe(row.sha256);
        const [lost] = await database.sql<{ count: number }[]>`
        select count(*)::integer as count from test_files where not exists (select 1 from blobs where blobs.blob_id = test_files.blob_id)`;
        expect(lost).toEqual({ count: 0 });
        expect(await keysOf(store)).toEqual(await namedKeys());
      }),
      { numRuns: pickByDepth({ small: 8, deep: 20 }) },
    );
  },
  RANDOM_MS_MAX,
);

async function runWriter(plan: Step[]): Promise<void> {
  for (const { content, end } of plan) {
    if (end === "drop a file") {
      await database.sql`delete from test_files where file_id in (select file_id from test_files order by file_id limit 3)`;
      continue;
    }
    const stored = await store.put(Buffer.from(`content ${content}`));
    const rollBack = new Error("roll back");
    try {
      const { duplicate } = await database.withTransaction(async (sql) => {
        const kept = await keepBlob(sql, { workspace_id, stored, now: LONG_AGO });
        // Room for a sweep between the lock and the reference.
        await sql`select 1`;
        await sql`insert into test_files (blob_id) values (${kept.blob_id})`;
        if (end === "roll back") throw rollBack;
        return kept;
      });
      if (duplicate) await discardBytes(store, { keys: [stored.key], log });
    } catch (error) {
      if (error !== rollBack) throw error;
    }
  }
}

async function sweepWhile(writing: () => boolean, batch: number): Promise<void> {
  while (writing()) await sweep({ batch });
}

/** A reader that holds a file's row open finds its bytes whole. */
async function readWhile(writing: () => boolean): Promise<void> {
  while (writing()) {
    await database.withTransaction(async (sql) => {
      const [row] = await sql<{ storage_key: string; sha256: string }[]>`
        select storage_key, encode(sha256, 'hex') as sha256 from blobs
        where exists (select 1 from test_files where test_files.blob_id = blobs.blob_id)
        limit 1 for key share`;
      if (row) expect(sha256Hex(await store.bytes(row.storage_key))).toBe(row.sha256);
    });
  }
}
