// A navigation as a wiki: its pages, who sees which of them, and what machines are told.
import { expect, test } from "bun:test";
import { openSiteServer } from "./site_server.ts";

const runtime = await openSiteServer();
const { put, navigate, read, anna, site, settle } = runtime;
const wiki = `/w/@${anna.workspace}/`;
const intro = await put("Book", "# Introduction\n\nSee [[install]] and [the inside](inside.md).", {
  filename: "intro.md",
});
const install = await put("Book", "# Installing\n\nRun the elephant.", { filename: "install.md" });
const inside = await put("Book", "# Inside\n\nFor members: giraffe.", {
  filename: "inside.md",
  visibility: "workspace",
});
await must(runtime.call(`PUT /api/docs/${install.doc_id}/alias`, { as: anna, json: { alias: "install" } }));
const tagged = await put("Book/News", "# Release", { tags: ["news"] });
await settle("Book", { published: true });
const navigation = await navigate([
  { target: `doc:${intro.doc_id}` },
  { kind: "group", label: "Chapters", children: [{ target: "install" }, { target: `doc:${inside.doc_id}` }] },
  { target: "tag:news", label: "News" },
  { target: "install", label: "Only for members", visibility: "signed_in" },
]);

test("a wiki that is not enabled is not there", async () => {
  expect((await read(wiki)).status).toBe(404);
  const enabled = { enabled: true, navigation: navigation.slug, title: "The Book", accent: "#d02040" };
  await must(runtime.call("PUT /api/wiki-site", { as: anna, json: enabled }));
  expect((await read(wiki)).status).toBe(200);
});

test("a stranger sees the public chapters, and hears of no other in tree, search, neighbours or counts", async () => {
  const pages = await Promise.all(
    ["", intro.doc_id, "install", "search?q=giraffe", "search?q=elephant", "tag/news"].map((path) => read(wiki + path)),
  );
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  for (const { text } of pages) {
    for (const hidden of ["Inside", inside.doc_id, "Only for members"]) expect(text).not.toContain(hidden);
  }
  expect(pages[3]?.text).toContain("No page has all of these words");
  expect(pages[4]?.text).toContain(`${wiki}install`);
  expect(pages[5]?.text).toContain("Release");
  expect((await read(wiki + inside.doc_id)).status).toBe(404);
  expect((await read(`${wiki}nothing`)).status).toBe(404);
});

test("the overview and the listing of a tag are answered as markdown too, as far as their reader sees", async () => {
  const { content_url } = runtime;
  const addressed = (path: string) => content_url + wiki + path;
  expect((await read(`${wiki}?format=md`)).text).toBe(
    `# The Book\n\nSource: ${addressed("")}\n\n- [Introduction](${addressed(intro.doc_id)})\n- [Installing](${addressed("install")})\n- [News](${addressed("tag/news")})\n`,
  );
  const listed = await read(`${wiki}tag/news`, { accept: "text/markdown" });
  expect(listed.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  expect(listed.text).toContain(`- [Release](${addressed(tagged.doc_id)})\n`);
});

test("a page is found with the words that its reader sees, not with the markdown that they were written in", async () => {
  const { text } = await read(`${wiki}search?q=inside`);
  expect(text).toContain('<p dir="auto">See install and the <mark>inside</mark>.</p>');
});

test("a document has one address in the wiki, and links between its pages stay there", async () => {
  const moved = await read(wiki + install.doc_id);
  expect([moved.status, moved.headers.get("location")]).toEqual([301, `${wiki}install`]);
  // The same is asked of it there.
  const asked = [`${wiki + install.doc_id}?format=md`, `${wiki.slice(0, -1)}?format=md`, `${wiki}%73earch?q=elephant`];
  const led = await Promise.all(asked.map(async (path) => (await read(path)).headers.get("location")));
  expect(led).toEqual([`${wiki}install?format=md`, `${wiki}?format=md`, `${wiki}search?q=elephant`]);
  expect((await read(wiki + intro.doc_id)).text).toContain(`href="${wiki}install"`);
});

test("every page says what it is about, and brings an icon along, so that no browser asks for one that is not there", async () => {
  const described = async (path: string) => {
    const { text } = await read(wiki + path);
    expect([path, text.includes('<link rel="icon" href="data:image/svg+xml,')]).toEqual([path, true]);
    return /<meta name="description" content="([^"]*)">/.exec(text)?.[1];
  };
  expect(await described("install")).toBe("Run the elephant.");
  expect(await described("")).toBe("The Book");
  expect(await described("search?q=elephant")).toBe("Search: elephant · The Book");
});

