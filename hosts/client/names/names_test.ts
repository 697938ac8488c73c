// Holds names to what file systems take, marks to the paths that they were made of,
// and a stopped run to its own document.
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { folderPath } from "../server/folder_path.ts";
import { planSync, type Trees } from "../sync/plan.ts";
import { documentFilename, sendableName } from "./file_names.ts";
import { foldPath, holdsName, LINUX, MAC, type Machine, nearestName, STRICTEST, WINDOWS } from "./machine.ts";
import { markFor, PATH_MARK, rawMark, readMark } from "./path_mark.ts";
import { probeMachine } from "./probe.ts";

const base = mkdtempSync(join(tmpdir(), "docsvc-names-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const anyName = fc.string({ unit: "binary", minLength: 1, maxLength: 300 });

test.each([
  ["Windows", WINDOWS, "CON", "CON_"],
  ["Windows", WINDOWS, "aux.md", "aux_.md"],
  ["Windows", WINDOWS, "com1 .txt", "com1_ .txt"],
  ["Windows", WINDOWS, 'a<b>:"c"|d?*.md', "a-b---c--d--.md"],
  ["Windows", WINDOWS, "back\\slash", "back-slash"],
  ["Windows", WINDOWS, "tab\tbed", "tab-bed"],
  ["Windows", WINDOWS, "end. .", "end"],
  ["Windows", WINDOWS, " lead.md", " lead.md"],
  ["Windows", WINDOWS, "...", "Untitled"],
  ["Mac", MAC, "a:b?.md", "a:b?.md"],
  ["Mac", MAC, "cafe\u0301", "caf\u00e9"],
  ["Linux", LINUX, "cafe\u0301", "cafe\u0301"],
  ["Linux", LINUX, "end. ", "end. "],
  ["Linux", LINUX, `${"\u8a9e".repeat(100)}.md`, `${"\u8a9e".repeat(84)}.md`],
  ["Mac", MAC, `${"\u8a9e".repeat(200)}.md`, `${"\u8a9e".repeat(200)}.md`],
] as const)("on %s a name is the nearest that it holds", (_what, machine, name, nearest) => {
  expect(nearestName(machine, name)).toBe(nearest);
});

test("the nearest name is one that the file system holds, whatever it is made of", () => {
  fc.assert(
    fc.property(fc.constantFrom<Machine>(LINUX, MAC, WINDOWS, STRICTEST), anyName, (machine, name) => {
      const nearest = nearestName(machine, name);
      expect(holdsName(machine, nearest)).toBe(true);
      expect(/[/\0]/.test(nearest) || ["", ".", ".."].includes(nearest)).toBe(false);
      if (machine !== MAC) expect(Buffer.byteLength(nearest) <= 255 || !machine.counts_bytes).toBe(true);
    }),
  );
});

test("names are one where a file system may take them for one", () => {
  const pairs = [
    ["README.md", "readme.md"],
    ["Stra\u00dfe", "STRASSE"],
    ["\u0131", "I"],
    ["\u212a", "k"],
    ["\u017f", "s"],
    ["\u00c4", "A\u0308"],
  ] as const;
  for (const [one, other] of pairs) expect(foldPath(WINDOWS, one)).toBe(foldPath(WINDOWS, other));
  expect(foldPath(LINUX, "A")).not.toBe(foldPath(LINUX, "a"));
});

test("what a disk does is found out by trying, and nothing is left of it", async () => {
  const machine = await probeMachine(join(base, "probe"));
  if (process.platform === "linux") expect(machine).toEqual(LINUX);
  expect(readdirSync(join(base, "probe"))).toEqual([]);
});

test("a mark says the path that the server's names cannot, and nothing once the server has other names", () => {
  const segment = fc
    .oneof(anyName, fc.constantFrom("deep (1)", "C#", "plain", "cafe\u0301.md", "a%0ab", "tab\tbed.md"))
    .map((name) => nearestName(LINUX, name).slice(0, 60).toWellFormed())
    .filter((name) => ![".", ".."].includes(name) && !name.endsWith(".document"));
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), (segments) => {
      const [file = "", ...dirs] = segments.toReversed();
      const path = [...dirs, file].join("/");
      const named = { folder: folderPath("top", ...dirs), filename: documentFilename(file) };
      const mark = markFor(path, named);
      const attrs = mark === null ? {} : { [PATH_MARK]: mark };
      const read = readMark(attrs, named);
      const told = [...named.folder.split("/").slice(1, 1 + dirs.length - read.dirs.length), ...read.dirs];
      expect([...told, read.file ?? named.filename]).toEqual([...dirs, file]);
      expect(rawMark(attrs)).toBe(mark);
      const renamed = readMark(attrs, { folder: `${named.folder}/else`, filename: "else.md" });
      if (mark !== null && !named.folder.endsWith("else")) expect(renamed.file).toBeNull();
    }),
  );
});

test("a mark leads nowhere but to where its names lie", () => {
  for (const path of ["../../etc/passwd", "a/../b", "./x", "/x", "", "a//b"]) {
    const { dirs, file } = readMark({ [PATH_MARK]: path }, { folder: "top/a", filename: "passwd" });
    expect([...dirs, file].filter((one) => one === ".." || one === "." || one === "")).toEqual([]);
  }
});

test("a document that a stopped run has made and not yet named is that of its file, and gets its names", () => {
  const sha256 = "0".repeat(64);
  const content = { sha256, size: 3 };
  const path = "it's/_draft\\.txt";
  const unit = { path, shape: "file" as const, files: { "": { ...content, absolute: `/${path}`, stamp: "1" } } };
  const filename = documentFilename("_draft\\.txt");
  const remote = {
    ...{ doc_id: "doc_1", version: 1, kind: "file", folder: "top/it-s", is_published: false },
    ...{
      name: "draft-",
      filename: sendableName(filename),
      exact: null,
      dirs: [],
      mark: null,
      files: { "draft-.txt": content },
    },
  };
  const trees: Trees = {
    local: { units: new Map([[path, unit]]), skipped: [], unread: [], folders: new Map([["it's", "it's"]]) },
    ...{ remote: [remote], synced: [], sending: [{ key: path, files: { "": content }, idempotency_key: "k" }] },
    ...{ left: new Set<string>(), top: "top", ignored: () => false, machine: LINUX, conflict: "now" },
  };
  expect(planSync(trees)).toMatchObject([{ do: "relabel", path, filename, mark: path }]);
});
