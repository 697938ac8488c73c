// The zips of bundles as other programs read them, and what becomes of one that is broken off or cannot be finished.
import { expect, test } from "bun:test";
import { unpackedFolders, unzip } from "../../test/bundles/unzipped.ts";
import { plainZipStream } from "./plain_zip.ts";
import { directoryEntry, jsonEntry, type ZipEntry } from "./zip_entry.ts";

const NOW = new Date("2026-03-01T12:00:00.000Z");
const TEXT = "many words, and the same again\n".repeat(20_000);

function entry(name: string, opened: Awaited<ReturnType<ZipEntry["open"]>>, deflate = true): ZipEntry {
  return { name, size_bytes: 0, modified: NOW, deflate, open: async () => opened };
}

async function* all(entries: Iterable<ZipEntry>): AsyncGenerator<ZipEntry> {
  yield* entries;
}

const zipped = (entries: Iterable<ZipEntry>) => new Response(plainZipStream(all(entries))).bytes();

test("files are what they were, however they were opened, stored or deflated, in their order and under their names", async () => {
  const bytes = new TextEncoder().encode(TEXT);
  const zip = await zipped([
    entry("bytes.txt", bytes),
    entry("blob.txt", new Blob([bytes])),
    entry("stream.txt", new Blob([bytes]).stream()),
    entry("Über 会议/stored bytes.bin", bytes, false),
    entry("stored blob.bin", new Blob([bytes]), false),
    entry("nothing.txt", new Uint8Array()),
    entry("nothing.bin", new Blob([]), false),
    directoryEntry("empty/folder", NOW),
    jsonEntry("index.json", { a: 1 }, NOW),
  ]);
  const files = await unzip(zip);
  expect(Object.keys(files)).toEqual([
    ...["bytes.txt", "blob.txt", "stream.txt", "Über 会议/stored bytes.bin", "stored blob.bin", "nothing.txt"],
    ...["nothing.bin", "empty/folder/", "index.json"],
  ]);
  for (const name of ["bytes.txt", "blob.txt", "stream.txt", "Über 会议/stored bytes.bin", "stored blob.bin"]) {
    expect({ name, same: files[name] === TEXT }).toEqual({ name, same: true });
  }
  expect(files["index.json"]).toBe('{\n  "a": 1\n}\n');
  expect(zip.length).toBeLessThan(2.2 * bytes.length);
  // In which letters the other folder is unpacked depends on the locale.
  expect(await unpackedFolders(zip)).toEqual(expect.arrayContaining(["empty", "empty/folder"]));
});

test("a zip of nothing is a zip", async () => {
  expect([...(await zipped([])).subarray(0, 4)]).toEqual([0x50, 0x4b, 5, 6]);
});

test("an entry that cannot be opened, one that breaks off, and one too many make the stream fail", async () => {
  const missing: ZipEntry = { ...entry("a", new Uint8Array()), open: () => Promise.reject(new Error("it is gone")) };
  const broken = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => controller.error(new Error("the store is gone")),
  });
  await expect(zipped([jsonEntry("b", 1, NOW), missing])).rejects.toThrow("it is gone");
  await expect(zipped([entry("a.txt", broken)])).rejects.toThrow("the store is gone");
  const many = Array.from({ length: 65_536 }, (_, at) => entry(`${at}`, new Uint8Array(), false));
  expect((await zipped(many.slice(1))).length).toBeGreaterThan(65_535 * 76);
  await expect(zipped(many)).rejects.toThrow("at most 65535 entries");
});

test("nothing is opened before it is read, and who stops reading closes what is open", async () => {
  const opened: number[] = [];
  const closed: number[] = [];
  const endless = (at: number): ZipEntry => ({
    ...entry(`${at}.txt`, new Uint8Array()),
    open: async () => {
      opened.push(at);
      return new ReadableStream({
        pull: (controller) => controller.enqueue(crypto.getRandomValues(new Uint8Array(16_384))),
        cancel: () => void closed.push(at),
      });
    },
  });
  const reader = plainZipStream(all([jsonEntry("index.json", 1, NOW), endless(1), endless(2)])).getReader();
  await reader.read();
  await reader.cancel();
  expect({ opened, closed }).toEqual({ opened: [1], closed: [1] });
});
