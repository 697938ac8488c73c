// A vault as people keep it: published, its names lead from page to page, and what leads nowhere is counted, all of it.
import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { until } from "../harness/until.ts";
import { PIXEL } from "./folder_fixture.ts";
import { openPublishingPlace } from "./publishing_place.ts";

const VAULT: Readonly<Record<string, string | Uint8Array>> = {
  "Home.md": [
    "---",
    "title: Start here",
    "aliases:\n  - Beginning",
    "tags: [index, top/level]",
    "created: 2026-01-05",
    "publish: true",
    "---",
    "See [[Project Plan]], [[project plan|the plan]], [[Project Plan#Next steps]], [[Projects/Project Plan#^goal1|goal]].",
    "[[Missing note]] [[#Local part]] [[#No such part]] [[#tag]] [[Beginning]] [[Project Plan#Nowhere]] [[nowhere]] [[given]]",
    "![[Pasted image 1.png|200]] ![[Gone.png]] `[[Code]]` [[1]](https://example.org/)",
    "## Local part",
    "| a |\n|---|\n| [[Project Plan\\|plan]] |",
    "[a](Projects/Project%20Plan.md#Next%20steps) [b](Projects/Project%20Plan.md#none) [c](#local-part) [d](#gone) [e](x.md)",
  ].join("\n\n"),
  "Projects/Project Plan.md": "# Next steps\n\n[[Home]] [up](../Home.md#local-part)\n",
  "Attachments/Pasted image 1.png": PIXEL,
};

const opened = await openPublishingPlace();
const { place, published, open } = opened;
const root = mkdtempSync(join(tmpdir(), "docsvc-vault-"));
const vault = join(root, "vault");
for (const [path, content] of Object.entries(VAULT)) {
  mkdirSync(dirname(join(vault, path)), { recursive: true });
  writeFileSync(join(vault, path), content);
}
afterAll(async () => {
  rmSync(root, { recursive: true, force: true });
  await opened.close();
});

/** Once the server has made pages again that its own jobs make. */
async function shown(slug: string | undefined, text: string): Promise<string> {
  let page = "";
  await until(async () => {
    page = (await open(`/d/${slug}/`)).body;
    return page.includes(text);
  });
  return page;
}

test("names lead from page to page, and all that leads nowhere is counted with its line", async () => {
  await place.runHere("user", "add", "owner@example.org", "--workspace", "house");
  const { code, stderr } = await place.callHere(["publish", vault, "--visibility", "unlisted"]);
  expect(code).toBe(0);
  const lost = stderr.split("\n").slice(stderr.split("\n").findIndex((line) => line.startsWith("links that lead")));
  expect(lost.slice(0, 10).sort()).toEqual(
    [
      "links that lead to nothing in this folder: 9",
      "  Home.md:18  [[Missing note]]",
      "  Home.md:18  [[#No such part]]",
      "  Home.md:18  [[Project Plan#Nowhere]]",
      "  Home.md:18  [[nowhere]]",
      "  Home.md:18  [[given]]",
      "  Home.md:20  [[Gone.png]]",
      "  Home.md:28  Projects/Project%20Plan.md#none",
      "  Home.md:28  #gone",
      "  Home.md:28  x.md",
    ].sort(),
  );
  expect(stderr).toContain("front matter that is not read, with the number of files that have it: publish (1)");
  const documents = await published("vault");
  const { "Home.md": home, "Projects/Project Plan.md": plan, "Attachments/Pasted image 1.png": picture } = documents;
  const at = `/d/${plan?.slug}/`;
  const page = await shown(home?.slug, `<a href="${at}#next-steps">Project Plan#Next steps</a>`);
  expect(page).toContain(`<a href="${at}">the plan</a>`);
  expect(page).toContain(`<a href="/d/${home?.slug}/">Beginning</a>`);
  expect(page).toContain(`src="/d/${picture?.slug}/Pasted%20image%201.png"`);
  expect(page).toContain("[[Missing note]]");
});

test("front matter gives tags, other names and a date, again when the file changes, and leaves the rest as it is", async () => {
  const [row] = await read();
  expect(row).toEqual({
    title: "Start here",
    tags: ["index", "top/level"],
    attrs: { aliases: "Beginning", date: "2026-01-05", source_path: "Home.md", source_folder: "vault" },
  });
  const home = String(VAULT["Home.md"]).replace("tags: [index, top/level]", "tags: [other]\ndescription: Words");
  writeFileSync(join(vault, "Home.md"), home);
  await place.runHere("publish", vault);
  const [again] = await read();
  expect(again).toMatchObject({ tags: ["other"], attrs: { aliases: "Beginning", description: "Words" } });
});

