// Folders whose names the server's grammar does not take, that are renamed by case,
// change places with files or lie too deep.
import { afterAll, expect, test } from "bun:test";
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { LINUX, WINDOWS } from "../../hosts/client/names/machine.ts";
import { publish } from "../../hosts/client/publish.ts";
import { openSyncPlace, type Synced } from "./sync_fixture.ts";

const here = await openSyncPlace();
const { listed } = here;
afterAll(here.close);

/** Two machines that have the same. */
async function pair(name: string, files: Record<string, string>): Promise<[Synced, Synced]> {
  const [one, other] = [here.folder(name, LINUX), here.folder(name, WINDOWS)];
  for (const [path, text] of Object.entries(files)) one.write(path, text);
  await one.sync();
  await other.sync();
  return [one, other];
}

function rename(folder: Synced, { from, to }: { from: string; to: string }): void {
  mkdirSync(dirname(join(folder.path, to)), { recursive: true });
  renameSync(join(folder.path, from), join(folder.path, to));
}

test("a folder that the server calls otherwise is told, and has its own name elsewhere, through renames too", async () => {
  const one = here.folder("odd", LINUX);
  one.write("C# & more/deep (1)/a.md", "a\n");
  one.write("C# & more/b.md", "b\n");
  expect((await one.sync()).err.join("\n")).toContain(
    'the folder "C# & more/deep (1)" is called "C- - more/deep -1-" on the server',
  );
  const before = await listed("odd");
  expect(before["a"]?.folder).toBe("odd/C- - more/deep -1-");
  const other = here.folder("odd", WINDOWS);
  await other.sync();
  expect(other.files()).toEqual(one.files());
  rename(one, { from: "C# & more/deep (1)", to: "C# & more/deep [1]" });
  await one.sync();
  await other.sync();
  expect(Object.keys(other.files())).toEqual(["C# & more/b.md", "C# & more/deep [1]/a.md"]);
  // Also to the one that it has on the server.
  rename(other, { from: "C# & more/deep [1]", to: "C# & more/deep -1-" });
  await other.sync();
  await one.sync();
  expect(Object.keys(one.files())).toEqual(["C# & more/b.md", "C# & more/deep -1-/a.md"]);
  const third = here.folder("odd", LINUX);
  await third.sync();
  expect(third.files()).toEqual(one.files());
  expect((await listed("odd"))["a"]).toMatchObject({ doc_id: before["a"]?.doc_id, version: 1 });
});

test("a folder and a file renamed by case alone are renamed on a machine that does not tell case apart, and stay so", async () => {
  const [one, other] = await pair("case", { "Docs/a.md": "a\n", "Docs/b.MD": "b\n", "c.md": "c\n" });
  rename(one, { from: "Docs", to: "docs" });
  rename(one, { from: "docs/b.MD", to: "docs/b.md" });
  await one.sync();
  await other.sync();
  expect(other.files()).toEqual({ "c.md": "c\n", "docs/a.md": "a\n", "docs/b.md": "b\n" });
  for (const side of [one, other]) expect((await side.sync()).sum).toBe("nothing to do");
  const third = here.folder("case", LINUX);
  await third.sync();
  expect(third.files()).toEqual(one.files());
});

test("two folders that differ by case alone are two, and are told where one has to have another name", async () => {
  const [one, other] = await pair("twins", { "Docs/a.md": "upper\n", "docs/a.md": "lower\n" });
  expect(Object.values(await listed("twins")).map((one) => one.folder)).toHaveLength(1);
  const names = Object.keys(other.files()).map((path) => path.toLowerCase());
  expect(names.sort()).toEqual(["docs 2/a.md", "docs/a.md"]);
  expect(Object.values(other.files()).sort()).toEqual(["lower\n", "upper\n"]);
  other.write(Object.keys(other.files())[0] ?? "", "changed\n");
  await other.sync();
  await one.sync();
  expect(Object.values(one.files()).filter((text) => text === "changed\n")).toHaveLength(1);
  expect(Object.keys(one.files())).toEqual(["Docs/a.md", "docs/a.md"]);
});

