// An exported site on a plain file server:
// every page and file that its reader sees, every link leading somewhere, and nothing else.
import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve, sep } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { unpackTar } from "modern-tar";
import { openBrowser } from "../browser/browser.ts";
import { PICTURE } from "../browser/published_site.ts";
import { unzipped } from "../bundles/unzipped.ts";
import { openSiteServer } from "./site_server.ts";

const runtime = await openSiteServer();
const { put, navigate, settle, anna, otto } = runtime;
const NUL_AND_DOTS = [
  "..",
  "../../evil",
  "CON",
  "aux.md",
  "Über 会议 🎉",
  "a/b\\c:d",
  "x".repeat(200),
  "%2e%2e",
  "‮gnp",
];

const intro = await put(
  "Book",
  "# Introduction\n\nSee [[install]], [the second](Deep/second.md#part), ![beside](img/dot.png) ![chart](https://evil.example/x.png) and [out](https://example.com/).\n\n```mermaid\ngraph TD; a-->b\n```\n",
  { filename: "intro.md" },
);
const second = await put("Book/Deep", "# Second\n\n## Part\n\n$x^2$ back to [the first](../intro.md)", {
  filename: "second.md",
});
const install = await put("Book", "# Installing\n\nRun.", { filename: "install.md" });
await must(runtime.call(`PUT /api/docs/${install.doc_id}/alias`, { as: anna, json: { alias: "install" } }));
const inside = await put("Book", "# Inside", { visibility: "workspace" });
const html = await must(
  runtime.call("POST /api/docs", {
    as: anna,
    json: {
      html: `<!doctype html><title>App</title><link rel="stylesheet" href="css/a.css"><h1>App</h1><img src="dot.png">`,
      folder: "Book",
      root: "handbook",
      visibility: "unlisted",
    },
  }),
);
await must(
  runtime.call(`PUT /api/docs/${html.doc_id}/files/css/a.css`, { as: anna, json: { content: "h1{color:rgb(1,2,3)}" } }),
);
await must(
  runtime.call(`PUT /api/docs/${html.doc_id}/files/dot.png`, {
    as: anna,
    json: { content: Buffer.from(PICTURE).toString("base64"), encoding: "base64" },
  }),
);
const form = new FormData();
form.set("visibility", "unlisted");
form.set("file", new Blob([PICTURE], { type: "image/png" }), "dot 1.png");
const picture = await must(runtime.call("POST /api/files", { as: anna, form }));
for (const title of NUL_AND_DOTS) await put("Odd", `# ${title}`, { title });
await put("Odd/Case", "# One");
await put("Odd/case", "# Two");
const beside = new FormData();
for (const [name, value] of Object.entries({ visibility: "unlisted", root: "handbook", folder: "Book/img" }))
  beside.set(name, value);
beside.set("file", new Blob([PICTURE], { type: "image/png" }), "dot.png");
await must(runtime.call("POST /api/files", { as: anna, form: beside }));
const navigation = await navigate([
  { target: `doc:${intro.doc_id}` },
  {
    kind: "group",
    label: "Chapters <b>",
    children: [{ target: "install" }, { target: `doc:${inside.doc_id}` }, { target: `doc:${second.doc_id}` }],
  },
  { target: `doc:${html.doc_id}` },
  { target: `doc:${picture.doc_id}` },
  { target: "folder:handbook:Odd", label: "Odd" },
  { target: "https://example.com/", kind: "link", label: "Outside" },
]);
await must(
  runtime.call("PUT /api/wiki-site", {
    as: anna,
    json: {
      enabled: true,
      navigation: navigation.slug,
      accent: "#d02040",
      footer_md: "By [us](/d/nothing/) ![x](https://evil.example/f.png)",
    },
  }),
);
await must(
  runtime.call("PUT /api/wiki-site/redirects", {
    as: anna,
    json: {
      version: 1,
      redirects: [
        { from: "old/page", to: "doc:install" },
        { from: "secret", to: `doc:${inside.doc_id}` },
        { from: "away", to: "https://example.com/new", external: true },
      ],
    },
  }),
);
await settle("Odd", { published: true });
await settle("Book", { published: true });

async function exported(query = "", as = anna) {
  const answer = await runtime.call(`GET /api/wiki-site/export${query}`, { as });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/zip"]);
  return unzipped(answer.bytes);
}
/** The name of a document that has no alias. */
const named = (title: string, { doc_id }: { doc_id: string }) => `${title}-${doc_id.slice(-6)}.html`;
const text = (files: Record<string, Uint8Array>, name: string) => new TextDecoder().decode(files[name]);

