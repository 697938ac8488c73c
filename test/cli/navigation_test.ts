// Publishing a book with its table of contents: the navigation that comes of it, and a second run that changes nothing.
import { afterAll, expect, test } from "bun:test";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { openPublishingPlace } from "./publishing_place.ts";

const opened = await openPublishingPlace();
const { place, database, published } = opened;
afterAll(opened.close);
await place.runHere("user", "add", "owner@example.org", "--workspace", "house");

interface EntryRow {
  entry_id: number;
  parent_id: number | null;
  kind: string;
  label: string | null;
  doc_id: string | null;
}

const readEntries = async (slug: string): Promise<EntryRow[]> => [
  ...(await database.sql<EntryRow[]>`
    select e.entry_id, e.parent_id, e.kind, e.label, e.doc_id from navigation_entries e join navigations n using (navigation_id)
    where n.slug = ${slug} order by e.parent_id nulls first, e.position`),
];
const versionOf = async (slug: string) =>
  (await database.sql<{ version: number }[]>`select version from navigations where slug = ${slug}`)[0]?.version;

test("a book's SUMMARY.md becomes a navigation of its chapters, and again the same one", async () => {
  const book = opened.book();
  const args = ["publish", book.path, "--folder", "book", "--navigation", "The book"];
  const dry = await place.callHere([...args, "--dry-run"]);
  expect([dry.code, await versionOf("the-book")]).toEqual([0, undefined]);
  expect(dry.stderr).toContain('navigation "The book" from SUMMARY.md: 40 entries');
  expect((await place.callHere(args)).code).toBe(0);
  const documents = await published("book");
  const entries = await readEntries("the-book");
  expect(entries.length).toBe(40);
  expect(entries[0]).toMatchObject({
    kind: "document",
    label: "Things of 1",
    doc_id: documents["ch01-things.md"]?.doc_id,
  });
  expect((await place.callHere(args)).code).toBe(0);
  expect(await readEntries("the-book")).toEqual(entries);
  expect(await versionOf("the-book")).toBe(2);
  appendFileSync(
    join(book.path, "SUMMARY.md"),
    "\n# More\n\n- [Gone](gone.md)\n- [Again](ch02-things.md)\n  - [Draft]()\nwords\n",
  );
  const { code, stderr } = await place.callHere(["publish", book.path, "--folder", "book", "--navigation", "the-book"]);
  expect(code).toBe(0);
  expect(stderr).toContain("lines of SUMMARY.md that match no document: 2\n  line 46: gone.md\n  line 49: words");
  const more = await readEntries("the-book");
  expect(more.slice(0, 40)).toEqual(entries);
  expect(more.slice(40).map((one) => [one.kind, one.label])).toEqual([
    ["group", "More"],
    ["document", "Again"],
    ["group", "Draft"],
  ]);
});

test("a mkdocs.yml beside its pages becomes a navigation, and a folder without either says so", async () => {
  const base = opened.folder("site");
  writeFileSync(
    join(base, "../mkdocs.yml"),
    "docs_dir: site\nnav:\n  - Home: README.md\n  - Deep:\n      - deep/README.md\n",
  );
  const { code } = await place.callHere(["publish", base, "--navigation", "Site"]);
  expect(code).toBe(0);
  const documents = await published("site");
  expect(await readEntries("site")).toMatchObject([
    { kind: "document", label: "Home", doc_id: documents["README.md"]?.doc_id },
    { kind: "group", label: "Deep" },
    { kind: "document", label: null, doc_id: documents["deep/README.md"]?.doc_id },
  ]);
  rmSync(join(base, "../mkdocs.yml"));
  const before = await opened.countWrites();
  const none = await place.callHere(["publish", base, "--navigation", "Site"]);
  expect(none.code).toBe(1);
  expect(none.stderr).toContain("--navigation needs a SUMMARY.md in it, or a mkdocs.yml with a nav in it or beside it");
  mkdirSync(join(base, "docs"));
  writeFileSync(join(base, "mkdocs.yml"), "nav: [1\n b: 2");
  const broken = await place.callHere(["publish", base, "--navigation", "Site"]);
  expect([broken.code, broken.stderr]).toEqual([1, expect.stringMatching(/mkdocs.yml cannot be read: .*YAML/)]);
  expect(await opened.countWrites()).toEqual(before);
});

