// Shows that small contents lie in their rows, large ones in the store,
// and that readers, writers and the sweep see no difference.
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openKernelDatabase } from "../../test/harness/kernel_database.ts";
import { sha256Hex } from "../base/digest.ts";
import type { Database } from "../db/sql.ts";
import { findContents, findSurplus, keepBlob } from "./blob_rows.ts";
import type { BlobStore } from "./blob_store.ts";
import { sweepBlobs } from "./blob_sweep.ts";
import { openFsBlobs } from "./blobs_fs.ts";
import { SMALL_BYTES_MAX, withSmallInRows } from "./blobs_small.ts";

const NOW = new Date("2026-05-01T00:00:00Z");
const folder = mkdtempSync(join(tmpdir(), "docsvc-test-small-"));
let database: Database;
let store: BlobStore;
let disk: BlobStore;

beforeAll(async () => {
  database = await openKernelDatabase();
  disk = await openFsBlobs({ data_dir: folder });
  store = withSmallInRows(disk, database.sql);
});

beforeEach(async () => {
  await database.sql`delete from blobs`;
});

afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const onDisk = async () => (await Array.fromAsync(disk.list())).length;

function keep(stored: Awaited<ReturnType<BlobStore["put"]>>) {
  return database.withTransaction((sql) => keepBlob(sql, { workspace_id: 1, stored, now: NOW }));
}

test.each([0, 1, 2048, SMALL_BYTES_MAX])(
  "%d bytes lie in their row and come back whole and in slices",
  async (size) => {
    const before = await onDisk();
    const content = randomBytes(size);
    const stored = await store.put(content);
    expect(stored).toMatchObject({ sha256: sha256Hex(content), size_bytes: size });
    const { blob_id } = await keep(stored);
    expect(await onDisk()).toBe(before);
    expect(Buffer.from(await store.bytes(stored.key)).equals(content)).toBeTrue();
    const middle = await new Response(await store.get(stored.key, { start: 1, end: 100 })).bytes();
    expect(Buffer.from(middle).equals(content.subarray(1, 100))).toBeTrue();
    const found = (await findContents(database.sql, [blob_id])).get(blob_id);
    expect(found?.bytes && content.equals(found.bytes)).toBeTrue();
  },
);

test("one byte more, and whatever comes as a stream, lies in the store", async () => {
  for (const body of [randomBytes(SMALL_BYTES_MAX + 1), new Response("streamed").body!]) {
    const before = await onDisk();
    const stored = await store.put(body);
    const { blob_id } = await keep(stored);
    expect(await onDisk()).toBe(before + 1);
    expect((await findContents(database.sql, [blob_id])).get(blob_id)?.bytes).toBeNull();
    expect(sha256Hex(await store.bytes(stored.key))).toBe(stored.sha256);
  }
});

test("a small body past the cap is refused with 413 as a large one is", async () => {
  await expect(store.put(Buffer.from("four"), { size_max: 3 })).rejects.toThrow("body is larger than 3 bytes");
});

test("what was stored and not kept leaves nothing to remove, and removing it is no error", async () => {
  const first = await store.put(Buffer.from("twice"));
  const second = await store.put(Buffer.from("twice"));
  const { blob_id } = await keep(first);
  expect(await keep(second)).toEqual({ blob_id, duplicate: true });
  expect(await findSurplus(database.sql, [first, second])).toEqual([]);
  await store.remove(second.key);
  expect(Buffer.from(await store.bytes(first.key)).toString()).toBe("twice");
  await expect(store.bytes(second.key)).rejects.toThrow(`no row holds the bytes of blob ${second.key}`);
});

test("a content that a workspace holds in its store stays there when it comes again as a small one", async () => {
  const inStore = await store.put(new Response("both").body!);
  const { blob_id } = await keep(inStore);
  expect(await keep(await store.put(Buffer.from("both")))).toEqual({ blob_id, duplicate: true });
  expect((await findContents(database.sql, [blob_id])).get(blob_id)).toMatchObject({
    storage_key: inStore.key,
    bytes: null,
  });
});

test("the sweep takes an unnamed row with its bytes", async () => {
  const { key } = await store.put(Buffer.from("unnamed"));
  const stored = { key, sha256: sha256Hex("unnamed"), size_bytes: 7, bytes: Buffer.from("unnamed") };
  await keep(stored);
  const clock = { now: () => new Date(NOW.getTime() + 10_000) };
  const swept = await sweepBlobs({ database, store, references: [], clock, grace_ms: 1000, batch: 10 });
  expect(swept.rows).toBe(1);
  await expect(store.bytes(key)).rejects.toThrow("no row holds");
});
