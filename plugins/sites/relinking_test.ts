// Where links of a document lead once it stands in a site:
// to pages of the site, to its own files, and elsewhere as they were.
import { expect, test } from "bun:test";
import type { SitePage } from "./model/site.ts";
import { type Relinking, relink } from "./relinking.ts";

const page = (slug: string, alias: string | null = null): SitePage => ({
  ...{ document_id: 1, doc_id: `doc_${slug}`, slug, alias, title: slug, icon: null, kind: "markdown", version: 1 },
  ...{ updated_at: new Date(0), is_public: true, expires_at: null, description: null, file: null, trail: [] },
  href: `/w/${alias ?? `doc_${slug}`}`,
});
const install = page("s-install", "install");
const notes = page("s-notes");
const beside = new Map([["notes.md", notes]]);
const OWN_FILES = ["plan.png", "notes-own.md"];

const here: Relinking = {
  slug: "s-here",
  named: new Map([
    ["install", install],
    [install.doc_id, install],
    [notes.doc_id, notes],
  ]),
  by_slug: new Map([install, notes].map((one) => [one.slug, one])),
  findBeside: (path) => beside.get(path) ?? null,
  isOwnFile: async (path) => OWN_FILES.includes(path),
};

const linked = async (address: string, relinking = here) => {
  const [, found = ""] = /href="([^"]*)"/.exec(await relink(`<a href="${address}">x</a>`, relinking)) ?? [];
  return found;
};
const shown = async (address: string, relinking = here) => {
  const [, found = ""] = /src="([^"]*)"/.exec(await relink(`<img src="${address}">`, relinking)) ?? [];
  return found;
};

test("links to documents of the site lead to their pages, by address, alias, id and file, with what stands behind", async () => {
  expect(await linked("/d/s-install/")).toBe("/w/install");
  expect(await linked("/d/s-install/#part")).toBe("/w/install#part");
  expect(await linked("/d/s-install/?a=1&amp;b=2#part")).toBe("/w/install?a=1&amp;b=2#part");
  expect(await linked("/x/install")).toBe("/w/install");
  expect(await linked(`/x/doc:${install.doc_id}#part`)).toBe("/w/install#part");
  expect(await linked("notes.md#top")).toBe(`/w/${notes.doc_id}#top`);
});

test("what is no page of the site stays as it is", async () => {
  for (const address of [
    "/d/s-elsewhere/",
    "/d/s-install/plan.png",
    "/x/unknown",
    "https://example.com/d/s-install/",
    "//example.com/x",
    "mailto:a@example.com",
    "#part",
    "/x/%ff",
  ])
    expect(await linked(address)).toBe(address);
});

test("relative addresses that are no page lie at the document, and files of its own come before pages beside it", async () => {
  expect(await linked("unknown.md")).toBe("/d/s-here/unknown.md");
  expect(await linked("plan.png?v=1")).toBe("/d/s-here/plan.png?v=1");
  expect(await shown("plan.png")).toBe("/d/s-here/plan.png");
  // A page is nothing that a page could show as a picture.
  expect(await shown("notes.md")).toBe("/d/s-here/notes.md");
  const own = { ...here, isOwnFile: async () => true };
  expect(await linked("notes.md", own)).toBe("/d/s-here/notes.md");
});

test("each picture of a set lies where it does by itself, for the width that it had", async () => {
  const set = 'srcset="plan.png 1x, other.png?a=1&#x26;b=2 2x, https://x.example/c.png 3x"';
  const placed = 'srcset="/d/s-here/plan.png 1x, /d/s-here/other.png?a=1&amp;b=2 2x, https://x.example/c.png 3x"';
  expect(await relink(`<source media="print" ${set}>`, here)).toBe(`<source media="print" ${placed}>`);
  expect(await relink(`<img alt="" ${set}>`, here)).toBe(`<img alt="" ${placed}>`);
  const outside = '<img alt="" srcset="https://x.example/c.png 3x">';
  expect(await relink(outside, here)).toBe(outside);
});

test("files of a version lie where that does, and what it has not is looked for at the document", async () => {
  const versioned = { ...here, own: "/d/s-here/~held/" };
  expect(await shown("plan.png", versioned)).toBe("/d/s-here/~held/plan.png");
  expect(await shown("beside/map.png", versioned)).toBe("/d/s-here/beside/map.png");
  expect(await linked("notes.md", versioned)).toBe(`/w/${notes.doc_id}`);
});

test("the current version is asked for no file that lies at the document in any case", async () => {
  let asked = 0;
  const isOwnFile = async () => {
    asked += 1;
    return false;
  };
  const current = { ...here, own: "/d/s-here/", isOwnFile };
  expect([await shown("missing.png", current), await linked("unknown.md", current)]).toEqual([
    "/d/s-here/missing.png",
    "/d/s-here/unknown.md",
  ]);
  expect(asked).toBe(0);
});

test("an export places each address, told whether it is shown or led to", async () => {
  const seen: unknown[] = [];
  const place: Relinking["place"] = async (address) => {
    seen.push(address);
    return address.text === "/w/install" ? "../install.html" : null;
  };
  const content = `<a href="/d/s-install/">a</a><img src="plan.png"><a href="https://example.com/">b</a>`;
  expect(await relink(content, { ...here, place })).toBe(
    `<a href="../install.html">a</a><img src="/d/s-here/plan.png"><a href="https://example.com/">b</a>`,
  );
  expect(seen).toEqual([
    { text: "/w/install", is_shown: false },
    { text: "/d/s-here/plan.png", is_shown: true },
    { text: "https://example.com/", is_shown: false },
  ]);
});

test("an address is asked for once however often it stands there, and a page of very many is answered", async () => {
  let asked = 0;
  const counting = {
    ...here,
    findBeside: () => notes,
    isOwnFile: async () => {
      asked += 1;
      return false;
    },
  };
  await relink(`<a href="notes.md">x</a>`.repeat(50), counting);
  expect(asked).toBe(1);
  await relink(Array.from({ length: 2000 }, (_, n) => `<a href="n${n}.md">x</a>`).join(""), counting);
  expect(asked).toBe(501);
});
