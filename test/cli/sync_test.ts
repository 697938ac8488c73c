// Syncing a folder with a server as people do from two machines: what arrives, what is kept, and what is said of it.
import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { openSyncPlace, readAll, type Synced } from "./sync_fixture.ts";

const here = await openSyncPlace();
const { api } = here;
afterAll(here.close);

interface Seen {
  doc_id: string;
  title: string;
  folder: string;
  version: number;
}

/** The live documents below a folder of the server by the name of their file, without its ending, or else by title. */
async function listed(folder: string): Promise<Record<string, Seen>> {
  const { data } = await api.GET("/api/docs", { params: { query: { folder, recursive: true } } });
  return Object.fromEntries(
    (data?.docs ?? []).map((one) => [one.filename?.replace(/(.)\.[^.]*$/, "$1") ?? one.title, one]),
  );
}

async function demand(folder: string, name: string): Promise<Seen> {
  const found = (await listed(folder))[name];
  if (!found) throw new Error(`there is no ${name} in ${folder}`);
  return found;
}

function at({ doc_id }: Seen) {
  return { params: { path: { doc_id } } };
}

/** Two folders that hold the same files and are in sync. */
async function twins(name: string, files: Record<string, string>): Promise<[Synced, Synced]> {
  const [one, other] = [here.folder(name), here.folder(name)];
  for (const [path, text] of Object.entries(files)) one.write(path, text);
  await one.sync();
  await other.sync();
  expect(other.files()).toEqual(one.files());
  return [one, other];
}

test("files become documents in the same folders, come down elsewhere byte by byte, and the next run writes nothing", async () => {
  const one = here.folder("first");
  const png = new Uint8Array(300).map((_, index) => index % 256);
  one.write("a.md", "# Heading\n");
  one.write("sub/deeper/b.txt", "b\r\n");
  one.write("sub/pixel.png", png);
  one.write("empty.txt", "");
  one.write("empty.md", "");
  one.write("Makefile", "all:\n");
  one.write(".hidden", "no");
  const { code, lines, sum } = await one.sync();
  expect({ code, sum }).toEqual({ code: 0, sum: "6 up" });
  expect(lines).toContain("up        sub/deeper/b.txt");
  expect(Object.keys(await listed("first")).sort()).toEqual(["Makefile", "a", "b", "empty", "pixel"]);
  expect(await demand("first", "b")).toMatchObject({ folder: "first/sub/deeper" });
  expect((await one.sync()).sum).toBe("nothing to do");
  const other = here.folder("first");
  expect((await other.sync()).sum).toBe("6 down");
  const { ".hidden": _hidden, ...visible } = one.files();
  expect(other.files()).toEqual(visible);
  expect((await other.sync()).sum).toBe("nothing to do");
  expect((await demand("first", "a")).version).toBe(1);
});

test("an edit on each side arrives on the other as one version, at the old link", async () => {
  const [one, other] = await twins("edits", { "a.md": "# A\n", "b.md": "# B\n" });
  const before = await demand("edits", "a");
  one.write("a.md", "# A\n\nfrom one\n");
  other.write("b.md", "# B\n\nfrom the other\n");
  expect((await one.sync()).lines).toEqual(["up        a.md"]);
  expect((await other.sync()).lines).toEqual(["down      a.md", "up        b.md"]);
  await one.sync();
  expect(one.files()).toEqual({ "a.md": "# A\n\nfrom one\n", "b.md": "# B\n\nfrom the other\n" });
  expect(await demand("edits", "a")).toMatchObject({ doc_id: before.doc_id, version: 2 });
});

test("what both sides changed stays twice: the server's text is the document, the other lies beside it and is uploaded", async () => {
  const [one, other] = await twins("clash", { "note.md": "first\n" });
  one.write("note.md", "mine\n");
  other.write("note.md", "theirs\n");
  await other.sync();
  const { lines, code } = await one.sync();
  expect(code).toBe(0);
  expect(lines.join("\n")).toMatch(
    /^conflict {2}note\.md: changed on both sides; yours is now note \(conflict \d{4}-\d\d-\d\d .+\)\.md$/m,
  );
  expect(one.read("note.md")).toBe("theirs\n");
  expect(Object.values(one.files()).sort()).toEqual(["mine\n", "theirs\n"]);
  await other.sync();
  expect(other.files()).toEqual(one.files());
});

