// The tars of exports as other programs read them, and what becomes of one that is broken off or cannot be finished.
import { expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { Header } from "tar/header";
import { Pax } from "tar/pax";
import { tarStream } from "./tar.ts";
import type { ZipEntry } from "./zip_entry.ts";

const NOW = new Date("2026-03-01T12:00:00.000Z");
const bytes = new TextEncoder().encode("many words, and the same again\n".repeat(20_000));

function entry(name: string, opened: Awaited<ReturnType<ZipEntry["open"]>>, size_bytes = bytes.length): ZipEntry {
  return { name, size_bytes, modified: NOW, deflate: true, open: async () => opened };
}

async function* all(entries: Iterable<ZipEntry>): AsyncGenerator<ZipEntry> {
  yield* entries;
}

const packed = (entries: Iterable<ZipEntry>, zstd = false) => new Response(tarStream(all(entries), { zstd })).bytes();

/** What the system's own `tar` makes of it. */
async function unpacked(tar: Uint8Array, ...names: string[]): Promise<Uint8Array[]> {
  const folder = mkdtempSync(join(tmpdir(), "docsvc-tar-"));
  try {
    await Bun.write(join(folder, "one.tar"), tar);
    const { exitCode, stderr } = Bun.spawnSync(["tar", "-xf", "one.tar"], { cwd: folder });
    if (exitCode !== 0 || stderr.length > 0) throw new Error(`tar: ${stderr}`);
    return names.map((name) => readFileSync(join(folder, name)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("files are what they were, however they were opened and whatever their names are, plain or compressed", async () => {
  const names = [
    "bytes.txt",
    "blob.txt",
    "Über 会议/stream.txt",
    `${"long/".repeat(40)}${"ü".repeat(90)}.txt`,
    "nothing.txt",
  ];
  const [a = "", b = "", c = "", d = "", e = ""] = names;
  const made = () => [
    entry(a, bytes, 0),
    entry(b, new Blob([bytes])),
    entry(c, new Blob([bytes]).stream()),
    entry(d, bytes),
    entry(e, new Uint8Array(), 0),
  ];
  const plain = await packed(made());
  const files = await unpacked(plain, ...names);
  const sames = files.map((file) => Buffer.compare(file, bytes) === 0);
  expect(sames).toEqual([true, true, true, true, false]);
  expect(files[4]?.length).toBe(0);
  const small = await packed(made(), true);
  expect(small.length).toBeLessThan(plain.length / 50);
  expect(Buffer.compare(zstdDecompressSync(small), plain)).toBe(0);
});

test("headers are what the library encodes, whatever an entry is called and however long it is", async () => {
  const names = ["a", "x".repeat(99), "a b/c~d.html", "\u007f", "\u00fc.txt", "y".repeat(100)];
  const sizes = [0, 1, 7, 8, 511, 512, 513, 4095, 32_768, 262_143];
  const dates = [NOW, new Date("1999-12-31T23:59:59.900Z")];
  const made = names.flatMap((name) =>
    sizes.flatMap((size) => dates.map((modified) => ({ ...entry(name, new Uint8Array(size), 0), modified, size }))),
  );
  const tar = Buffer.from(await packed(made));
  let at = 0;
  for (const { name, modified, size } of made) {
    const pax = /^[\x20-\x7e]{1,99}$/.test(name) ? Buffer.alloc(0) : new Pax({ path: name }).encode();
    const block = Buffer.alloc(512);
    new Header({ path: name, mode: 0o644, uid: 0, gid: 0, size, mtime: modified, type: "File" }).encode(block);
    const header = Buffer.concat([pax, block]);
    expect([name, size, tar.subarray(at, at + header.length).equals(header)]).toEqual([name, size, true]);
    at += header.length + Math.ceil(size / 512) * 512;
  }
  expect(tar.length).toBe(at + 1024);
});

test("a tar of nothing is a tar", async () => {
  expect(await unpacked(await packed([]))).toEqual([]);
});

test("an entry that cannot be opened, breaks off, or has another length than it says makes the stream fail", async () => {
  const missing: ZipEntry = { ...entry("a", bytes), open: () => Promise.reject(new Error("it is gone")) };
  const broken = () =>
    new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: (controller) => controller.error(new Error("the store is gone")),
    });
  for (const zstd of [false, true]) {
    await expect(packed([entry("b", bytes), missing], zstd)).rejects.toThrow("it is gone");
    await expect(packed([entry("a.txt", broken())], zstd)).rejects.toThrow("the store is gone");
    for (const said of [bytes.length - 1, bytes.length + 1])
      await expect(packed([entry("a.txt", new Blob([bytes]), said)], zstd)).rejects.toThrow();
  }
});

test("little is opened before it is read, and who stops reading closes what is open", async () => {
  for (const zstd of [false, true]) {
    let sent = 0;
    const closed = Promise.withResolvers<void>();
    const endless = new ReadableStream({
      pull: (controller) => {
        sent += 65_536;
        controller.enqueue(crypto.getRandomValues(new Uint8Array(65_536)));
      },
      cancel: () => closed.resolve(),
    });
    const reader = tarStream(all([entry("endless.bin", endless, 2 ** 40)]), { zstd }).getReader();
    await reader.read();
    await Bun.sleep(20);
    expect(sent).toBeLessThan(16 * 1024 ** 2);
    await reader.cancel();
    await closed.promise;
  }
});
