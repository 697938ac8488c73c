// Unpacking what a server sent: nothing is written outside of the folder, over anything, or of a zip that tries.
import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { unpack } from "./unpack.ts";

const place = mkdtempSync(join(tmpdir(), "docsvc-unpack-"));
afterAll(() => rmSync(place, { recursive: true }));
const bytes = new TextEncoder().encode("text");

function zipOf(...names: string[]): string {
  const path = join(place, "one.zip");
  writeFileSync(path, zipSync(Object.fromEntries(names.map((name) => [name, bytes]))));
  return path;
}

test("files lie in the folder as the zip names them", async () => {
  const to = join(place, "whole");
  expect(await unpack(zipOf("index.html", "a/b c/ü.html"), to)).toBe(2);
  expect(readFileSync(join(to, "a/b c/ü.html"), "utf8")).toBe("text");
});

test("a name that leads out of the folder writes nothing at all", async () => {
  for (const name of ["../evil", "a/../../evil", "/evil", "a\\..\\..\\evil", "C:evil", "a\u0000b"]) {
    const to = join(place, "slip");
    await expect(unpack(zipOf("fine.html", name), to)).rejects.toThrow(
      /leads out of the folder|not taken: Unsafe filename/,
    );
    expect([existsSync(to), readdirSync(place).includes("evil")]).toEqual([false, false]);
  }
});

test("a folder that holds something is left alone", async () => {
  const to = join(place, "full");
  mkdirSync(to);
  writeFileSync(join(to, "mine"), "");
  await expect(unpack(zipOf("index.html"), to)).rejects.toThrow("is not empty");
  expect(readdirSync(to)).toEqual(["mine"]);
});
