// What the disk store promises beyond what every store does.
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { BlobStore } from "./blob_store.ts";
import { openFsBlobs } from "./blobs_fs.ts";

let folder: string;
let store: BlobStore;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "docsvc-test-disk-"));
  store = await openFsBlobs({ data_dir: folder });
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a blob is one file under two folders that its key names, readable by the owner alone", async () => {
  const { key } = await store.put(Buffer.from("hello"));
  const path = store.path?.(key) ?? "";
  expect(relative(folder, path)).toBe(join("blobs", key.slice(0, 2), key.slice(2, 4), key));
  expect(readFileSync(path, "utf8")).toBe("hello");
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("a key that could lead out of the folder is refused by every method", async () => {
  for (const key of ["../secret", "../../../../etc/passwd", "aa/../../x", "", `${"a".repeat(36)}/..`]) {
    expect(() => store.path?.(key)).toThrow("is not a key");
    await expect(store.get(key)).rejects.toThrow("is not a key");
    await expect(store.bytes(key)).rejects.toThrow("is not a key");
    await expect(store.remove(key)).rejects.toThrow("is not a key");
  }
});

test("puts side by side share a folder, and a folder is followed by another after 1,024", async () => {
  const puts = Array.from({ length: 1030 }, (_, i) => store.put(Buffer.from(String(i))));
  const folders = new Map<string, number>();
  for (const { key } of await Promise.all(puts)) {
    folders.set(key.slice(0, 4), (folders.get(key.slice(0, 4)) ?? 0) + 1);
  }
  expect([...folders.values()].sort((a, b) => b - a)).toEqual([1024, 6]);
});

test("a put after somebody removed the folders fails once and the next one makes them anew", async () => {
  await store.put(Buffer.from("before"));
  for (const name of readdirSync(join(folder, "blobs"))) rmSync(join(folder, "blobs", name), { recursive: true });
  await expect(store.put(Buffer.from("lost"))).rejects.toThrow("ENOENT");
  const { key } = await store.put(Buffer.from("after"));
  expect(Buffer.from(await store.bytes(key)).toString()).toBe("after");
});

test("two stores on one folder list and read each other's blobs and nothing that is not a blob", async () => {
  const { key } = await store.put(Buffer.from("shared"));
  await Bun.write(join(folder, "blobs", "README"), "not a blob");
  await Bun.write(join(folder, "blobs", key.slice(0, 2), key.slice(2, 4), "lost+found"), "not a blob");
  const other = await openFsBlobs({ data_dir: folder });
  expect(Buffer.from(await other.bytes(key)).toString()).toBe("shared");
  const listed: string[] = [];
  for await (const object of other.list()) listed.push(object.key);
  expect(listed).toEqual([key]);
});

test("the memory of an owned stream's chunks is given back once they are written, that of another's is not", async () => {
  for (const owned of [true, false]) {
    const chunks = [1, 2, 3, 4].map((byte) => new Uint8Array(256 * 1024).fill(byte));
    const whole = Buffer.concat(chunks);
    let at = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const chunk = chunks[at++];
        if (chunk) controller.enqueue(chunk);
        else controller.close();
      },
    });
    const { key } = await store.put(body, { owned });
    expect(whole.equals(await store.bytes(key))).toBe(true);
    expect(chunks.slice(1).every((chunk) => chunk.byteLength === (owned ? 0 : 256 * 1024))).toBe(true);
  }
});