test("a table of contents that no navigation takes is refused with its line before anything is written, dry or not", async () => {
  const base = opened.folder("deep");
  const nested = Array.from({ length: 10 }, (_, depth) => `${"  ".repeat(depth)}- [L${depth}](one.md)`);
  const long = Array.from({ length: 2001 }, () => "- [One](one.md)");
  const before = await opened.countWrites();
  for (const [lines, said] of [
    [nested, "SUMMARY.md:11 lies 9 levels deep, and a navigation takes 8"],
    [long, "SUMMARY.md:2003 is one too many: a navigation takes 2000 entries, and here are 2001"],
  ] as const) {
    writeFileSync(join(base, "SUMMARY.md"), `# Summary\n\n${lines.join("\n")}\n`);
    for (const flags of [["--dry-run"], []]) {
      const { code, stderr } = await place.callHere(["publish", base, "--navigation", "Deep", ...flags]);
      expect([code, stderr]).toEqual([1, expect.stringContaining(said)]);
    }
  }
  expect(await opened.countWrites()).toEqual(before);
  expect(await versionOf("deep")).toBeUndefined();
});

test("entries that somebody added stay until --prune, and labels become the file's again", async () => {
  const base = opened.folder("added");
  writeFileSync(join(base, "SUMMARY.md"), "# Summary\n\n- [First](one.md)\n");
  const args = ["publish", base, "--navigation", "Added"];
  expect((await place.callHere(args)).code).toBe(0);
  await database.sql`update navigation_entries e set label = 'Ours' from navigations n
    where n.navigation_id = e.navigation_id and n.slug = 'added'`;
  const token = await place.runHere("token", "create", "owner@example.org", "--name", "added");
  const sent = await fetch(`${place.base_url}/api/navigations/added/entries`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ target: "https://example.com/", label: "Added", position: 0 }),
  });
  expect(sent.status).toBe(201);
  const again = await place.callHere(args);
  expect(again.stderr).toContain(
    "1 entry, 1 kept that is not in the file (--prune removes it), 1 called as in the file",
  );
  expect((await readEntries("added")).map((one) => one.label)).toEqual(["First", "Added"]);
  const pruned = await place.callHere([...args, "--prune"]);
  expect(pruned.stderr).toContain("1 entry, 1 removed that the file does not name");
  expect((await readEntries("added")).map((one) => one.label)).toEqual(["First"]);
});

test("who may not make the navigation is told before any document is made", async () => {
  await place.runHere("user", "add", "member@example.org", "--workspace", "house");
  const token = await place.runHere("token", "create", "member@example.org", "--name", "member");
  const base = opened.folder("member");
  writeFileSync(join(base, "SUMMARY.md"), "- [First](one.md)\n");
  const before = await opened.countWrites();
  const { code, stderr } = await place.callHere(["publish", base, "--navigation", "Mine", "--token", token]);
  expect([code, stderr]).toEqual([1, expect.stringContaining("owners and admins alone make one")]);
  expect(await opened.countWrites()).toEqual(before);
});

test("the book as a wiki is written into a folder in which every link and picture is there, and into no full one", async () => {
  await database.sql`
    insert into wiki_sites (workspace_id, enabled, indexable, navigation_id, updated_at)
    select workspace_id, true, false, navigation_id, created_at from navigations where slug = 'the-book'`;
  const out = join(opened.folder("exported"), "as files");
  const { code, stdout, stderr } = await place.callHere(["site", "export", out, "--as", "me"]);
  expect(stderr).toBe("");
  expect([code, stdout]).toEqual([0, expect.stringContaining("files written to")]);
  const pages = [...new Bun.Glob("*.html").scanSync(out)];
  expect(pages.length).toBeGreaterThan(41);
  for (const page of pages) {
    const text = readFileSync(join(out, page), "utf8");
    for (const [, address = ""] of text.matchAll(/(?:href|src)="(?!https?:|data:|#)([^"#]+)/g)) {
      const path = join(out, decodeURIComponent(address.replaceAll("&#x26;", "&")));
      expect([page, address, existsSync(path)]).toEqual([page, address, true]);
    }
  }
  expect(readdirSync(join(out, "files")).length).toBeGreaterThan(0);
  const again = await place.callHere(["site", "export", out, "--as", "me"]);
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("is not empty")]);
  const taken = join(opened.folder("kept"), "site.zip");
  writeFileSync(taken, "mine");
  const over = await place.callHere(["site", "export", taken, "--as", "me", "--zip"]);
  expect([over.code, over.stderr]).toEqual([1, expect.stringContaining("is there already")]);
  expect(readFileSync(taken, "utf8")).toBe("mine");
  const stranger = await place.callHere(["site", "export", `${out}.zip`, "--root", "nothing", "--zip"]);
  expect([stranger.code, stranger.stderr]).toEqual([1, expect.stringContaining("strangers may read")]);
  expect(readdirSync(dirname(out)).filter((name) => name.includes("zip"))).toEqual([]);
});
