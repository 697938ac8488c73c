// Which files a folder is synced with and under what names, and what a run says that cannot do its work.
import { afterAll, expect, test } from "bun:test";
import { existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { LINUX, WINDOWS } from "../../hosts/client/names/machine.ts";
import { at, openSyncPlace, readAll } from "./sync_fixture.ts";

const here = await openSyncPlace();
const { api, demand, listed, twins } = here;
afterAll(here.close);

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
  const one = here.folder("names", LINUX);
  one.write("README.md", "upper\n");
  one.write("readme.md", "lower\n");
  one.write("cafe\u0301.md", "decomposed\n");
  one.write("what?.md", "asked\n");
  for (const title of ["twin", "twin", "CON", "../escape"]) {
    await api.POST("/api/docs", { body: { markdown: `# ${title}`, title, folder: "names" } });
  }
  expect((await one.sync()).code).toBe(0);
  const windows = here.folder("names", WINDOWS);
  const { code, lines } = await windows.sync();
  expect(code).toBe(0);
  const names = Object.keys(windows.files());
  expect(names).toHaveLength(8);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(8);
  expect(names).toEqual(expect.arrayContaining(["cafe\u0301.md", "what-.md", "CON_.md", "twin.md", "_.-escape.md"]));
  expect(lines).toContain('down      what-.md: it is called "what?.md" elsewhere');
  expect(
    lines.filter((line) => /\(\w{6}\)\.md: it is called "(?:readme|README|twin)\.md" elsewhere$/.test(line)),
  ).toHaveLength(2);
  const other = here.folder("names", LINUX);
  expect((await other.sync()).code).toBe(0);
  const plain = (folder: typeof one) =>
    Object.fromEntries(Object.entries(folder.files()).filter(([name]) => !name.includes("(")));
  expect(plain(other)).toEqual(plain(one));
  expect(Object.keys(other.files())).toEqual(
    expect.arrayContaining(["README.md", "readme.md", "cafe\u0301.md", "what?.md"]),
  );
  expect(Object.values(windows.files()).sort()).toEqual(Object.values(one.files()).sort());
  for (const folder of [one, windows, other]) expect((await folder.sync()).sum).toBe("nothing to do");
});

test("of two files whose names differ in the form of Unicode alone neither is synced, both are told, and the code is 1", async () => {
  const one = here.folder("forms");
  one.write("caf\u00e9.md", "one\n");
  one.write("cafe\u0301.md", "two\n");
  one.write("[[note]].md", "see [[caf\u00e9]]\n");
  const { code, err } = await one.sync();
  expect(code).toBe(1);
  const told = err.join("\n");
  for (const [path, twin] of [
    ["caf\u00e9.md", "cafe\u0301.md"],
    ["cafe\u0301.md", "caf\u00e9.md"],
  ])
    expect(told).toContain(`${path}: its name differs from "${twin}" in the form of Unicode alone: rename one`);
  expect(Object.keys(await here.listed("forms"))).toEqual(["[[note]]"]);
  one.remove("cafe\u0301.md");
  expect((await one.sync()).lines).toEqual(["up        caf\u00e9.md"]);
});

test("a twin in another form of Unicode changes nothing of a file that was synced before", async () => {
  const [one, other] = await twins("forms later", { "caf\u00e9.md": "one\n" });
  one.write("cafe\u0301.md", "two\n");
  expect((await one.sync("--allow-deletes")).code).toBe(1);
  await other.sync();
  expect(other.files()).toEqual({ "caf\u00e9.md": "one\n" });
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
