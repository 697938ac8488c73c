// Unpacking what a server sent:
// nothing is written outside of the folder, over anything, or of a tar that tries or breaks off.
import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packTar, type TarEntry } from "modern-tar";
import { unpack, wordsOf } from "./unpack.ts";

const place = mkdtempSync(join(tmpdir(), "docsvc-unpack-"));
afterAll(() => rmSync(place, { recursive: true }));
const bytes = new TextEncoder().encode("text");

const fileAt = (name: string): TarEntry => ({ header: { name, size: bytes.length, type: "file" }, body: bytes });

async function tarOf(...entries: TarEntry[]): Promise<ReadableStream<Uint8Array>> {
  return new Blob([await packTar(entries)]).stream();
}

test("files lie in the folder as the tar names them, whether it is new or empty", async () => {
  const to = join(place, "whole");
  const long = `${"x".repeat(90)}/${"ü".repeat(90)}.html`;
  const tar = () => tarOf(fileAt("index.html"), fileAt("a/b c/ü.html"), fileAt(long));
  expect(await unpack(await tar(), to)).toBe(3);
  expect(readFileSync(join(to, "a/b c/ü.html"), "utf8")).toBe("text");
  expect(readFileSync(join(to, long), "utf8")).toBe("text");
  const empty = join(place, "empty");
  mkdirSync(empty);
  await unpack(await tar(), empty);
  expect(readdirSync(empty).sort()).toEqual(readdirSync(to).sort());
});

test("a name that leads out of the folder writes nothing at all", async () => {
  for (const name of ["../evil", "a/../../evil", "/evil", "a\\..\\..\\evil", "C:evil", "a\u0001b"]) {
    const to = join(place, "slip");
    await expect(unpack(await tarOf(fileAt("fine.html"), fileAt(name)), to)).rejects.toThrow(/leads out of the folder/);
    expect([existsSync(to), readdirSync(place).includes("evil")]).toEqual([false, false]);
  }
});

test("a link writes nothing, and nothing is written through it", async () => {
  for (const type of ["symlink", "link"] as const) {
    const to = join(place, "linked");
    const link: TarEntry = { header: { name: "out", size: 0, type, linkname: place } };
    await expect(unpack(await tarOf(link, fileAt("out/evil")), to)).rejects.toThrow(/leads out of the folder/);
    expect([existsSync(to), readdirSync(place).includes("evil")]).toEqual([false, false]);
  }
});

test("a tar that breaks off leaves nothing, wherever it does", async () => {
  const whole = await packTar([fileAt("index.html"), fileAt("a.html")]);
  const to = join(place, "broken");
  const broken = (end: number) => new Blob([whole.slice(0, end)]).stream();
  for (const end of [0, 300, 512, 514, 600, 1024, 1536, 2048, 2560]) {
    await expect(unpack(broken(end), to)).rejects.toThrow("did not come whole");
    expect(existsSync(to)).toBe(false);
  }
  const failing = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(whole.slice(0, 1024)),
    pull: (controller) => controller.error(new Error("the line is cut")),
  });
  await expect(unpack(failing, to)).rejects.toThrow("the line is cut");
  mkdirSync(to);
  await expect(unpack(broken(1024), to)).rejects.toThrow("did not come whole");
  expect(readdirSync(to)).toEqual([]);
  const changed = whole.slice();
  changed[3] = 1;
  await expect(unpack(new Blob([changed]).stream(), to)).rejects.toThrow("did not come whole");
});

test("a folder that holds something is left alone", async () => {
  const to = join(place, "full");
  mkdirSync(to);
  writeFileSync(join(to, "mine"), "");
  await expect(unpack(await tarOf(fileAt("index.html")), to)).rejects.toThrow("is not empty");
  expect(readdirSync(to)).toEqual(["mine"]);
});

test("a folder that cannot be made, and one that an export left which was killed, are told of in a line", async () => {
  const file = join(place, "file");
  writeFileSync(file, "");
  for (const to of [file, join(file, "below")])
    await expect(unpack(await tarOf(fileAt("index.html")), to)).rejects.toThrow(
      /^the site is not exported: E[A-Z]+: .*file/,
    );
  const to = join(place, "killed");
  mkdirSync(join(to, ".part-x"), { recursive: true });
  await expect(unpack(await tarOf(fileAt("index.html")), to)).rejects.toThrow("holds .part-x");
});

test("a disk that is full is told as such, and not as a site that did not come", () => {
  const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  expect(wordsOf(full)).toBe("the disk is full: free space, or name a place on another disk");
});

test("what was made for a site that does not come whole is gone again, with the folders above it, and nothing of anybody else", async () => {
  const top = join(place, "new");
  const to = join(top, "deep/er");
  const broken = () => new ReadableStream<Uint8Array>({ start: (controller) => controller.error(new Error("cut")) });
  await expect(unpack(broken(), to)).rejects.toThrow("did not come whole");
  expect(existsSync(top)).toBe(false);
  const pull = (controller: ReadableStreamDefaultController) => {
    writeFileSync(join(top, "mine"), "");
    controller.error(new Error("cut"));
  };
  // Not asked before the folder is there.
  const slow = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 });
  await expect(unpack(slow, to)).rejects.toThrow("did not come whole");
  expect(readdirSync(top)).toEqual(["mine"]);
});
