// Holds what a text includes to mdBook's reading of it, and to the files of the folder alone.
import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readFolder } from "./folder.ts";
import { includeFiles } from "./includes.ts";

const base = mkdtempSync(join(tmpdir(), "docsvc-includes-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));
const root = join(base, "book");
mkdirSync(join(root, "src/deep"), { recursive: true });
writeFileSync(join(base, "secret.txt"), "secret");
writeFileSync(
  join(root, "code.rs"),
  "one\n// ANCHOR: here\ntwo\n// ANCHOR: in\nthree\n// ANCHOR_END: in\n// ANCHOR_END: here\nfour\n",
);
writeFileSync(join(root, "src/part.md"), "part {{#include deep/more.md}}\n");
writeFileSync(join(root, "src/deep/more.md"), "more {{#include ../../code.rs:1}}\n");
writeFileSync(join(root, "src/round.md"), "r{{#include round.md}}{{#include round.md}}\n");
writeFileSync(join(root, "src/ch.md"), "# Chapter\n");
writeFileSync(join(root, "picture.png"), Buffer.from([0x89, 0xff, 0]));

const { files: found } = await readFolder(root);
const files = new Map(found.map((file) => [file.path, file]));
const chapter = files.get("src/ch.md");
if (!chapter) throw new Error("the chapter was not read");
const include = (source: string) => includeFiles(chapter, source, files);

test.each([
  ["{{#include ../code.rs:8}}", "four"],
  ["{{#include ../code.rs:7:}}", "// ANCHOR_END: here\nfour"],
  ["{{#include ../code.rs::1}}", "one"],
  ["{{ #include ../code.rs:1:1 }}", "one"],
  ["```rust\n{{#rustdoc_include ../code.rs:here}}\n```", "```rust\ntwo\nthree\n```"],
  ["{{#include ../code.rs:in}} {{#include ../code.rs:in}}", "three three"],
  ["{{#playground ../code.rs:in editable}}", "```rust,editable\nthree\n```"],
  ["{{#include part.md}}", "part more one"],
])("%p is %p", async (source, text) => {
  expect(await include(source)).toEqual({ source: text, left: new Set() });
});

test.each([
  "{{#include ../../secret.txt}}",
  "{{#include /etc/passwd}}",
  "{{#include nowhere.md}}",
  "{{#include ../code.rs:no_such}}",
  "{{#include ../picture.png}}",
])("%p stays as it is written, and is told", async (source) => {
  expect(await include(`a ${source} b`)).toEqual({ source: `a ${source} b`, left: new Set([source]) });
});

test("what is escaped or no inclusion is left alone, and a text that includes itself ends", async () => {
  expect(await include("\\{{#include part.md}} {{ page }} {{#title x}}")).toBeNull();
  const round = await include("{{#include round.md}}");
  expect(round?.source.length).toBeLessThan(4 * 1024 * 1024);
  expect(round?.left).toEqual(new Set(["{{#include round.md}}"]));
});
