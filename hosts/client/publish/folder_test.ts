// Holds the reading of a folder to what may be published of it, and names of folders to the service's grammar.
import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderPath, namedFolder } from "../server/folder_path.ts";
import { readFolder } from "./folder.ts";

const base = mkdtempSync(join(tmpdir(), "docsvc-folder-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

test("a folder holds its files by name with numbers in order, without hidden ones and tools' own", async () => {
  const root = join(base, "plain");
  for (const folder of ["", "sub", ".git", "node_modules"]) mkdirSync(join(root, folder), { recursive: true });
  for (const path of ["ch10.md", "ch2.md", "sub/a.HTML", "sub/b.png", ".hidden.md", ".git/x.md", "node_modules/y.md"]) {
    writeFileSync(join(root, path), "x");
  }
  const { files, skipped } = await readFolder(root);
  expect(files.map(({ path, kind }) => [path, kind])).toEqual([
    ["ch2.md", "markdown"],
    ["ch10.md", "markdown"],
    ["sub/a.HTML", "html"],
    ["sub/b.png", "other"],
  ]);
  expect(skipped).toEqual([]);
});

test("a link out of the folder, a link to nowhere and an empty file are skipped with the reason", async () => {
  const root = join(base, "links");
  mkdirSync(root);
  writeFileSync(join(base, "secret.txt"), "secret");
  writeFileSync(join(root, "real.md"), "# Real");
  writeFileSync(join(root, "empty.md"), "");
  symlinkSync(join(base, "secret.txt"), join(root, "out.md"));
  symlinkSync("nothing.md", join(root, "broken.md"));
  symlinkSync("real.md", join(root, "same.md"));
  symlinkSync(".", join(root, "round"));
  const { files, skipped } = await readFolder(root);
  expect(files.map(({ path }) => path)).toEqual(["real.md", "same.md"]);
  expect(skipped.sort((a, b) => a.path.localeCompare(b.path))).toEqual([
    { path: "broken.md", reason: "a link that leads nowhere" },
    { path: "empty.md", reason: "empty" },
    { path: "out.md", reason: "a link that leads out of the folder" },
    { path: "round", reason: "a link to a folder" },
  ]);
});

// Other systems hold no such name.
test.skipIf(process.platform !== "linux")("a name that is no text is a failure with the way out", async () => {
  const root = join(base, "names");
  mkdirSync(root);
  writeFileSync(Buffer.concat([Buffer.from(`${root}/caf`), Buffer.from([0xe9]), Buffer.from(".md")]), "# x");
  writeFileSync(join(root, "caf\ufffd2.md"), "# x");
  const { files, skipped, failed } = await readFolder(root);
  expect(files.map(({ path }) => path)).toEqual(["caf\ufffd2.md"]);
  expect({ skipped, failed }).toEqual({
    skipped: [],
    failed: [{ path: "caf\ufffd.md", reason: "its name is not text in UTF-8: rename it" }],
  });
});

test("nothing is published past patterns that cannot be read", async () => {
  const root = join(base, "patterns");
  mkdirSync(join(root, ".docsvcignore"), { recursive: true });
  writeFileSync(join(root, "private.md"), "# x");
  await expect(readFolder(root)).rejects.toThrow(/\.docsvcignore cannot be read/);
  rmSync(join(root, ".docsvcignore"), { recursive: true });
  writeFileSync(join(root, ".docsvcignore"), Buffer.from("\ufeffprivate.md\n", "utf16le"));
  await expect(readFolder(root)).rejects.toThrow(/\.docsvcignore is not text in UTF-8/);
  writeFileSync(join(root, ".docsvcignore"), "\ufeffprivate.md\r\n");
  expect((await readFolder(root)).files).toEqual([]);
});

test("what is no folder is refused with its path", async () => {
  expect(readFolder(join(base, "nowhere"))).rejects.toThrow(/there is no folder .*nowhere/);
  expect(readFolder(join(base, "secret.txt"))).rejects.toThrow(/is a file/);
});

test.each([
  [["src", "."], "src"],
  [["Guide", "part one/1.2"], "Guide/part one/1.2"],
  [["_site", "a:b/~c"], "site/a-b/c"],
  [["docs.", "…"], "docs/folder"],
  [["a/b/c/d", "e/f/g/h/i/j"], "a/b/c/d/e/f/g/h/i/j"],
  [["हिन्दी", "🎉"], "हिन्दी/folder"],
  [["", "x".repeat(80)], "x".repeat(64)],
])("the folder of %p is %p", (parts, path) => {
  expect(folderPath(...parts)).toBe(path);
});

test.each([
  ["guide/part one", "guide/part one"],
  ["/guide//a.b/", "guide/a.b"],
  ["./guide", "guide"],
  ["/", ""],
  ["u\u0308ber", "\u00fcber"],
])("--folder %p names the folder %p", (written, path) => {
  expect(namedFolder(written)).toBe(path);
});

test.each([
  ["../x", /no folder "\.\."/],
  ["a/../../x", /no folder "\.\."/],
  ["..\\x", /no folder "\.\.\\x"/],
  ["a/_site", /no folder "_site"/],
  ["a:b", /no folder "a:b"/],
  ["docs.", /no folder "docs\."/],
  ["***", /no folder "\*\*\*"/],
  ["x".repeat(65), /at most 64/],
  ["a/b/c/d/e/f/g/h/i", /has 9 levels.*at most 8/],
])("--folder %p is refused, which would become another folder", (written, words) => {
  expect(() => namedFolder(written)).toThrow(words);
});