function read() {
  return opened.database.sql`
    select title, tags, attrs from documents where attrs ->> 'source_path' = 'Home.md' and deleted_at is null`;
}

test("a chapter goes up with what it includes of the folder, again when that changes, and never with what lies outside", async () => {
  const book = join(root, "book");
  mkdirSync(join(book, "src"), { recursive: true });
  writeFileSync(join(root, "secret.txt"), "secret words");
  writeFileSync(join(book, "main.rs"), "fn first() {}\n");
  writeFileSync(join(book, "src/ch.md"), "# Chapter\n\n{{#include ../main.rs}}\n\n{{#include ../../secret.txt}}\n");
  const { stderr } = await place.callHere(["publish", book, "--visibility", "unlisted"]);
  expect(stderr).toContain(
    "links that lead to nothing in this folder: 1\n  src/ch.md:5  {{#include ../../secret.txt}}",
  );
  const chapter = async () => (await published("book"))["src/ch.md"];
  const { body } = await open(`/d/${(await chapter())?.slug}/`);
  expect(body).toContain("fn first() {}");
  expect(body).not.toContain("secret words");
  const same = await place.callHere(["publish", book]);
  expect(same.stdout).toContain(" 0 updated, 2 unchanged,");
  writeFileSync(join(book, "main.rs"), "fn second() {}\n");
  await place.callHere(["publish", book]);
  expect((await open(`/d/${(await chapter())?.slug}/`)).body).toContain("fn second() {}");
});

test("syntax that nobody chose and notes that are embedded are told, and a choice for the folder reads it and knows its ids", async () => {
  const docs = join(root, "docs");
  mkdirSync(docs);
  const page = [
    "# Page {#first}\n\n[a](#first) [b](#page) [c](Other.md#given) [d](Other.md#none)",
    "!!! note\n    [e](nowhere.md) and :rocket:",
    "![[Other]] ![[Other#Given]] ![[pic.png]]",
  ];
  writeFileSync(join(docs, "Page.md"), page.join("\n\n"));
  writeFileSync(join(docs, "Other.md"), "## Given {#given}\n\n`{#none}`\n");
  writeFileSync(join(docs, "Own.md"), "---\nmarkdown: [attributes, nosuch]\n---\n# Own {#own}\n\n[x](#own)\n");
  writeFileSync(join(docs, "pic.png"), PIXEL);
  const plain = await place.callHere(["publish", docs, "--visibility", "unlisted"]);
  expect(plain.stderr).toContain(
    'syntax that is shown as it is written, with the number of files that have it: admonitions (1), attributes (2); --markdown, or "markdown:"',
  );
  expect(plain.stderr).toContain('not read: "nosuch"; known are admonitions, attributes,');
  expect(plain.stderr).toContain("![[Note]], are links to the note here and do not show its text: 2 in 1 file");
  expect(plain.stderr).toContain(
    "links that lead to nothing in this folder: 6\n  Page.md:3  #first\n  Page.md:3  #page\n",
  );
  const slug = async (path: string) => (await published("docs"))[path]?.slug;
  expect((await open(`/d/${await slug("Page.md")}/`)).body).toContain("!!! note");
  const wrong = await place.callHere(["publish", docs, "--markdown", "mkdoc"]);
  expect(wrong.stderr).toContain('"mkdoc"; known are');
  expect(wrong.code).not.toBe(0);
  const chosen = await place.callHere(["publish", docs, "--markdown", "mkdocs"]);
  expect(chosen.stdout).toContain(" 3 updated, 1 unchanged,");
  expect(chosen.stderr).not.toContain("syntax that is shown");
  const lost = chosen.stderr.slice(chosen.stderr.indexOf("links that lead"));
  expect(lost).toStartWith(
    "links that lead to nothing in this folder: 3\n  Page.md:3  #page\n  Page.md:3  Other.md#none\n  Page.md:6  nowhere.md\n",
  );
  const { body } = await open(`/d/${await slug("Page.md")}/`);
  for (const shown of ['id="first"', '<p class="markdown-alert-title">Note</p>', "🚀"]) expect(body).toContain(shown);
  const again = await place.callHere(["publish", docs]);
  expect(again.stdout).toContain(" 0 updated, 4 unchanged,");
  expect(again.stderr.slice(again.stderr.indexOf("links that lead"))).toBe(lost);
  const none = await place.callHere(["publish", docs, "--markdown", "none"]);
  expect(none.stdout).toContain(" 3 updated,");
  expect((await open(`/d/${await slug("Page.md")}/`)).body).toContain("!!! note");
});