test("holds what a stranger sees and nothing that is closed to them, and for oneself what one sees", async () => {
  const files = await exported("?base_url=https://docs.example.com/kb");
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining([
      "index.html",
      "install.html",
      "404.html",
      "sitemap.xml",
      "old/page/index.html",
      "away/index.html",
    ]),
  );
  expect(Object.keys(files).filter((name) => name.includes("secret"))).toEqual([]);
  for (const [name, bytes] of Object.entries(files).filter(([one]) => !one.startsWith("assets/"))) {
    const page = new TextDecoder().decode(bytes);
    for (const hidden of ["Inside", inside.doc_id, inside.slug])
      expect([name, page.includes(hidden)]).toEqual([name, false]);
  }
  expect(text(files, "sitemap.xml")).toContain("<loc>https://docs.example.com/kb/install.html</loc>");
  expect(text(files, "install.html")).toContain(
    '<link rel="canonical" href="https://docs.example.com/kb/install.html">',
  );
  expect(text(files, "old/page/index.html")).toContain('content="0; url=../../install.html"');
  const [shown] = /src="(files\/[^"]*dot.png)"/.exec(text(files, "intro.html"))?.slice(1) ?? [];
  expect([...(files[shown ?? ""] ?? [])]).toEqual([...PICTURE]);
  const live = await runtime.read(`${runtime.site}Book/${intro.doc_id}`);
  expect(live.text).toContain(`src="/d/${intro.slug}/img/dot.png"`);
  expect(text(files, "intro.html")).toContain(`href="second.html#part"`);
  expect(Object.keys(files).filter((name) => /doc_[^/]*\.html$/.test(name))).toEqual([]);
  const own = await exported("?as=me");
  expect(text(own, named("inside", inside))).toContain("Inside");
  expect(Object.keys(own)).not.toContain("sitemap.xml");
  expect((await runtime.audit()).at(-1)).toMatchObject({ action: "export.site", meta: { as: "me", root: null } });
});

test("a tar holds the same files, and is compressed for a program that takes it", async () => {
  const files = await exported("?base_url=https://docs.example.com/kb");
  const answers = [];
  for (const encoding of ["identity", "gzip, zstd;q=0.5", "zstd;q=0"]) {
    const headers = { "accept-encoding": encoding };
    const answer = await runtime.call("GET /api/wiki-site/export?base_url=https://docs.example.com/kb&format=tar", {
      as: anna,
      headers,
    });
    const packed = answer.headers.get("content-encoding");
    const tar = packed === "zstd" ? zstdDecompressSync(answer.bytes) : answer.bytes;
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/x-tar"]);
    const entries = (await unpackTar(tar, { strict: true })).map(({ header, data }) => [header.name, data] as const);
    expect(entries.map(([name]) => name)).toEqual(Object.keys(files));
    for (const [name, data] of entries) expect([name, Buffer.compare(data!, files[name]!)]).toEqual([name, 0]);
    answers.push(packed);
  }
  expect(answers).toEqual([null, "zstd", null]);
});

test("a page that stands in the site lies in no second file, as its own host shows it", async () => {
  const files = await exported();
  for (const { doc_id } of [intro, second, install])
    expect(Object.keys(files).filter((name) => name.startsWith(`files/${doc_id}/index`))).toEqual([]);
  expect(Object.keys(files)).toContain(`files/${html.doc_id}/index.html`);
});

test("a picture of a document is taken along for another page that shows it, whichever of them comes first", async () => {
  const content = Buffer.from(PICTURE).toString("base64");
  const quiet = [];
  for (const filename of ["a.md", "c.md"]) {
    const one = await put("Shown", "# Quiet\n\nNothing leads from here.", { filename });
    await must(
      runtime.call(`PUT /api/docs/${one.doc_id}/files/dot.png`, { as: anna, json: { content, encoding: "base64" } }),
    );
    quiet.push(one);
  }
  const pictures = quiet.map(({ slug }) => `![dot](/d/${slug}/dot.png)`);
  await put("Shown", `# Showing\n\n${pictures.join(" ")}`, { filename: "b.md" });
  await settle("Shown", { published: true });
  // An hour has only so many exports of one person.
  const files = await exported("?root=handbook", otto);
  await settle("Shown", { published: false });
  const page = text(files, "Shown/b.html");
  for (const { doc_id } of quiet) {
    expect(page).toContain(`src="../files/${doc_id}/dot.png"`);
    expect([...(files[`files/${doc_id}/dot.png`] ?? [])]).toEqual([...PICTURE]);
  }
});

