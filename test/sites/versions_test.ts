// A page of a site at a version that its address names:
// who gets it, what it says of itself, and that its parts are of that version too.
import { expect, test } from "bun:test";
import { AS_PART } from "../content/published.ts";
import { openReadySite } from "./ready_site.ts";

const AS_PAGE = { accept: "text/html", "sec-fetch-dest": "document" };
const AS_FRAME = { accept: "text/html", "sec-fetch-dest": "iframe", "sec-fetch-site": "same-origin" };
const site = await openReadySite();
const { runtime, other, eve, wiki, tree, chapter, enter, must, viewerCookie } = site;
const { otto } = runtime;
const at = wiki + chapter.doc_id;
const inTree = `${tree}Guide/${chapter.doc_id}`;
const put = (doc_id: string, path: string, content: string) =>
  must(`PUT /api/docs/${doc_id}/files/${path}`, { content });
const report = await must("POST /api/docs", {
  html: `<!doctype html><link rel="stylesheet" href="style.css"><h1>Old report</h1>`,
  ...{ root: "handbook", folder: "Guide", visibility: "workspace" },
});
const pictured = await must("POST /api/docs", {
  markdown: "# Pictured\n\n![A plan](plan.svg)",
  ...{ root: "handbook", folder: "Guide", visibility: "unlisted" },
});
await put(report.doc_id, "style.css", "h1 { color: red }");
await put(report.doc_id, "index.html", "<!doctype html><h1>New report</h1>");
await put(report.doc_id, "style.css", "h1 { color: blue }");
await put(pictured.doc_id, "plan.svg", "<svg xmlns='http://www.w3.org/2000/svg'><title>Old</title></svg>");
await put(pictured.doc_id, "plan.svg", "<svg xmlns='http://www.w3.org/2000/svg'><title>New</title></svg>");
runtime.clock.advance(24 * 3600 * 1000);
await put(chapter.doc_id, "source.md", "# Chapter\n\nThe giraffe.");
await must(`PATCH /api/docs/${chapter.doc_id}/versions/1`, { label: "First <draft>" });
await enter([chapter, report, pictured]);
await site.settle();
const cookie = await viewerCookie(at);

async function read(
  path: string,
  headers: Record<string, string> = {},
  server: typeof runtime | typeof other = runtime,
) {
  const answer = await server.open(path, { headers: { ...AS_PAGE, ...headers } });
  return { status: answer.status, headers: answer.headers, text: new TextDecoder().decode(answer.bytes) };
}

test("a member who may look versions up reads one on wiki and folder site, which says which it is and leads to the newest", async () => {
  for (const [path, server] of [
    [at, runtime],
    [at, other],
    [inTree, runtime],
  ] as const) {
    const old = await read(`${path}?version=1`, { cookie }, server);
    expect([old.status, old.text.includes("elephant"), old.text.includes("giraffe")]).toEqual([200, true, false]);
    const [note = ""] = /<p class="version-note"[\s\S]*?<\/p>/.exec(old.text) ?? [];
    expect(note).toContain('Version 1 (<span dir="auto">First &lt;draft&gt;</span>)');
    expect(note).toContain(
      `datetime="${new Date(runtime.clock.now().getTime() - 24 * 3600 * 1000).toISOString().slice(0, 10)}`,
    );
    expect(note).toContain(`href="${path}"`);
    expect(old.headers.get("cache-control")).toBe("private, no-store");
    expect(old.headers.get("x-robots-tag")).toBe("noindex, nofollow");
    expect(old.text).toContain('<meta name="robots" content="noindex, nofollow">');
    const newest = await read(`${path}?version=2`, { cookie }, server);
    expect([newest.text.includes("giraffe"), newest.text.includes("Version 2")]).toEqual([true, true]);
    // What is asked for without a version is the current one still, from memory or not.
    for (const who of [cookie, ""]) {
      const current = await read(path, { cookie: who }, server);
      expect([current.text.includes("giraffe"), current.text.includes("version-note")]).toEqual([true, false]);
    }
  }
});

