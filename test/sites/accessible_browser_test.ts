// Pages of sites, in a real browser, against the rules by which people with a disability can use them:
// light and dark, at a desk and on a phone.
import { expect, test } from "bun:test";
import { look } from "../browser/looks.ts";
import { openSite } from "../browser/published_site.ts";
import { databasesOf } from "../databases/made.ts";

const site = await openSite();
const { anna, call, content_url } = site;
const { must, makeDatabase } = databasesOf(site);

const CHAPTER = `# A long chapter

Text with \`code\`, [a link](https://example.com/), **weight** and a footnote[^1].

## Lists

- one
- two
  - three

1. first
2. second

- [ ] to do
- [x] done

## Table

| Name | Amount |
| ---- | -----: |
| One  |      1 |

## Code

\`\`\`ts
// A comment that says why.
export const answer: number = 42; // and "text" in a line that is long enough to be scrolled on every phone that there is
\`\`\`

## Aside

> [!WARNING]
> Mind the gap.

> Said somebody.

### Formula

$a^2 + b^2 = c^2$

${Array.from({ length: 6 }, (_, n) => `## Part ${n}\n\n${"Words that fill a line. ".repeat(30)}\n`).join("\n")}

[^1]: At the end.
`;

async function put(fields: object): Promise<{ doc_id: string; slug: string }> {
  const json = { root: "handbook", folder: "Book", visibility: "unlisted", ...fields };
  return must(call("POST /api/docs", { as: anna, json }));
}
await must(call("POST /api/roots", { as: anna, json: { name: "Handbook" } }));
const home = await put({ markdown: "# Welcome\n\nHello, elephant.", filename: "README.md" });
const chapter = await put({ markdown: CHAPTER });
// One word, as long as a title may be without any place to break it: it stands in lists, cards, neighbours and what is found.
const long = await put({ markdown: `# ${"Donaudampfschifffahrt".repeat(8)}\n\nAn elephant.`, tags: ["news"] });
const app = await put({ html: "<!doctype html><title>App</title><h1>App</h1>" });
const code = await put({ html: "const x = 1; // why\n", filename: "snippet.ts" });
await put({ markdown: "# News", folder: "Book/News", tags: ["news"] });
const shelf = await makeDatabase({ as: anna, root: "handbook", folder: "Book" });
const ops = Array.from({ length: 60 }, (_, n) => ({
  op: "create",
  data: { name: `Item ${n}`, amount: n, status: n % 2 ? "open" : "done", tags: ["a", "b"], due: "2026-01-01" },
}));
await must(call(`POST ${shelf.in}/records/batch`, { as: anna, json: { ops } }));
const wide = { name: "Item last", extra: { text: "x".repeat(200) } };
await must(call(`POST ${shelf.in}/records`, { as: anna, json: { data: wide } }));
const config = { sort: "amount", aggregate: { op: "sum", field: "amount", group_by: "status" } };
const view = await must(call(`POST ${shelf.in}/views`, { as: anna, json: { name: "By amount", config } }));
await must(call(`PATCH /api/docs/${shelf.doc_id}`, { as: anna, json: { visibility: "unlisted", title: "Orders" } }));
const navigation = await must(call("POST /api/navigations", { as: anna, json: { name: "The book" } }));
const entries = [
  { target: `doc:${chapter.doc_id}` },
  {
    kind: "group",
    label: "Part one",
    children: [long, app, code, shelf].map(({ doc_id }) => ({ target: `doc:${doc_id}` })),
  },
  { kind: "divider" },
  { target: "tag:news", label: "News" },
  { target: "https://example.com/", label: "Elsewhere", kind: "link" },
  { target: `doc:${home.doc_id}`, label: "For members", visibility: "signed_in", show_sign_in_hint: true },
];
await must(call(`PUT /api/navigations/${navigation.id}`, { as: anna, json: { version: navigation.version, entries } }));
const wiki = { enabled: true, navigation: navigation.slug, title: "The Book", tagline: "All of it", accent: "#e0c020" };
await must(call("PUT /api/wiki-site", { as: anna, json: wiki }));
await must(
  call("PUT /api/folder-meta?root=handbook&path=Book", { as: anna, json: { published: true, view_mode: "grid" } }),
);

const at = `/w/@${anna.workspace}/`;
const context = await site.profile();
const page = await context.newPage();

