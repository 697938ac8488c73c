// A book published by the command line as a wiki and as the folder site of a shared root,
// at a domain that crawlers are let in to: a chapter for members is there for them, and for nobody else by any way.
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publish } from "../../hosts/client/publish.ts";
import { openDomainsServer } from "../domains/domains_server.ts";
import { until } from "../harness/until.ts";
import { createVisitor } from "../signin/visitor.ts";

const NAME = "docs.berg.example";
const h = await openDomainsServer([NAME]);
const owner = await h.person({ role: "owner", plan: "team" });
const member = await h.person({ role: "member", workspace_id: owner.workspace_id });
const folder = makeBook({
  "README.md": "# The book\n\nBegin with [one](one.md), then [pay](pay.md) and [two](two.md).\n",
  "one.md": "# Chapter one\n\nElephants everywhere.\n",
  "pay.md": "# Salaries\n\nElephants earn giraffes.\n",
  "two.md": "# Chapter two\n\nMore elephants.\n",
  "SUMMARY.md": "# Summary\n\n- [Begin](README.md)\n- [One](one.md)\n- [What we earn](pay.md)\n- [Two](two.md)\n",
});
await publishBook();
const documents: { doc_id: string; slug: string; filename: string }[] = (
  await must("GET /api/docs?root=handbook&folder=book")
).docs;
const { doc_id, slug } = named("pay.md");
await must(`PATCH /api/docs/${doc_id}`, { visibility: "workspace", tags: ["pay-tag"] });
// The table of contents is a document too, whose own words name every chapter.
await must(`PATCH /api/docs/${named("SUMMARY.md").doc_id}`, { visibility: "workspace" });
await must("PUT /api/folder-meta?root=handbook&path=book", { published: true, view_mode: "list" });
await h.activate(owner, NAME);
await must("PUT /api/wiki-site", { enabled: true, navigation: "the-book", title: "The book", domain: NAME });
await until(async () => (await h.call("PUT /api/wiki-site", { as: owner, json: { indexable: true } })).status === 200);
/** What would tell of the chapter. */
const TRACES = ["Salaries", "What we earn", "giraffes", "pay-tag", doc_id, slug];

const SITES = [
  { what: "the wiki", base: "/w/", at: "/w/" },
  { what: "the folder site", base: "/w/r/handbook/", at: "/w/r/handbook/book/" },
];

for (const { what, base, at } of SITES) {
  test(`${what} tells no stranger of the chapter: not in tree, search, sitemap, feed, texts, neighbours or counts`, async () => {
    const open = documents.filter(({ filename }) => ["README.md", "one.md", "two.md"].includes(filename));
    const addresses = await Promise.all(open.map((one) => addressOf(at + one.doc_id)));
    const beside = ["", "search", "search?q=elephants", "search?q=earn", "search?q=elephants&format=json"];
    const texts = ["sitemap.xml", "feed.xml", "opensearch.xml", "llms.txt", "llms-full.txt"];
    for (const path of [base, at, ...addresses, ...[...beside, ...texts].map((one) => base + one)]) {
      const page = await read(path);
      expect([path, page.status, TRACES.filter((trace) => page.text.includes(trace))]).toEqual([path, 200, []]);
    }
    for (const text of texts.filter((one) => one !== "opensearch.xml" && one !== "llms-full.txt")) {
      const { text: said } = await read(base + text);
      expect([text, addresses.filter((address) => said.includes(`https://${NAME}${address}`)).length]).toEqual([
        text,
        3,
      ]);
    }
    const found = JSON.parse((await read(`${base}search?q=elephants&format=json`)).text);
    expect(found.results.map(({ title }: { title: string }) => title).sort()).toEqual(["Chapter one", "Chapter two"]);
    const one = await read(await addressOf(at + named("one.md").doc_id));
    expect(/rel="next"[^>]*><span>Next<\/span><strong dir="auto">([^<]*)/.exec(one.text)?.[1]).toBe("Chapter two");
  });

  test(`${what} answers for the chapter as for what never was, in every form and by every method`, async () => {
    for (const [path, method] of [
      [at + doc_id, "GET"],
      [at + doc_id, "HEAD"],
      [`${at}${doc_id}?format=md`, "GET"],
      [`${at}${doc_id}?version=1`, "GET"],
      [`${at}pay.md`, "GET"],
    ] as const) {
      const closed = await read(path, { method });
      const nothing = await read(path.replace(doc_id, "doc_never").replace("pay.md", "never.md"), { method });
      expect([path, method, closed.status, closed.plain]).toEqual([path, method, 404, nothing.plain]);
    }
  });

  test(`${what} has the chapter for a member, on pages that no cache keeps`, async () => {
    const cookie = await signedIn(at);
    for (const path of [base, `${base}search?q=giraffes`, `${base}llms.txt`, `${base}llms-full.txt`]) {
      const page = await read(path, { cookie });
      expect([path, page.status, page.text.includes("Salaries") || page.text.includes("What we earn")]).toEqual([
        path,
        200,
        true,
      ]);
      expect(page.headers.get("cache-control")).toBe("private, no-store");
    }
    expect((await read(await addressOf(at + doc_id, cookie), { cookie })).text).toContain("giraffes");
    // And the stranger who comes next gets nothing of it.
    expect((await read(base)).text).not.toContain("Salaries");
  });
}

