// One folder that is published and then synced: both commands know the same documents by the same files.
import { afterAll, expect, test } from "bun:test";
import { cpSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { publish } from "../../hosts/client/publish.ts";
import { makeFolder } from "./folder_fixture.ts";
import { openSyncPlace, readAll } from "./sync_fixture.ts";

const here = await openSyncPlace();
afterAll(here.close);
const { api } = here;

async function listed(folder: string) {
  const { data } = await api.GET("/api/docs", { params: { query: { folder, recursive: true, limit: 500 } } });
  return Object.fromEntries((data?.docs ?? []).map((one) => [`${one.folder}/${one.filename}`, one]));
}

async function publishFolder(path: string, folder: string): Promise<string> {
  const out: string[] = [];
  const terminal = {
    ...{ env: {}, folder: "/", redraw: null, local: null },
    out: (line: string) => void out.push(line),
    err: () => {},
  };
  const words = [path, "--folder", folder, "--server", here.place.base_url, "--token", here.token];
  expect(await publish.call(words, terminal)).toBe(0);
  return out[0] ?? "";
}

function copyFixture(to: string): void {
  const fixture = makeFolder("fixture");
  mkdirSync(dirname(to), { recursive: true });
  cpSync(fixture.path, to, { recursive: true });
  fixture.remove();
}

test("after a publish a sync has nothing to do, twice and in a dry run, and no file or document is more than before", async () => {
  const one = here.folder("both");
  copyFixture(one.path);
  const files = readAll(one.path);
  await publishFolder(one.path, "both");
  const before = await listed("both");
  expect(Object.keys(before)).toHaveLength(8);
  const dry = await one.sync("--dry-run");
  expect({ code: dry.code, lines: dry.lines.filter((line) => !line.includes("empty.md")) }).toEqual({
    code: 0,
    lines: [],
  });
  for (let turn = 0; turn < 2; turn++) await one.sync();
  const after = await listed("both");
  // Only publishing leaves out an empty file.
  delete after["both/empty.md"];
  expect(after).toEqual(before);
  expect(readAll(one.path)).toEqual(files);
  expect(await publishFolder(one.path, "both")).toStartWith("12 files: 0 published, 0 updated, 11 unchanged");
});

test("a page that was published and is synced goes on as one document from either command, and its title follows its heading", async () => {
  const one = here.folder("goes");
  one.write("a.md", "# Alpha\n");
  await publishFolder(one.path, "goes");
  await one.sync();
  one.write("a.md", "# Beta\n");
  expect((await one.sync()).lines).toEqual([expect.stringMatching(/^up +a\.md/)]);
  expect(await publishFolder(one.path, "goes")).toStartWith("1 file: 0 published, 0 updated, 1 unchanged");
  expect(Object.values(await listed("goes"))).toMatchObject([{ title: "Beta", filename: "a.md", version: 2 }]);
});

test("what a sync made is not published twice, and another folder gets the same files under the same names", async () => {
  const one = here.folder("made");
  one.write("_draft.md", "no heading\n");
  one.write("deep (1)/Page Two.md", "# Two\n");
  one.write("pic.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>");
  await one.sync();
  const before = await listed("made");
  expect(await publishFolder(one.path, "made")).toStartWith("3 files: 0 published, 0 updated, 3 unchanged");
  expect(await listed("made")).toEqual(before);
  expect(
    Object.values(before)
      .map(({ title }) => title)
      .sort(),
  ).toEqual(["Two", "_draft", "pic"]);
  const two = here.folder("made");
  await two.sync();
  expect(Object.keys(two.files()).sort()).toEqual(["_draft.md", "deep (1)/Page Two.md", "pic.svg"]);
});

test("a title that was given in the app stays when the file changes below its heading", async () => {
  const one = here.folder("named");
  one.write("one.md", "# One\n");
  await publishFolder(one.path, "named");
  const doc_id = (await listed("named"))["named/one.md"]?.doc_id ?? "";
  await api.PATCH("/api/docs/{doc_id}", { params: { path: { doc_id } }, body: { title: "Ours" } });
  one.write("one.md", "# One\n\nMore.\n");
  expect(await publishFolder(one.path, "named")).toStartWith("1 file: 0 published, 1 updated");
  expect((await listed("named"))["named/one.md"]?.title).toBe("Ours");
});

test("a sync after a publish leaves a picture that markdown and an HTML page show alone, and one before says what a page will not find", async () => {
  const one = here.folder("pair");
  one.write("README.md", "# Pair\n\n![l](img/logo.svg)\n");
  one.write("plain.html", '<h1>Plain</h1><img src="img/logo.svg">');
  one.write("img/logo.svg", '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const files = one.files();
  await publishFolder(one.path, "pair");
  expect((await one.sync()).sum).toBe("nothing to do");
  expect(one.files()).toEqual(files);
  const other = here.folder("alone");
  for (const [path, text] of Object.entries(files)) other.write(path, text);
  const { sum, err } = await other.sync();
  expect(sum).toBe("3 up");
  expect(err).toContainEqual(
    expect.stringMatching(
      /^links that lead to nothing: plain.html shows img\/logo.svg, .*plain.document\/.*docsvc publish/,
    ),
  );
});

test("a chapter that includes others stays as it is written here and with what it includes there, whichever command came first", async () => {
  const chapter = "# One\n\n{{#include parts/code.rs}}\n";
  for (const first of ["publish", "sync"] as const) {
    const name = `book-${first}`;
    const one = here.folder(name);
    one.write("one.md", chapter);
    one.write("parts/code.rs", "fn first() {}\n");
    const files = one.files();
    if (first === "sync") await one.sync();
    await publishFolder(one.path, name);
    const resolved = async () => {
      const doc_id = (await listed(name))[`${name}/one.md`]?.doc_id ?? "";
      const params = { path: { doc_id, path: "source.md" } };
      const { data } = await api.GET("/api/docs/{doc_id}/files/{path}", { params, parseAs: "text" });
      return String(data);
    };
    expect(await resolved()).toBe("# One\n\nfn first() {}\n");
    for (let turn = 0; turn < 2; turn++) expect((await one.sync()).sum).toBe("nothing to do");
    expect(one.files()).toEqual(files);
    one.write("parts/code.rs", "fn second() {}\n");
    await publishFolder(one.path, name);
    expect((await one.sync()).lines).toEqual([]);
    one.write("one.md", `${chapter}more\n`);
    expect((await one.sync()).lines).toEqual([]);
    await publishFolder(one.path, name);
    expect(await resolved()).toBe("# One\n\nfn second() {}\nmore\n");
    expect((await one.sync()).sum).toBe("nothing to do");
    expect(one.read("one.md")).toBe(`${chapter}more\n`);
    // Another machine has the text as it is read, and none of the files that it was made of need to be there.
    const two = here.folder(name);
    await two.sync();
    expect(two.read("one.md")).toBe("# One\n\nfn second() {}\nmore\n");
    expect((await two.sync()).sum).toBe("nothing to do");
    // Once it includes nothing any more, both commands keep it again.
    one.write("one.md", "# One\n\nplain\n");
    await publishFolder(one.path, name);
    await one.sync();
    one.write("one.md", "# One\n\nplain and synced\n");
    expect((await one.sync()).lines).toEqual([expect.stringMatching(/^up +one\.md/)]);
    expect(await resolved()).toBe("# One\n\nplain and synced\n");
  }
});