const PAGES = [
  ["wiki", at, 200],
  ["wiki-chapter", at + chapter.doc_id, 200],
  ["wiki-search", `${at}search?q=elephant`, 200],
  ["wiki-tag", `${at}tag/news`, 200],
  ["wiki-missing", `${at}nothing`, 404],
  ["wiki-frame", at + app.doc_id, 200],
  ["wiki-snippet", at + code.doc_id, 200],
  ["wiki-database", `${at}${shelf.doc_id}?view=${view.id}`, 200],
  ["wiki-record", `${at}${shelf.doc_id}?record=1`, null],
  ["folder-site", `/w/@${anna.workspace}/r/handbook/Book/`, 200],
  ["folder-site-page", `/w/@${anna.workspace}/r/handbook/Book/${chapter.doc_id}`, 200],
] as const;

for (const [name, path, status] of PAGES) {
  test(`${name} has no barrier that a program finds`, async () => {
    const answer = await page.goto(content_url + path);
    if (status !== null) expect(answer?.status()).toBe(status);
    await look(page, name);
  });
}

test("a view's long name keeps a database as narrow as a phone", async () => {
  const json = { name: `V${"o".repeat(90)}`, config: { sort: "amount" } };
  const made = await must(call(`POST ${shelf.in}/views`, { as: anna, json }));
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${content_url}${at}${shelf.doc_id}?view=${made.id}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  const link = page.getByRole("link", { name: json.name });
  expect(await link.evaluate((one) => one.getBoundingClientRect().right)).toBeLessThanOrEqual(320);
});

test("a neighbour whose title is one long word keeps a page as narrow as a phone", async () => {
  await put({ markdown: `# ${"Donaudampfschiff".repeat(8)}`, tags: ["news"] });
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of [`${at}${shelf.doc_id}`, `${at}tag/news`, `${at}search?q=donau`]) {
    await page.goto(content_url + path);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect({ path, width }).toEqual({ path, width: 320 });
  }
  await page.goto(`${content_url}${at}${shelf.doc_id}`);
  expect(await page.locator(".neighbours .next").textContent()).toContain("Donaudampfschiff");
});

test("a wide value of a record is scrolled by keyboard, and on paper a table is cut off nowhere", async () => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${content_url}${at}${shelf.doc_id}?q=last`);
  await page.emulateMedia({ media: "print" });
  const right = await page.locator(".data table").evaluate((one) => one.getBoundingClientRect().right);
  expect(right).toBeLessThanOrEqual(390);
  await page.emulateMedia({ media: "screen" });
  await page.locator(".data .key a").first().click();
  await page.locator(".record pre").focus();
  const focused = await page.evaluate(() => document.activeElement?.tagName);
  expect(focused).toBe("PRE");
});

test("paper has the text of a page alone, from any window", async () => {
  await page.goto(`${content_url}${at}${chapter.doc_id}`);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const [media, around] of [
      ["screen", true],
      ["print", false],
    ] as const) {
      await page.emulateMedia({ media });
      const isShown = (name: string) => page.locator(name).filter({ visible: true }).count();
      const shown = {
        bar: await isShown(".bar"),
        toc: await isShown(".toc"),
        neighbours: await isShown(".neighbours"),
      };
      const count = around ? 1 : 0;
      expect([width, media, shown]).toEqual([width, media, { bar: count, toc: count, neighbours: count }]);
      expect(await isShown("article h2")).toBeGreaterThan(5);
    }
  }
  await page.emulateMedia({ media: "screen" });
});

test("a page that is read from the right has its tree there, and every label begins at its edge", async () => {
  const arabic = await put({ markdown: "---\nlang: ar\n---\n\n# \u062f\u0644\u064a\u0644\n\n\u0646\u0635." });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${content_url}/w/@${anna.workspace}/r/handbook/Book/${arabic.doc_id}`);
  const label = `A label of many words that is longer than a line of the tree has room for`;
  const edges = await page.evaluate((text) => {
    const [span] = document.querySelectorAll<HTMLElement>(".tree a span[dir]");
    if (!span) throw new Error("the tree has no label");
    span.textContent = text;
    const range = document.createRange();
    range.selectNodeContents(span);
    const lines = [...range.getClientRects()].map(({ right }) => Math.round(right));
    const tree = document.querySelector(".tree")?.getBoundingClientRect();
    return { lines, edge: Math.round(span.getBoundingClientRect().right), tree: tree?.right, window: innerWidth };
  }, label);
  expect(edges.lines.length).toBeGreaterThan(1);
  expect(edges.lines.filter((right) => Math.abs(right - edges.edge) > 8)).toEqual([]);
  expect(edges.tree).toBe(edges.window);
});
