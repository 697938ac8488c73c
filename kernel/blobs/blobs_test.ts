// What every blob store promises, tried on a real disk and on a real S3 server.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { startS3, type TestS3 } from "../../test/harness/s3_server.ts";
import { makeQuickFolder } from "../../test/harness/temporary_folder.ts";
import { sha256Hex } from "../base/digest.ts";
import { createLog } from "../base/log.ts";
import type { BlobStore } from "./blob_store.ts";
import { openFsBlobs } from "./blobs_fs.ts";
import { openS3Blobs } from "./blobs_s3.ts";

const log = createLog("silent");
/** More than two S3 parts and many batches of the disk, and a multiple of neither. */
const BIG = patterned(20 * 1024 * 1024 + 4321);

let folder: string;
let s3: TestS3;
const stores: Record<string, () => Promise<BlobStore>> = {
  fs: () => openFsBlobs({ data_dir: folder }),
  s3: () => openS3Blobs(s3.config, { log }),
};

beforeAll(async () => {
  folder = makeQuickFolder("blobs");
  s3 = await startS3();
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await s3.stop();
});

describe.each(Object.keys(stores))("%s store", (name) => {
  let store: BlobStore;

  beforeAll(async () => {
    store = await stores[name]!();
  });

  test.each([
    ["nothing", new Uint8Array()],
    ["2 KiB", patterned(2048)],
    ["64 KiB and a byte", patterned(65537)],
    ["10 MiB exactly, which is two S3 parts", patterned(10 * 1024 * 1024)],
    ["20 MiB and some", BIG],
  ])("keeps %s, streamed or in memory, with its hash and size", async (_, body) => {
    for (const given of [body, streamOf(body, 65536), streamOf(body, 3_000_001)]) {
      const stored = await store.put(given);
      expect(stored.sha256).toBe(sha256Hex(body));
      expect(stored.size_bytes).toBe(body.byteLength);
      expect(stored.key).toMatch(/^[0-9a-f]{32,}$/);
      expect(Buffer.from(body).equals(await store.bytes(stored.key))).toBeTrue();
      expect(Buffer.from(body).equals(await readAll(store, stored.key))).toBeTrue();
      await store.remove(stored.key);
    }
    expect(await keysOf(store)).toEqual([]);
  });

  test("gives a slice, an empty one too", async () => {
    const { key } = await store.put(BIG);
    expect(await readAll(store, key, { start: 5_000_000, end: 9_000_000 })).toEqual(BIG.slice(5_000_000, 9_000_000));
    expect(await readAll(store, key, { start: 7, end: 7 })).toEqual(new Uint8Array());
    await store.remove(key);
  });

  test.each([
    ["in memory", () => BIG],
    ["streamed", () => streamOf(BIG, 65536)],
  ])("refuses a body past size_max %s and leaves nothing behind", async (_, body) => {
    for (const size_max of [10, BIG.byteLength - 1]) {
      const refused = await store.put(body(), { size_max }).catch((error: unknown) => error);
      expect(refused).toMatchObject({ kind: "tooLarge" });
    }
    expect(await keysOf(store)).toEqual([]);
    expect(await s3.countUnfinished()).toBe(0);
  });

  test("takes a body of exactly size_max", async () => {
    const stored = await store.put(streamOf(BIG, 65536), { size_max: BIG.byteLength });
    expect(stored.size_bytes).toBe(BIG.byteLength);
    await store.remove(stored.key);
  });

  test.each([1000, 15_000_000])("leaves nothing behind when the stream fails after %d bytes", async (bytes) => {
    const failed = await store.put(failingStream(bytes)).catch((error: unknown) => error);
    expect(failed).toEqual(new Error("the sender went away"));
    expect(await keysOf(store)).toEqual([]);
    expect(await s3.countUnfinished()).toBe(0);
  });

  test.each([0, 15_000_000])("leaves nothing behind when it is aborted after %d bytes", async (bytes) => {
    const stop = new AbortController();
    const reason = new Error("no longer wanted");
    const put = store.put(
      stallingStream(bytes, () => stop.abort(reason)),
      { signal: stop.signal },
    );
    expect(await put.catch((error: unknown) => error)).toBe(reason);
    expect(await keysOf(store)).toEqual([]);
    expect(await s3.countUnfinished()).toBe(0);
  });

  test("cancels the stream of a body that it refuses, so that the sender stops", async () => {
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(65536)),
      cancel: () => {
        cancelled = true;
      },
    });
    await expect(store.put(body, { size_max: 1_000_000 })).rejects.toMatchObject({ kind: "tooLarge" });
    expect(cancelled).toBeTrue();
  });

  test("keeps equal bytes under different keys, side by side", async () => {
    const body = patterned(3000);
    const stored = await Promise.all(Array.from({ length: 40 }, () => store.put(body)));
    const keys = stored.map(({ key }) => key).sort();
    expect(new Set(keys).size).toBe(40);
    const listed: string[] = [];
    for await (const object of store.list()) {
      expect(object.size_bytes).toBe(3000);
      listed.push(object.key);
    }
    expect(listed.sort()).toEqual(keys);
    await Promise.all(keys.map((key) => store.remove(key)));
    expect(await keysOf(store)).toEqual([]);
  });

  test("removes a key that is gone without complaint and cannot read it", async () => {
    const { key } = await store.put(patterned(10));
    await store.remove(key);
    await store.remove(key);
    await expect(store.bytes(key)).rejects.toThrow();
  });

  test("checks itself and leaves no probe", async () => {
    await store.check();
    expect(await keysOf(store)).toEqual([]);
  });
});

function patterned(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  for (let i = 0; i < size; i += 1) bytes[i] = (i * 31 + (i >> 9)) & 255;
  return bytes;
}

function streamOf(bytes: Uint8Array, chunk: number): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.byteLength) return controller.close();
      controller.enqueue(bytes.subarray(at, at + chunk));
      at += chunk;
    },
  });
}

function failingStream(bytes: number): ReadableStream<Uint8Array> {
  let left = bytes;
  return new ReadableStream({
    pull(controller) {
      if (left <= 0) return controller.error(new Error("the sender went away"));
      controller.enqueue(new Uint8Array(Math.min(left, 65536)));
      left -= 65536;
    },
  });
}

/** Sends `bytes`, calls `then` and never ends. */
function stallingStream(bytes: number, then: () => void): ReadableStream<Uint8Array> {
  let left = bytes;
  return new ReadableStream({
    pull(controller) {
      if (left > 0) {
        controller.enqueue(new Uint8Array(Math.min(left, 65536)));
        left -= 65536;
        return;
      }
      then();
      return new Promise(() => {});
    },
  });
}

async function readAll(
  store: BlobStore,
  key: string,
  range?: { start: number; end: number },
): Promise<Uint8Array<ArrayBuffer>> {
  return new Response(await store.get(key, range)).bytes();
}

async function keysOf(store: BlobStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list()) keys.push(key);
  return keys;
}
