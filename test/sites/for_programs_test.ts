// Sites for programs: pages as markdown, the index and the whole text, the feed; each as far as its reader sees.
import { expect, test } from "bun:test";
import { openSiteHouse } from "./site_house.ts";

const house = await openSiteHouse();
const { put, settle, read, site } = house;
const page = await put("Guide", "# Setup\n\nRun the *elephant*.\n");
const code = await house.call("POST /api/snippets", {
  as: house.anna,
  json: { content: "let a = `b`;\n", filename: "a.js", folder: "Guide", root: "handbook", visibility: "unlisted" },
});
const closed = await put("Guide", "# Salaries\n\ngiraffe", { visibility: "restricted" });
await settle("Guide", { published: true });

test("a page is answered as it was written, by its address and by Accept", async () => {
  const at = `${site}Guide/${page.doc_id}`;
  for (const answer of [await read(`${at}?format=md`), await read(at, { accept: "text/markdown" })]) {
    expect(answer.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(answer.text).toContain("# Setup\n\nRun the *elephant*.\n");
    expect(answer.text).toContain(`Source: ${house.content_url}${at}`);
  }
  expect((await read(at)).headers.get("content-type")).toStartWith("text/html");
  const fenced = await read(`${site}Guide/${code.body.doc_id}?format=md`);
  expect(fenced.text).toContain("```\nlet a = `b`;\n```\n");
  expect((await read(`${site}Guide/${closed.doc_id}?format=md`)).status).toBe(404);
});

test("the feed has what everybody may read, and nothing else", async () => {
  const feed = await read(`${site}feed.xml`);
  expect(feed.headers.get("content-type")).toStartWith("application/atom+xml");
  expect(feed.text).toContain("<title>Setup</title>");
  expect(feed.text).not.toContain("Salaries");
  expect(feed.text.match(/<entry>/g)).toHaveLength(2);
  const link = `<link rel="alternate" type="application/atom+xml" title="Handbook" href="${site}feed.xml">`;
  expect((await read(`${site}Guide/`)).text).toContain(link);
});

test("the whole site as text is for people who are signed in where crawlers are kept out", async () => {
  for (const name of ["llms.txt", "llms-full.txt", "sitemap.xml"]) expect((await read(site + name)).status).toBe(404);
  expect((await read(`${site}opensearch.xml`)).text).toContain(
    `template="${house.content_url}${site}search?q={searchTerms}"`,
  );
});