test("two new files of one name are a conflict, and the same text twice is none", async () => {
  const [one, other] = [here.folder("births"), here.folder("births")];
  for (const [folder, text] of [
    [one, "one\n"],
    [other, "other\n"],
  ] as const) {
    folder.write("same.md", "same\n");
    folder.write("new.md", text);
  }
  await one.sync();
  expect((await other.sync()).lines.filter((line) => line.startsWith("conflict"))).toHaveLength(1);
  await one.sync();
  expect(one.files()).toEqual(other.files());
  expect(Object.values(one.files()).sort()).toEqual(["one\n", "other\n", "same\n"]);
});

test("a file deleted here goes to the trash there, one deleted there is kept aside here, and a change wins over a deletion", async () => {
  const files = { "a.md": "a\n", "b.md": "b\n", "c.md": "c\n", "d.md": "d\n" };
  const [one, other] = await twins("deletes", files);
  one.remove("a.md");
  expect((await one.sync()).lines).toEqual(["delete    a.md"]);
  const { data } = await api.GET("/api/trash", {});
  expect(data?.docs.map((one) => one.title)).toContain("a");
  const told = await other.sync();
  expect(told.sum).toBe("1 trash");
  expect(other.files()).not.toHaveProperty("a.md");
  expect(Object.values(readAll(join(other.path, ".docsvc/trash")))).toEqual(["a\n"]);
  one.remove("c.md");
  other.write("c.md", "changed\n");
  await other.sync();
  expect((await one.sync()).lines).toEqual(["down      c.md: deleted here, but changed on the server"]);
  one.remove("d.md");
  await one.sync();
  other.write("d.md", "changed too\n");
  await other.sync();
  await one.sync();
  expect(one.files()).toEqual({ "b.md": "b\n", "c.md": "changed\n", "d.md": "changed too\n" });
});

test("a run that would delete more than half of at least ten documents does nothing and asks for --allow-deletes", async () => {
  const one = here.folder("guard");
  for (let number = 0; number < 10; number++) one.write(`${number}.md`, `${number}\n`);
  await one.sync();
  for (let number = 0; number < 6; number++) one.remove(`${number}.md`);
  await expect(one.sync()).rejects.toThrow(/6 of 10 documents would be deleted .*--allow-deletes/);
  expect(Object.keys(await listed("guard"))).toHaveLength(10);
  expect((await one.sync("--allow-deletes")).sum).toBe("6 delete");
  expect(Object.keys(await listed("guard"))).toHaveLength(4);
});

test("a rename and a move keep the document and its link, from either side, and no version is made", async () => {
  const [one, other] = await twins("moves", { "a.md": "a\n", "sub/b.md": "b\n", "c.md": "c\n" });
  const before = await listed("moves");
  renameSync(join(one.path, "a.md"), join(one.path, "renamed.md"));
  mkdirSync(join(one.path, "new place"));
  renameSync(join(one.path, "sub/b.md"), join(one.path, "new place/b.md"));
  await one.sync();
  const c = await demand("moves", "c");
  await api.PATCH("/api/docs/{doc_id}", { ...at(c), body: { filename: 'What: "c"?.md', folder: "moves/far" } });
  await api.PATCH("/api/docs/{doc_id}", { ...at(await demand("moves", "b")), body: { title: "Its title alone" } });
  expect((await other.sync()).sum).toBe("3 move");
  expect(Object.keys(other.files())).toEqual(["far/What- -c--.md", "new place/b.md", "renamed.md"]);
  await one.sync();
  expect(one.files()).toEqual(other.files());
  const after = await listed("moves");
  expect(after["renamed"]).toMatchObject({ doc_id: before["a"]?.doc_id, version: 1 });
  expect(after["b"]).toMatchObject({ doc_id: before["b"]?.doc_id, version: 1, folder: "moves/new place" });
});

test("a folder renamed on the server is renamed here, and documents that leave the synced folder are kept aside", async () => {
  const [one] = await twins("outer", { "in/a.md": "a\n", "in/b.md": "b\n", "c.md": "c\n" });
  await api.PATCH("/api/folders", { body: { path: "outer/in", new_path: "outer/inner" } });
  await api.PATCH("/api/docs/{doc_id}", { ...at(await demand("outer", "c")), body: { folder: "elsewhere" } });
  expect((await one.sync()).sum).toBe("2 move, 1 trash");
  expect(Object.keys(one.files())).toEqual(["inner/a.md", "inner/b.md"]);
  expect(Object.keys(await listed("elsewhere"))).toEqual(["c"]);
});