test("what a stranger keeps is out of date as soon as the tree, a title or a right changes", async () => {
  const etag = (await read(wiki + intro.doc_id)).headers.get("etag") ?? "";
  const again = () => read(wiki + intro.doc_id, { "if-none-match": etag });
  expect((await again()).status).toBe(304);
  await must(runtime.call(`PATCH /api/docs/${tagged.doc_id}`, { as: anna, json: { title: "Release one" } }));
  expect((await again()).status).toBe(200);
  const before = (await read(wiki)).headers.get("etag") ?? "";
  await must(
    runtime.call(`POST /api/navigations/${navigation.id}/entries`, {
      as: anna,
      json: { kind: "group", label: "More" },
    }),
  );
  expect((await read(wiki, { "if-none-match": before })).status).toBe(200);
  await must(runtime.call(`PATCH /api/docs/${install.doc_id}`, { as: anna, json: { visibility: "restricted" } }));
  expect((await read(`${wiki}install`)).status).toBe(404);
});

test("the workspace's rule of publishing holds for its wiki from the next request on", async () => {
  const rule = (publishing: string) => must(runtime.call("PUT /api/policy", { as: anna, json: { publishing } }));
  await rule("signed_in");
  expect((await read(wiki)).status).toBe(404);
  await rule("public");
  expect((await read(wiki)).status).toBe(200);
});

test("what stands behind an address changes no page, and no address leads on with more than a path", async () => {
  const one = await read(`${wiki}?utm=<x>`);
  expect([one.status, one.text.includes("utm")]).toEqual([200, false]);
  expect(one.headers.get("etag")).toBe((await read(wiki)).headers.get("etag"));
  for (const to of ["//evil.example", "/w/\\evil", "/w/a%0d%0ab", "/app"]) {
    const asked = await read(`/viewer/sign-in?to=${to.includes("%") ? to : encodeURIComponent(to)}`);
    expect([to, asked.status]).toEqual([to, 404]);
  }
});

test("as much as the field of a search takes is searched for", async () => {
  const field = /<input type="search" name="q"[^>]* maxlength="(\d+)"/.exec((await read(wiki)).text);
  const most = Number(field?.[1]);
  for (const base of [wiki, site]) {
    expect((await read(`${base}search?q=${"x".repeat(most)}`)).status).toBe(200);
  }
});

test("a search that finds more pages than it shows says so, as a page and as JSON", async () => {
  const said = async () => ({
    page: (await read(`${site}search?q=okapi`)).text.includes("There are more pages with these words"),
    json: JSON.parse((await read(`${site}search?q=okapi&format=json`)).text),
  });
  const putAll = (count: number) => Promise.all(Array.from({ length: count }, (_, n) => put("Book", `# Okapi ${n}`)));
  await putAll(30);
  const all = await said();
  expect([all.json.results.length, all.json.truncated, all.page]).toEqual([30, false, false]);
  await putAll(1);
  const some = await said();
  expect([some.json.results.length, some.json.truncated, some.page]).toEqual([30, true, true]);
});

test("no crawler is let in on the shared host", async () => {
  const page = await read(wiki);
  expect(page.headers.get("x-robots-tag")).toBe("noindex, nofollow");
  expect((await read(`${wiki}sitemap.xml`)).status).toBe(404);
  expect((await read("/robots.txt")).text).toBe("User-agent: *\nDisallow: /\n");
});

test("the colour of a wiki is one that can be read on light and on dark paper", async () => {
  const { text, headers } = await read(wiki);
  expect(text).toContain("--accent:#");
  const style = /<style>(.*?)<\/style>/.exec(text)?.[1] ?? "";
  const hash = new Bun.CryptoHasher("sha256").update(style).digest("base64");
  expect(headers.get("content-security-policy")).toContain(`'sha256-${hash}'`);
});

async function must(answering: ReturnType<typeof runtime.call>) {
  const { status, body } = await answering;
  if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body;
}