test("no name leaves the folder, is one that a system keeps, or is two in letters of another case", async () => {
  for (const query of ["", "?root=handbook"]) {
    const names = Object.keys(await exported(query));
    const folded = names.map((name) => name.normalize("NFC").toLowerCase());
    expect(new Set(folded).size).toBe(names.length);
    for (const name of names) {
      expect(resolve("/x", name).startsWith(`/x${sep}`)).toBe(true);
      for (const part of name.split("/")) {
        expect([part, /^\.*$|[\\:*?"<>|\p{Cc}‪-‮]|^(con|aux)(\.|$)/iu.test(part), Buffer.byteLength(part) < 200]).toEqual(
          [part, false, true],
        );
      }
    }
  }
});

test("on a plain file server every link and every file is there, nothing is asked of anybody else and no page complains", async () => {
  const browser = await openBrowser();
  const folder = mkdtempSync(join(tmpdir(), "docsvc-export-"));
  const served = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      const path = decodeURIComponent(new URL(request.url).pathname);
      const file = Bun.file(join(folder, path.endsWith("/") ? `${path}index.html` : path));
      return (await file.exists()) ? new Response(file) : new Response("missing", { status: 404 });
    },
  });
  afterAll(async () => {
    await browser.close();
    await served.stop(true);
    rmSync(folder, { recursive: true, force: true });
  });
  for (const [at, query] of [
    ["wiki", ""],
    ["tree", "?root=handbook"],
  ] as const) {
    for (const [name, bytes] of Object.entries(await exported(query))) {
      mkdirSync(dirname(join(folder, at, name)), { recursive: true });
      writeFileSync(join(folder, at, name), bytes);
    }
  }
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(`${page.url()} ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(`${page.url()} ${error}`));
  page.on("request", (request) => {
    if (!request.url().startsWith(served.url.origin) && !request.url().startsWith("data:"))
      complaints.push(`asked ${request.url()}`);
  });
  page.on(
    "response",
    (response) => response.status() >= 400 && complaints.push(`${response.status()} ${response.url()}`),
  );
  const waiting = [`${served.url.origin}/wiki/index.html`, `${served.url.origin}/tree/index.html`];
  const seen = new Set(waiting);
  const titles: string[] = [];
  for (const address of waiting) {
    await page.goto(address, { waitUntil: "load" });
    titles.push(await page.title());
    const links = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLAnchorElement>("a[href]")].map((link) => link.href),
    );
    for (const link of links) {
      const { origin, pathname } = new URL(link);
      if (origin !== served.url.origin || seen.has(origin + pathname)) continue;
      seen.add(origin + pathname);
      if (pathname.includes("/files/")) expect((await fetch(link)).status).toBe(200);
      else waiting.push(origin + pathname);
    }
  }
  expect(complaints).toEqual([]);
  expect(titles.filter((title) => title.startsWith("Installing")).length).toBeGreaterThan(0);
  expect(waiting.length).toBeGreaterThan(25);
  await page.goto(`${served.url.origin}/wiki/old/page/`);
  await page.waitForURL(`${served.url.origin}/wiki/install.html`);
  await page.goto(`${served.url.origin}/wiki/${named("app", html)}`);
  await page.waitForFunction(() => document.querySelector("iframe")?.hasAttribute("style"));
  expect(await page.locator(".search").count()).toBe(0);
});

test("what is not there, a base that is no address, and somebody of another workspace get no site", async () => {
  const nothing = await runtime.call("GET /api/wiki-site/export?root=nothing", { as: anna });
  expect([nothing.status, nothing.body.error]).toEqual([404, expect.stringContaining("strangers may read")]);
  expect((await runtime.call("GET /api/wiki-site/export?base_url=javascript:1", { as: anna })).status).toBe(400);
  expect((await runtime.call("GET /api/wiki-site/export", { as: runtime.eve })).status).toBe(404);
  expect((await runtime.call("GET /api/wiki-site/export", { as: otto })).status).toBe(200);
});

async function must(answering: ReturnType<typeof runtime.call>) {
  const { status, body } = await answering;
  if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body;
}