test("a folder renamed here is one move on the server, with everything in it, and others follow", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`in/sub${index % 2}/${index}.md`, `${index}\n`]),
  );
  const [one, other] = await twins("renames", { ...files, "stays.md": "s\n" });
  const before = await listed("renames");
  await api.POST("/api/docs", { body: { markdown: "# Theirs", title: "beside", folder: "renames/other" } });
  renameSync(join(one.path, "in"), join(one.path, "inner"));
  const { lines } = await one.sync();
  expect(lines.filter((line) => line.startsWith("move"))).toEqual([
    expect.stringMatching(/^move +renames\/in: to renames\/inner with 12 documents/),
  ]);
  const after = await listed("renames");
  expect(after["3"]).toMatchObject({ doc_id: before["3"]?.doc_id, version: 1, folder: "renames/inner/sub1" });
  expect((await one.sync()).sum).toBe("nothing to do");
  await other.sync();
  expect(other.files()).toEqual(one.files());
});

test("a file above 20 MiB that changed here is refused in words and stays, and the document stays as it was", async () => {
  const one = here.folder("big");
  one.write("big.bin", new Uint8Array(21 * 1024 * 1024).fill(1));
  expect((await one.sync()).sum).toBe("1 up");
  one.write("big.bin", new Uint8Array(21 * 1024 * 1024).fill(2));
  const { code, err } = await one.sync();
  expect(code).toBe(1);
  expect(err.at(-1)).toMatch(/^failed +big\.bin: .*20/);
  expect((await demand("big", "big")).version).toBe(1);
  expect((await one.sync()).code).toBe(1);
});

test("a swap of two names converges on both sides", async () => {
  const [one, other] = await twins("swap", { "a.md": "first\n", "b.md": "second\n" });
  const [a, b] = [await demand("swap", "a"), await demand("swap", "b")];
  await api.PATCH("/api/docs/{doc_id}", { ...at(a), body: { filename: "b.md" } });
  await api.PATCH("/api/docs/{doc_id}", { ...at(b), body: { filename: "a.md" } });
  await one.sync();
  await other.sync();
  expect(one.files()).toEqual({ "a.md": "second\n", "b.md": "first\n" });
  expect(other.files()).toEqual(one.files());
  expect((await one.sync()).sum).toBe("nothing to do");
});

test("a document of several files is one folder, and its files merge one by one in one version", async () => {
  const [one, other] = await twins("whole", {
    "Guide.document/index.html": "<h1>G</h1>",
    "Guide.document/css/page.css": "p {}",
    "Guide.document/app.js": "1",
  });
  const before = await demand("whole", "Guide");
  one.write("Guide.document/css/page.css", "p { margin: 0 }");
  one.write("Guide.document/new.js", "2");
  await one.sync();
  other.write("Guide.document/app.js", "3");
  expect((await other.sync()).sum).toBe("1 up, 1 down");
  await one.sync();
  expect(one.files()).toEqual(other.files());
  expect(one.read("Guide.document/app.js")).toBe("3");
  expect((await demand("whole", "Guide")).version).toBe(before.version + 2);
  await api.PUT("/api/docs/{doc_id}/files/{path}", {
    params: { path: { doc_id: before.doc_id, path: "more.txt" } },
    body: { content: "m" },
  });
  await one.sync();
  expect(one.read("Guide.document/more.txt")).toBe("m");
});

test("a file inside a document whose name not every system can hold stays here and is told", async () => {
  const one = here.folder("unholdable");
  one.write("Guide.document/index.html", "<h1>G</h1>");
  one.write("Guide.document/a.js", "1");
  one.write("Guide.document/what?.js", "2");
  const { code, err } = await one.sync();
  expect({ code, told: err.join("\n") }).toEqual({
    code: 0,
    told: expect.stringContaining("Guide.document/what?.js: not every system can hold its name"),
  });
  for (let turn = 0; turn < 2; turn++) expect((await one.sync()).sum).toBe("nothing to do");
  expect(one.read("Guide.document/what?.js")).toBe("2");
});

test("a long name is cut where what tells it apart has no room", async () => {
  const one = here.folder("long");
  const name = `${"long".repeat(60)}.md`;
  one.write(name, "base\n");
  await one.sync();
  const params = { ...at(await demand("long", name.slice(0, -3))).params.path, path: "source.md" };
  await api.PUT("/api/docs/{doc_id}/files/{path}", { params: { path: params }, body: { content: "theirs\n" } });
  one.write(name, "ours\n");
  expect((await one.sync()).code).toBe(0);
  expect(Object.values(one.files()).sort()).toEqual(["ours\n", "theirs\n"]);
});

