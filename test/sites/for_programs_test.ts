// Sites for programs: pages as markdown, the index and the whole text, the feed; each as far as its reader sees.
import { expect, test } from "bun:test";
import { issueViewerCookie } from "../../kernel/ports/auth.ts";
import { giveToAgent } from "../../plugins/navigations/port.ts";
import { openSiteServer } from "./site_server.ts";

const server = await openSiteServer();
const { put, settle, read, site } = server;
const page = await put("Guide", "# Setup\n\nRun the *elephant*.\n");
const code = await server.call("POST /api/snippets", {
  as: server.anna,
  json: { content: "let a = `b`;\n", filename: "a.js", folder: "Guide", root: "handbook", visibility: "unlisted" },
});
const closed = await put("Guide", "# Salaries\n\ngiraffe", { visibility: "restricted" });
await settle("Guide", { published: true });

/** What the content host knows Anna by. */
async function memberCookie(): Promise<string> {
  const { signer, contentHosts, database, clock } = server.runtime;
  const { user_id } = server.anna;
  const [row] = await database.sql<{ epoch: number }[]>`select epoch from users where user_id = ${user_id}`;
  const { host_key } = contentHosts.shared;
  const since = clock.now().getTime();
  const claims = { user_id, epoch: row?.epoch ?? 0, session: "of-a-program", since, host_key };
  return issueViewerCookie(signer, claims, clock.now()).split(";")[0] ?? "";
}

