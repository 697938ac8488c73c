// Holds identifiers to plugins/glossary.md, and files that it and the guides for builders name to being there.
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { readSourceFiles } from "./source_files.ts";

const LINES_MAX = 60;
const ROOT = new URL("../../", import.meta.url);
const text = await Bun.file(new URL("plugins/glossary.md", ROOT)).text();
const rows = text
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .slice(2)
  .map((line) => line.slice(2, -2).split(" | "))
  .map((cells) => cells.map((cell) => cell.trim()));
const files = (await readSourceFiles()).filter((file) => !file.generated);

test("the glossary is a page, and each word stands in it once", () => {
  expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(LINES_MAX);
  const words = rows.map(([word]) => word);
  expect(words).toEqual([...new Set(words)]);
  expect(rows.every((cells) => cells.length === 3)).toBe(true);
});

test("every file that the glossary or a guide for builders names is there", async () => {
  const missing: string[] = [];
  for (const guide of ["plugins/glossary.md", "plugins/README.md", "kernel/README.md"]) {
    const source = await Bun.file(new URL(guide, ROOT)).text();
    for (const [, path = ""] of source.matchAll(/`((?:[\w.]+\/)+\w+\.\w+)`/g)) {
      const isThere = [path, join(dirname(guide), path)].some((one) => existsSync(new URL(one, ROOT)));
      if (!isThere) missing.push(`${guide}: ${path}`);
    }
  }
  expect(missing).toEqual([]);
});

test("nothing is called by a word that the glossary gives up", () => {
  const given_up = rows.flatMap(([, , names = ""]) => [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  expect(given_up).not.toBeEmpty();
  const pattern = new RegExp(`(?<![\\w"'\x60#-])(?:${given_up.join("|")})(?![\\w"'-])`);
  const breaches = files.flatMap(({ path, text: source }) =>
    source
      .split("\n")
      .filter((line) => pattern.test(line.replace(/\/\/.*|^\s*\*.*|\/\*.*/, "")))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(breaches).toEqual([]);
});
