// The options of publishing a folder: a root, a dry run, and what is refused before anything is written.
import { afterAll, expect, test } from "bun:test";
import { appendFileSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { readFolder } from "../../hosts/client/publish/folder.ts";
import { openRemote } from "../../hosts/client/publish/remote.ts";
import { openReport } from "../../hosts/client/publish/report.ts";
import { publishFiles } from "../../hosts/client/publish/run.ts";
import { createClient } from "../../openapi/client/mod.ts";
import { openPublishingPlace } from "./publishing_place.ts";

const opened = await openPublishingPlace();
const { place, database, countWrites } = opened;
afterAll(opened.close);
await place.runHere("user", "add", "owner@example.org", "--workspace", "house");

test.each<[string, string[], RegExp]>([
  ["no folder", ["/nowhere/at/all"], /there is no folder/],
  ["a token that is none", [import.meta.dir, "--token", "dsk_00000000_nothing"], /does not take this token/],
  [
    "a server that is away",
    [import.meta.dir, "--server", "http://127.0.0.1:9", "--token", "x"],
    /no server answers at/,
  ],
  ["a foreign server without a token", [import.meta.dir, "--server", "https://docs.example.com"], /with --token/],
  ["a root that is none", [import.meta.dir, "--root", "nowhere"], /--root is "nowhere".*: use .*general/],
  ["a folder above the root", [import.meta.dir, "--folder", "../x"], /--folder is "\.\.\/x".*no folder "\.\."/],
  ["a visibility that is none", [import.meta.dir, "--visibility", "public"], /use one of restricted/],
  ["--move without a root", [import.meta.dir, "--move"], /--move goes with --root/],
  ["visibility password without one", [import.meta.dir, "--visibility", "password"], /give one with --password/],
])("%s ends with 1 and one line, and nothing is published", async (_what, words, line) => {
  const before = await countWrites();
  const { code, stdout, stderr } = await place.callHere(["publish", ...words]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr.split("\n")).toHaveLength(1);
  expect(stderr).toMatch(line);
  expect(await countWrites()).toEqual(before);
});

test("a dry run names every file and what would become of it, and writes nothing", async () => {
  const before = await countWrites();
  const path = opened.folder("thought");
  const dry = await place.callHere(["publish", path, "--dry-run", "--visibility", "unlisted"]);
  expect({ code: dry.code, stdout: dry.stdout }).toEqual({
    code: 0,
    stdout: "12 files: 11 to publish, 0 to update, 0 unchanged, 1 skipped, 0 failed",
  });
  expect(dry.stderr).toContain("\npublish    site/page.html\n");
  expect(dry.stderr).toContain("nothing was written");
  expect(await countWrites()).toEqual(before);
  await place.runHere("publish", path);
  const published = await countWrites();
  appendFileSync(join(path, "one.md"), "\nMore.\n");
  rmSync(join(path, "loose.txt"));
  const again = await place.callHere(["publish", path, "--dry-run", "--prune", "--visibility", "unlisted"]);
  expect(again.stdout).toStartWith("11 files: 0 to publish, 7 to update, 3 unchanged, 1 skipped, 0 failed\n");
  expect(again.stderr).toContain("to be moved to the trash, because their files are gone: loose.txt");
  expect(await countWrites()).toEqual(published);
});

test("what lies in My documents of a folder is named where it is published into a root, and --move takes it along, links and all", async () => {
  const path = opened.folder("wanders");
  await place.runHere("publish", path);
  const before = await opened.published("wanders");
  const rows = Object.values(before).length;
  const told = await place.callHere(["publish", path, "--root", "general", "--dry-run"]);
  expect(told.stderr).toContain(
    `${rows} documents of this folder lie in My documents and stay there; --move moves them`,
  );
  const dry = await place.callHere(["publish", path, "--root", "general", "--move", "--dry-run"]);
  expect(dry.stderr).toContain(`to be moved from My documents, with their links: ${rows} documents`);
  expect(dry.stdout).toStartWith("12 files: 0 to publish, 0 to update, 11 unchanged, 1 skipped");
  expect(await opened.published("wanders")).toEqual(before);
  const moved = await place.callHere(["publish", path, "--root", "general", "--move"]);
  expect([moved.code, moved.stdout.split("\n")[0]]).toEqual([
    0,
    "12 files: 0 published, 0 updated, 11 unchanged, 1 skipped, 0 failed",
  ]);
  const after = await opened.published("wanders");
  const keys = (all: typeof after) => Object.values(all).map(({ doc_id, slug, folder }) => ({ doc_id, slug, folder }));
  expect(keys(after)).toEqual(keys(before));
  const [row] = await database.sql`
    select count(*)::int as documents from documents join places using (place_id) join roots using (root_id)
    where roots.slug = 'general' and deleted_at is null and attrs->>'source_folder' = 'wanders'`;
  expect(row?.["documents"]).toBe(rows);
});

test("--root publishes into a shared root, and again without a change there", async () => {
  const path = opened.folder("shared");
  const first = await place.callHere(["publish", path, "--root", "general"]);
  expect(first.stdout).toStartWith("12 files: 11 published,");
  const places = await database.sql<{ slug: string; documents: number }[]>`
    select roots.slug, count(*)::int as documents from documents join places using (place_id) join roots using (root_id)
    where documents.attrs->>'source_folder' = 'shared' group by 1`;
  expect([...places]).toEqual([{ slug: "general", documents: 8 }]);
  const again = await place.callHere(["publish", path, "--root", "general"]);
  expect(again.stdout).toStartWith("12 files: 0 published, 0 updated, 11 unchanged,");
});

test("a file that goes or is closed while its folder is published fails alone", async () => {
  const path = opened.folder("going");
  const { files } = await readFolder(path);
  rmSync(join(path, "one.md"));
  const token = await place.runHere("token", "create", "owner@example.org", "--name", "going");
  const terminal = { env: {}, folder: path, out: () => {}, err: () => {}, redraw: null, local: null };
  const report = openReport(terminal, { total: files.length, dry: false });
  const done = await publishFiles({
    remote: openRemote({ server: place.base_url, token, root: "~", onWait: () => {} }),
    files: new Map(files.map((file) => [file.path, file])),
    ...{ report, folder: "going", visibility: undefined, password: undefined, unread: [] },
  });
  expect(report.outcomeOf("one.md")).toBe("failed");
  expect({ failed: report.count("failed"), published: report.count("published") }).toEqual({
    failed: 1,
    published: files.length - 1,
  });
  expect(done.documents.has("one.md")).toBe(false);
});

test("--prune leaves the document of a file that is there and empty by now", async () => {
  const path = opened.folder("emptied");
  await place.runHere("publish", path);
  truncateSync(join(path, "one.md"));
  const { code, stderr } = await place.callHere(["publish", path, "--prune"]);
  expect(code).toBe(0);
  expect(stderr).toContain("skipped    one.md: empty");
  expect(stderr).not.toContain("moved to the trash");
  expect((await opened.published("emptied"))["one.md"]).toBeDefined();
});

test("what two runs at once made twice is told, and --prune leaves one of each", async () => {
  const path = opened.folder("twice");
  const { files } = await readFolder(path);
  const token = await place.runHere("token", "create", "owner@example.org", "--name", "twice");
  const terminal = { env: {}, folder: path, out: () => {}, err: () => {}, redraw: null, local: null };
  const remote = openRemote({ server: place.base_url, token, root: "~", onWait: () => {} });
  const job = {
    ...{ files: new Map(files.map((file) => [file.path, file])), folder: "twice", unread: [] },
    ...{ visibility: undefined, password: undefined },
  };
  // Each has looked before the other makes anything.
  const blind = { ...remote, list: async () => [] };
  for (const _ of [1, 2]) {
    const report = openReport(terminal, { total: files.length, dry: false });
    await publishFiles({ ...job, report, remote: blind });
  }
  const countDocuments = async () =>
    (await database.sql`select 1 from documents where deleted_at is null and attrs->>'source_folder' = 'twice'`).length;
  const both = await countDocuments();
  const told = await place.callHere(["publish", path]);
  expect(told.stderr).toContain("another run at the same time made these documents too, yet the documents stay");
  expect(await countDocuments()).toBe(both);
  const pruned = await place.callHere(["publish", path, "--prune"]);
  expect(pruned.stderr).toContain(
    "moved to the trash, because another run at the same time made these documents too: ",
  );
  expect(await countDocuments()).toBe(both / 2);
  const again = await place.callHere(["publish", path, "--prune"]);
  expect(again.stdout).toStartWith("12 files: 0 published, 0 updated, 11 unchanged,");
  expect(again.stderr).not.toContain("trash");
});

test("--prune leaves a copy that somebody made of a document, whatever it is called", async () => {
  const path = opened.folder("copied");
  await place.runHere("publish", path);
  const token = await place.runHere("token", "create", "owner@example.org", "--name", "copied");
  const api = createClient({ base_url: place.base_url, token });
  const { doc_id } = (await opened.published("copied"))["one.md"]!;
  const names = ["mine.md", "one.md"];
  for (const filename of names) {
    const { data } = await api.POST("/api/docs/{doc_id}/duplicate", { params: { path: { doc_id } }, body: {} });
    const changed = { params: { path: { doc_id: data!.doc_id } }, body: { filename, folder: "copied" } };
    expect((await api.PATCH("/api/docs/{doc_id}", changed)).data?.filename).toBe(filename);
  }
  const { code, stderr } = await place.callHere(["publish", path, "--prune"]);
  expect(code).toBe(0);
  expect(stderr).not.toContain("moved to the trash");
  const { data } = await api.GET("/api/docs", { params: { query: { folder: "copied" } } });
  const live = data!.docs.flatMap(({ filename }) => (filename !== null && names.includes(filename) ? [filename] : []));
  expect(live.sort()).toEqual(["mine.md", "one.md", "one.md"]);
});