function makeBook(files: Record<string, string>): string {
  const path = mkdtempSync(join(tmpdir(), "docsvc-book-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** By the command, as people call it. */
async function publishBook(): Promise<void> {
  const listener = Bun.serve({ port: 0, idleTimeout: 120, fetch: (request) => passOn(request) });
  afterAll(() => listener.stop(true));
  await must("POST /api/roots", { name: "Handbook" });
  const { token } = owner;
  const said: string[] = [];
  const terminal = {
    ...{ env: {}, folder: "/", redraw: null, local: null },
    out: (line: string) => void said.push(line),
    err: (line: string) => void said.push(line),
  };
  const at = ["--server", listener.url.origin, "--token", token, "--root", "handbook", "--folder", "book"];
  const code = await publish.call([folder, ...at, "--visibility", "unlisted", "--navigation", "The book"], terminal);
  expect({ code, said }).toEqual({ code: 0, said: expect.any(Array) });
}

async function passOn(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const url = new URL(pathname + search, h.base_url);
  const headers = new Headers(request.headers);
  headers.set("host", url.host);
  return h.fetch(new Request(url, { method: request.method, headers, body: await request.arrayBuffer() }));
}

async function must(route: string, json?: object) {
  const { status, body } = await h.call(route, { as: owner, ...(json && { json }) });
  if (status >= 300) throw new Error(`${route} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

function named(filename: string): (typeof documents)[number] {
  const found = documents.find((one) => one.filename === filename);
  if (!found) throw new Error(`there is no ${filename} among ${JSON.stringify(documents)}`);
  return found;
}

async function read(path: string, { cookie, method = "GET" }: { cookie?: string; method?: string } = {}) {
  const headers = { host: NAME, accept: "text/html", ...(cookie && { cookie }) };
  const answer = await h.fetch(new Request(`http://${NAME}${path}`, { method, headers, redirect: "manual" }));
  const text = await answer.text();
  const sent = [...answer.headers].filter(([name]) => !["x-request-id", "content-length", "date"].includes(name));
  const plain = { status: answer.status, text: text.replaceAll(/to=[^"]*/g, ""), sent };
  return { status: answer.status, text, headers: answer.headers, plain };
}

/** Where a page is in the end. */
async function addressOf(path: string, cookie?: string): Promise<string> {
  const { status, headers } = await read(path, cookie === undefined ? {} : { cookie });
  const location = headers.get("location");
  return status === 301 && location !== null ? location : path;
}

/** The cookie of the member's browser after it came over from the app. */
async function signedIn(path: string): Promise<string> {
  const browser = createVisitor(
    (request) => h.fetch(new Request(request.url.replace(/^https:/, "http:"), request)),
    h.base_url,
  );
  const [name = "", value = ""] = member.cookie.split("=");
  browser.cookies.set(new URL(h.base_url).host, new Map([[name, value]]));
  let address = `https://${NAME}/viewer/sign-in?to=${encodeURIComponent(path)}`;
  for (let hops = 0; hops < 6; hops++) {
    const location = (await browser.open(address)).headers.get("location");
    if (location === null) break;
    address = new URL(location, address).href;
  }
  return [...(browser.cookies.get(NAME) ?? [])].map(([key, of]) => `${key}=${of}`).join("; ");
}