test("a version is told to nobody who reads by the link alone, and one that is not there to nobody", async () => {
  const cookies: Record<string, Record<string, string>> = {
    stranger: {},
    member: { cookie: await viewerCookie(at, otto) },
    elsewhere: { cookie: await viewerCookie(at, eve) },
  };
  for (const [who, headers] of Object.entries(cookies)) {
    expect([who, (await read(at, headers)).status]).toEqual([who, 200]);
    for (const version of [1, 2, 99]) {
      const answer = await read(`${at}?version=${version}`, headers);
      expect([who, version, answer.status]).toEqual([who, version, 404]);
      expect(answer.text.includes(encodeURIComponent(`${at}?version=${version}`))).toBe(who === "stranger");
    }
  }
  for (const path of [`${at}?version=99`, `${wiki}nothing?version=1`])
    expect((await read(path, { cookie })).status).toBe(404);
  for (const version of ["0", "abc", "-1", "1.5", "99999999999"]) {
    const { status } = await read(`${at}?version=${version}`, { cookie });
    expect([version, status]).toEqual([version, 404]);
  }
});

test("a version as it was written names itself, and an id leads to the alias with the version", async () => {
  const text = (await read(`${at}?version=1&format=md`, { cookie })).text;
  expect(text).toBe(`Source: ${runtime.content_url}${at}?version=1\n\n# Chapter\n\nThe elephant.\n`);
  expect((await read(`${at}?version=1`, { cookie, accept: "text/markdown" })).text).toBe(text);
  expect((await read(`${at}?version=1&format=md`)).status).toBe(404);
  await must(`PUT /api/docs/${pictured.doc_id}/alias`, { alias: "pictures" });
  const led = await read(`${wiki}${pictured.doc_id}?version=1`, { cookie });
  expect([led.status, led.headers.get("location")]).toEqual([301, `${wiki}pictures?version=1`]);
});

test("an HTML document's frame has the version's page and parts, for its reader alone", async () => {
  const page = await read(`${wiki}${report.doc_id}?version=2`, { cookie });
  const [, src = ""] = /<iframe src="([^"]+)"/.exec(page.text) ?? [];
  expect(src).toMatch(/^\/d\/[^/]+\/~[^/]+\/\?_framed=1$/);
  expect(page.text).not.toContain("Open by itself");
  const framed = await read(src, { ...AS_FRAME, cookie });
  expect([framed.status, framed.text.includes("Old report")]).toEqual([200, true]);
  expect(framed.headers.get("content-security-policy")).toContain("sandbox allow-scripts");
  const style = src.replace("?_framed=1", "style.css");
  expect((await read(style, AS_PART)).text).toBe("h1 { color: red }");
  // Passed on, it leads to the document as whoever goes there may see it.
  for (const others of ["", await viewerCookie(wiki, otto)]) {
    const passed = await read(src, { ...AS_FRAME, cookie: others });
    expect([passed.status, passed.headers.get("location")]).toEqual([302, `${src.replace(/~[^/]+\//, "")}`]);
  }
  expect((await read(style, { ...AS_PART, "user-agent": "another" })).status).toBe(404);
});

test("pictures of a version are that version's, also where the link alone opens the document", async () => {
  const page = await read(`${wiki}pictures?version=2`, { cookie });
  const [, src = ""] = /<img[^>]* src="([^"]+)"/.exec(page.text) ?? [];
  expect((await read(src, { "sec-fetch-dest": "image", cookie })).text).toContain("<title>Old</title>");
  expect((await read(`/d/${pictured.slug}/plan.svg`)).text).toContain("<title>New</title>");
});

test("what opens a version ends with its reader's right to look it up", async () => {
  const place = { subject_type: "user", subject: otto.email, level: "view" };
  const grant = await must(`POST /api/docs/${pictured.doc_id}/access`, place);
  const ottos = { cookie: await viewerCookie(wiki, otto) };
  const page = await read(`${wiki}pictures?version=2`, ottos);
  const [, src = ""] = /<img[^>]* src="([^"]+)"/.exec(page.text) ?? [];
  const seen = async () => {
    const part = await read(src, AS_PART);
    return [(await read(`${wiki}pictures?version=2`, ottos)).status, part.status, part.text.includes("Old")];
  };
  expect(await seen()).toEqual([200, 200, true]);
  await must(`DELETE /api/access/${grant.id}`);
  expect(await seen()).toEqual([404, 404, false]);
  // The document itself is open to them as to everybody.
  expect((await read(`${wiki}pictures`, ottos)).status).toBe(200);
});

test("the home, a listing and a search have no versions, whatever is asked of them", async () => {
  await must("POST /api/docs", {
    ...{ markdown: "# News", tags: ["news"], root: "handbook", folder: "Guide", visibility: "unlisted" },
  });
  for (const path of ["", "tag/news", "search?q=giraffe"]) {
    const asked = `${wiki}${path}${path.includes("?") ? "&" : "?"}version=1`;
    const { status, text } = await read(asked, { cookie });
    expect([path, status, text.includes("version-note")]).toEqual([path, 200, false]);
  }
});