test("names that differ by case alone, that Windows cannot hold, and two documents of one title each find a place", async () => {
  const one = here.folder("names");
  one.write("README.md", "upper\n");
  one.write("readme.md", "lower\n");
  one.write("cafe\u0301.md", "decomposed\n");
  one.write("what?.md", "asked\n");
  for (const title of ["twin", "twin", "CON", "../escape"]) {
    await api.POST("/api/docs", { body: { markdown: `# ${title}`, title, folder: "names" } });
  }
  expect((await one.sync()).code).toBe(0);
  const other = here.folder("names");
  expect((await other.sync()).code).toBe(0);
  const names = Object.keys(other.files());
  expect(names).toHaveLength(8);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(8);
  expect(names).toEqual(expect.arrayContaining(["café.md", "what-.md", "CON_.md", "twin.md", "_.-escape.md"]));
  expect(Object.values(other.files()).sort()).toEqual(Object.values(one.files()).sort());
  for (const folder of [one, other]) expect((await folder.sync()).sum).toBe("nothing to do");
});

test("two files whose names differ in the form of Unicode alone are told, one is synced, and the code is 1", async () => {
  const one = here.folder("forms");
  one.write("caf\u00e9.md", "one\n");
  one.write("cafe\u0301.md", "two\n");
  const { code, err } = await one.sync();
  expect(code).toBe(1);
  expect(err.join("\n")).toContain("in the form of Unicode alone: rename one");
});

test("what .docsvcignore names and symbolic links are left alone on both sides", async () => {
  const [one, other] = await twins("ignored", { "a.md": "a\n", "log/x.md": "x\n" });
  one.write(".docsvcignore", "# ours\nlog/\n*.tmp\n!keep.tmp\n");
  one.write("b.tmp", "b");
  one.write("keep.tmp", "k");
  symlinkSync("/etc/hostname", join(one.path, "link.md"));
  one.remove("log");
  expect((await one.sync()).lines).toEqual(["up        keep.tmp"]);
  await other.sync();
  expect(Object.keys(other.files())).toEqual(["a.md", "keep.tmp", "log/x.md"]);
});

test("--dry-run says what would be done and does nothing, not even to the journal", async () => {
  const one = here.folder("dry");
  one.write("a.md", "a\n");
  expect((await one.sync("--dry-run")).lines).toEqual(["up        a.md"]);
  expect(await listed("dry")).toEqual({});
  expect(readAll(join(one.path, ".docsvc"))).toEqual({});
  expect((await one.sync()).sum).toBe("1 up");
});

test("a folder that is synced with one place refuses another", async () => {
  const one = here.folder("paired");
  await one.sync();
  await expect(one.sync("--folder", "other")).rejects.toThrow(/is synced with folder "paired"/);
});

test("a large file is streamed, and comes down whole", async () => {
  const one = here.folder("large");
  const bytes = new Uint8Array(40 * 1024 * 1024).map((_, index) => (index * 31) % 251);
  one.write("large.bin", bytes);
  expect((await one.sync()).sum).toBe("1 up");
  const other = here.folder("large");
  expect((await other.sync()).sum).toBe("1 down");
  expect(await Bun.file(join(other.path, "large.bin")).bytes()).toEqual(bytes);
});

test("a server that has had enough for this hour is told of in one line, and a later run goes on from there", async () => {
  const place = await openSyncPlace({ QUOTA_PUBLISH: "3" });
  try {
    const one = place.folder("many");
    for (let number = 0; number < 5; number++) one.write(`${number}.md`, `# ${number}\n`);
    await expect(one.sync()).rejects.toThrow(/^publish rate limit exceeded .*again in \d+ min.*run it again/s);
    const { data } = await place.api.GET("/api/docs", { params: { query: { folder: "many" } } });
    expect(data?.docs).toHaveLength(3);
    await place.restart(async () => {}, { QUOTA_PUBLISH: "100" });
    expect((await one.sync()).sum).toBe("2 up");
    expect((await one.sync()).sum).toBe("nothing to do");
  } finally {
    await place.close();
  }
});

test("a wrong --root is told in one line, and the folder is bound to nothing", async () => {
  const one = here.folder("unbound");
  one.write("a.md", "# A\n");
  expect(one.sync("--root", "nowhere")).rejects.toThrow(/^--root is "nowhere", and no shared root .*: use .*general/);
  expect(existsSync(join(one.path, ".docsvc"))).toBe(false);
  expect((await one.sync("--root", "general")).sum).toBe("1 up");
});
