// Syncing a folder with a server as people do from two machines: what arrives, what is kept, and what is said of it.
import { afterAll, expect, test } from "bun:test";
import { mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { at, openSyncPlace, readAll } from "./sync_fixture.ts";

const here = await openSyncPlace();
const { api, demand, listed, twins } = here;
afterAll(here.close);

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
  expect((await one.sync()).lines).toEqual(["delete    a.md: to the server's trash"]);
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
  expect(Object.keys(other.files())).toEqual(['far/What: "c"?.md', "new place/b.md", "renamed.md"]);
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