test("a page is answered as it was written, by its address and by Accept", async () => {
  const at = `${site}Guide/${page.doc_id}`;
  for (const answer of [await read(`${at}?format=md`), await read(at, { accept: "text/markdown" })]) {
    expect(answer.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(answer.text).toContain("# Setup\n\nRun the *elephant*.\n");
    expect(answer.text).toContain(`Source: ${server.content_url}${at}`);
  }
  expect((await read(at)).headers.get("content-type")).toStartWith("text/html");
  const fenced = await read(`${site}Guide/${code.body.doc_id}?format=md`);
  expect(fenced.text).toContain("```\nlet a = `b`;\n```\n");
  expect((await read(`${site}Guide/${closed.doc_id}?format=md`)).status).toBe(404);
});

test("a page that was sent as HTML is answered as what it says, with links that lead from anywhere", async () => {
  const html =
    '<!doctype html><title>Plan</title><script>let zebra</script><h2>Steps</h2><p>Feed the <b>lion</b>.</p><a href="more.html">More</a>';
  const json = { html, folder: "Guide", root: "handbook", visibility: "unlisted" };
  const { body } = await server.call("POST /api/docs", { as: server.anna, json });
  const at = `${site}Guide/${body.doc_id}`;
  const { text } = await read(`${at}?format=md`);
  const own = `${server.content_url}/d/${body.slug}/`;
  expect(text).toBe(
    `# Steps\n\nSource: ${server.content_url}${at}\n\n## Steps\n\nFeed the **lion**.\n\n[More](${own}more.html)\n`,
  );
  await server.call(`DELETE /api/docs/${body.doc_id}`, { as: server.anna });
});

test("a folder is answered as the list of what the reader finds in it", async () => {
  const at = `${site}Guide/`;
  for (const answer of [await read(`${at}?format=md`), await read(at, { accept: "text/markdown" })]) {
    expect(answer.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    const address = (doc_id: string) => `${server.content_url}${at}${doc_id}`;
    expect(answer.text).toStartWith(`# Guide\n\nSource: ${server.content_url}${at}\n\n- [`);
    expect(answer.text).toContain(`- [Setup](${address(page.doc_id)})\n`);
    expect(answer.text).toContain(`- [Untitled](${address(code.body.doc_id)})\n`);
    expect(answer.text).not.toContain("Salaries");
  }
});

test("what a client takes is weighed: markdown is for whom it is as good as a page, and was named", async () => {
  const at = `${site}Guide/${page.doc_id}`;
  const isMarkdown = async (accept: string) =>
    (await read(at, { accept })).headers.get("content-type")?.startsWith("text/markdown");
  for (const accept of [
    "text/markdown",
    "Text/Markdown",
    "text/markdown, */*",
    "text/markdown;q=0.5",
    "text/markdown;charset=utf-8;q=0.9, text/html;q=0.8",
    "text/markdown, text/html;q=0.9, */*;q=0.1",
    "text/html;q=0.9,text/markdown",
    "text/markdown, text/html, */*",
    "text/markdown, text/html;q=0",
  ]) {
    expect([accept, await isMarkdown(accept)]).toEqual([accept, true]);
  }
  for (const accept of [
    "*/*",
    "text/*",
    "text/markdown;q=0",
    "text/markdown;q=0, */*;q=0",
    "text/markdown; q=0.5, text/html",
    "text/markdown;q=0.5, */*",
    "text/html, text/markdown",
    "text/markdown;q=2",
    "text/markdownish",
    "text/html,application/xhtml+xml,*/*;q=0.8",
  ]) {
    expect([accept, await isMarkdown(accept)]).toEqual([accept, false]);
  }
});

test("crawlers are kept out of all that a site tells programs, in the words that keep them out of its pages", async () => {
  const beside = [`Guide/${page.doc_id}`, `Guide/${page.doc_id}?format=md`, "feed.xml", "opensearch.xml"];
  for (const path of beside) {
    const answer = await read(site + path);
    expect([path, answer.status, answer.headers.get("x-robots-tag")]).toEqual([path, 200, "noindex, nofollow"]);
  }
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

test("an entry of the feed has one id, which leads to its page, whatever the page's address becomes", async () => {
  const { doc_id } = await put("Guide", "# Wandering");
  const entry = async () => {
    const { text } = await read(`${site}feed.xml`);
    const [, id = "", link = ""] = /<title>Wandering<\/title><id>([^<]*)<\/id><link href="([^"]*)"/.exec(text) ?? [];
    return { id: new URL(id).pathname, link: new URL(link).pathname };
  };
  const before = await entry();
  await server.call(`PUT /api/docs/${doc_id}/alias`, { as: server.anna, json: { alias: "wandering" } });
  await server.call(`PATCH /api/docs/${doc_id}`, { as: server.anna, json: { folder: "Guide/Further" } });
  const after = await entry();
  expect(after).toEqual({ id: before.id, link: `${site}Guide/Further/wandering` });
  expect((await read(after.id)).headers.get("location")).toBe(after.link);
  await server.call(`DELETE /api/docs/${doc_id}`, { as: server.anna });
});

test("the whole site as text is for people who are signed in where crawlers are kept out", async () => {
  for (const name of ["llms.txt", "llms-full.txt"]) expect((await read(site + name)).status).toBe(404);
  expect((await read(`${site}opensearch.xml`)).text).toContain(
    `template="${server.content_url}${site}search?q={searchTerms}"`,
  );
});

test("the map of a published tree is there on the shared host, for what everybody with the link reads, and crawlers stay out", async () => {
  const at = `${site}sitemap.xml`;
  const answers = [await read(at), await read(at, { cookie: await memberCookie() })];
  for (const { status, headers, text } of answers) {
    expect([status, headers.get("content-type")]).toEqual([200, "application/xml; charset=utf-8"]);
    expect(headers.get("x-robots-tag")).toBe("noindex, nofollow");
    expect(text).toContain(`<loc>${server.content_url}${site}Guide/${page.doc_id}</loc>`);
    expect(text).not.toContain(closed.doc_id);
  }
  expect((await read("/robots.txt")).text).toBe("User-agent: *\nDisallow: /\n");
  await settle("Guide", { publish_visibility: "signed_in" });
  expect((await read(`${site}sitemap.xml`)).status).toBe(404);
  await settle("Guide", { publish_visibility: "public" });
});

test("the feed of an agent's wiki is for members the one that strangers get", async () => {
  const { anna } = server;
  const { database } = server.runtime;
  const book = await server.navigate([{ target: `doc:${page.doc_id}` }]);
  const { body } = await server.call("POST /api/navigations", { as: anna, json: { name: "Answers" } });
  const entries = [page, closed].map(({ doc_id }) => ({ target: `doc:${doc_id}` }));
  await server.call(`PUT /api/navigations/${body.id}`, { as: anna, json: { version: 1, entries } });
  await server.call("PUT /api/wiki-site", { as: anna, json: { enabled: true, navigation: book.slug } });
  const given = { workspace_id: anna.workspace_id, navigation_id: body.id, agent_slug: "support" };
  await database.withTransaction((sql) => giveToAgent(sql, given));
  await database.bus.catchUp();
  const cookie = await memberCookie();
  const agents = `/w/@${anna.workspace}/~support/`;
  expect((await read(`${agents}llms.txt`, { cookie })).text).toContain("Salaries");
  const stranger = await read(`${agents}feed.xml`);
  expect(stranger.text).toContain(`${agents}${page.doc_id}`);
  expect(stranger.text).not.toContain("Salaries");
  expect((await read(`${agents}feed.xml`, { cookie })).text).toBe(stranger.text);
});

test("a folder that a document stands for is answered as that document and the list of what else lies there", async () => {
  const at = `${site}Guide/`;
  await settle("Guide", { index_doc_id: page.doc_id, view_mode: "list" });
  const { text } = await read(`${at}?format=md`);
  expect(text).toStartWith(`Source: ${server.content_url}${at}\n\n# Setup\n`);
  expect(text).toEndWith(`\n## In this folder\n\n- [Untitled](${server.content_url}${at}${code.body.doc_id})\n`);
  await settle("Guide", { view_mode: "page" });
  expect((await read(`${at}?format=md`)).text).not.toContain("In this folder");
});