test("a folder too deep, and one that the server calls as another, are refused before anything of them is written", async () => {
  const one = here.folder("refused", LINUX);
  one.write("1/2/3/4/5/6/7/8/deep.md", "deep\n");
  one.write("1/2/3/4/5/6/7/ok.md", "ok\n");
  one.write("tw!in/a.md", "first\n");
  one.write("tw?in/b.md", "second\n");
  const { code, err } = await one.sync();
  expect(code).toBe(1);
  expect(err.join("\n")).toContain(
    "failed    1/2/3/4/5/6/7/8/deep.md: it would lie 9 folders deep on the server, which takes at most 8: move it up",
  );
  expect(err.join("\n")).toContain(
    'failed    tw?in/b.md: its folder has the same name on the server as that of "tw!in": rename one',
  );
  expect(Object.keys(await listed("refused")).sort()).toEqual(["a", "ok"]);
  // A file that goes where the server cannot hold it is deleted nowhere.
  one.write("1/2/3/4/5/6/7/8/ok.md", "ok, and changed\n");
  rmSync(join(one.path, "1/2/3/4/5/6/7/ok.md"));
  expect((await one.sync()).err.join("\n")).toContain("ok.md: not deleted on the server, since");
  expect(Object.keys(await listed("refused")).sort()).toEqual(["a", "ok"]);
  rename(one, { from: "1/2/3/4/5/6/7/8", to: "up" });
  rename(one, { from: "tw?in", to: "other" });
  expect((await one.sync()).code).toBe(0);
  expect(Object.keys(await listed("refused")).sort()).toEqual(["a", "b", "deep", "ok"]);
});

test("a file and a folder change places under one name, and a file goes into a folder of its own name", async () => {
  const [one, other] = await pair("places", { n: "was a file\n", "m/x.md": "was in a folder\n", "k.md": "k\n" });
  rename(one, { from: "n", to: "aside" });
  rename(one, { from: "m", to: "n" });
  rename(one, { from: "aside", to: "m" });
  rename(one, { from: "k.md", to: "aside" });
  rename(one, { from: "aside", to: "k.md/k.md" });
  for (let turn = 0; turn < 2; turn++) for (const side of [one, other]) expect((await side.sync()).code).toBe(0);
  expect(one.files()).toEqual({ "k.md/k.md": "k\n", m: "was a file\n", "n/x.md": "was in a folder\n" });
  expect(other.files()).toEqual(one.files());
  for (const side of [one, other]) expect((await side.sync()).sum).toBe("nothing to do");
});

test("publish tells which folders are called otherwise, refuses what the server cannot hold and takes every other name", async () => {
  const one = here.folder("sent", LINUX);
  const names = [
    "_draft.txt",
    "~home.txt",
    "100%25.txt",
    "_page.md",
    "\u202egnp.txt",
    "end. ",
    "Makefile",
    "back\\slash.md",
  ];
  for (const name of names) one.write(`it's (new)/${name}`, `${name}\n`);
  one.write("1/2/3/4/5/6/7/8/deep.md", "deep\n");
  one.write("***/star.md", "star\n");
  const err: string[] = [];
  const out: string[] = [];
  const terminal = {
    ...{ env: {}, folder: "/", redraw: null, local: null },
    out: (line: string) => void out.push(line),
    err: (line: string) => void err.push(line),
  };
  const words = [one.path, "--folder", "sent", "--server", here.place.base_url, "--token", here.token];
  expect(await publish.call(words, terminal)).toBe(1);
  expect(out[0]).toStartWith("10 files: 9 published, 0 updated, 0 unchanged, 0 skipped, 1 failed");
  expect(err).toContain('the folder "it\'s (new)" is called "sent/it-s -new-" on the server');
  expect(err).toContain('the folder "***" is called "sent/folder" on the server');
  expect(err.join("\n")).toContain(
    "deep.md: it would lie 9 folders deep on the server, which takes at most 8: move it up",
  );
  expect(await publish.call(words, terminal)).toBe(1);
  expect(out.filter((line) => line.startsWith("10 files")).at(-1)).toStartWith(
    "10 files: 0 published, 0 updated, 9 unchanged",
  );
  const other = here.folder("sent", LINUX);
  await other.sync();
  const { "1/2/3/4/5/6/7/8/deep.md": _refused, ...held } = one.files();
  expect(other.files()).toEqual(held);
});
