// No string of the corpus runs in a page, a fragment or a picture that the service makes of content,
// with no policy to stop it.
import { afterAll, expect, test } from "bun:test";
import { pickByDepth, sample } from "../harness/depth.ts";
import { openHarness } from "../harness/harness.ts";
import { must } from "../roots/space.ts";
import { SHARP as ALL_SHARP, chunks, CORPUS as WHOLE } from "./injection_corpus.ts";
import { type Exhibit, openLab, watched } from "./injection_lab.ts";

/** A frame of its own for each string takes a minute and a half for all of them: others with each seed. */
const ONE_OF = pickByDepth({ small: 8, deep: 4 });
const CORPUS = sample(WHOLE, ONE_OF);
const SHARP = sample(ALL_SHARP, ONE_OF);

let answer: (request: Request) => Promise<Response> = async () => new Response(null, { status: 503 });
const listener = Bun.serve({ port: 0, idleTimeout: 120, fetch: (request) => answer(request) });
const server = await openHarness({
  env: {
    BASE_URL: `http://localhost:${listener.port}`,
    CONTENT_URL: `http://127.0.0.1:${listener.port}`,
    QUOTA_PUBLISH: "100000",
    QUOTA_MARKDOWN_RENDER: "100000",
    QUOTA_CONTENT_MISSING: "100000",
  },
});
answer = server.fetch;
afterAll(() => listener.stop(true));
const lab = await openLab();
const anna = await server.person();
const CALLS_AT_ONCE = 4;

/** Makes something of each, a few at a time. */
async function each<Item, Made>(items: readonly Item[], make: (item: Item, index: number) => Promise<Made>) {
  const made: Made[] = [];
  for (let from = 0; from < items.length; from += CALLS_AT_ONCE) {
    const some = items.slice(from, from + CALLS_AT_ONCE);
    made.push(...(await Promise.all(some.map((item, index) => make(item, from + index)))));
  }
  return made;
}

async function publish(route: string, json: Record<string, unknown>) {
  return (await must(server.call(route, { as: anna, json: { visibility: "unlisted", ...json } }))).body;
}

/** The page of a document as its readers get it. */
async function pageOf(document: { url: string; title: string }): Promise<Exhibit> {
  const sent = await must(server.open(new URL(document.url).pathname));
  return { name: document.title, body: sent.bytes };
}

test("the lab sees what runs: most of the corpus does when it is sent as it is", async () => {
  expect(WHOLE.length).toBeGreaterThan(450);
  const findings = await lab.examine(ALL_SHARP.map((text) => ({ name: text, body: text })));
  expect(new Set(findings.map(({ name }) => name)).size).toBeGreaterThan(ALL_SHARP.length * 0.7);
  expect(findings.filter(({ what }) => /script ran|alert ran/.test(what)).length).toBeGreaterThan(40);
});

test("nothing runs that is rendered as markdown", async () => {
  const exhibits = await each(CORPUS, async (content) => {
    const { body } = await must(server.call("POST /api/render/markdown", { as: anna, json: { content } }));
    return { name: content, body: `<!doctype html><body>${body.html}` };
  });
  expect(await lab.examine(exhibits)).toEqual([]);
});

test("nothing runs in a page of markdown, its headings and contents, or the same as a reader's program gets it", async () => {
  const lines = CORPUS.map((text) => text.replace(/\s+/g, " "));
  const sources = { text: CORPUS.join("\n\n"), headings: lines.map((line) => `## ${line}`).join("\n\n") };
  const exhibits: Exhibit[] = [];
  for (const markdown of Object.values(sources)) {
    const made = await publish("POST /api/docs", { markdown, title: "all" });
    exhibits.push(await pageOf(made));
    const { body } = await must(server.call(`GET /api/docs/${made.doc_id}/rendered`, { as: anna }));
    // What the document asks of itself leads to its own address from there.
    const html = body.html.replaceAll(made.url, "");
    exhibits.push({ name: "rendered", body: `<!doctype html><body>${html}` });
  }
  expect(await lab.examine(exhibits)).toEqual([]);
});

test("nothing runs in a snippet, whatever language colours it, nor in its title", async () => {
  const content = CORPUS.join("\n");
  const languages = ["html", "markdown", "javascript", "xml", "css", "php", "text"];
  const whole = await each(languages, (language) =>
    publish("POST /api/snippets", { content, language, title: language }),
  );
  const titled = await each(chunks(SHARP, 500), (title) => publish("POST /api/snippets", { content: title, title }));
  expect(await lab.examine(await each([...whole, ...titled], pageOf))).toEqual([]);
});

test("nothing runs in the page of a file, of its name, title or description", async () => {
  const description = CORPUS.join("\n").slice(0, 8000);
  const files = ["bin", "png", "pdf", "mp4", "mp3", "svg"];
  const documents = await each(chunks(SHARP, 180), (text, index) => {
    const form = new FormData();
    form.set("file", new File([new Uint8Array(8)], "x"));
    form.set("filename", `${text.replace(/[/\\\0-\x1f]/g, "")}.${files[index % files.length]}`);
    form.set("title", text);
    form.set("visibility", "unlisted");
    if (index === 0) form.set("description", description);
    return server.call("POST /api/files", { as: anna, form });
  });
  const taken = documents.filter(({ status }) => status === 201).map(({ body }) => body);
  expect(documents.filter(({ status }) => status !== 201 && status !== 400)).toEqual([]);
  expect(taken.length).toBeGreaterThan(documents.length / 2);
  expect(await lab.examine(await each(taken, pageOf))).toEqual([]);
});

test("nothing runs in what search shows of a text", async () => {
  await each(chunks(CORPUS, 450), (text) =>
    publish("POST /api/docs", { markdown: `needle ${text} needle`, title: `needle ${text}` }),
  );
  for (let round = 0; round < 3; round++) {
    await server.runtime.relay.relayAll();
    await server.runtime.jobs.runDue();
  }
  const exhibits: Exhibit[] = [];
  for (const query of ["needle", "script", "img onerror", "javascript alert"]) {
    const found = await must(
      server.call(`GET /api/search/ranked?q=${encodeURIComponent(query)}&limit=50`, { as: anna }),
    );
    for (const { snippet_html, title } of found.body.results) {
      exhibits.push({ name: title, body: `<!doctype html><body>${snippet_html}` });
    }
  }
  expect(exhibits.length).toBeGreaterThan(40);
  expect(await lab.examine(exhibits)).toEqual([]);
});

test("nothing runs in a picture that the icon library took", async () => {
  const drawing = (inside: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0"/>${inside}</svg>`;
  const shapes = [
    ...SHARP.map(drawing),
    ...SHARP,
    ...chunks(CORPUS, 2000).map((text) => drawing(`<title>${text.replace(/[<&]/g, "")}</title>`)),
  ];
  const answers = await each(shapes, (svg) =>
    server.call("POST /api/icons", { as: anna, json: { name: svg.slice(0, 60).trim() || "x", svg } }),
  );
  expect(answers.filter(({ status }) => ![200, 201, 400].includes(status))).toEqual([]);
  const taken = [...new Set(answers.filter(({ status }) => status < 300).map(({ body }) => String(body.url)))];
  const exhibits = await each(taken, async (url) => {
    const { bytes } = await must(server.open(new URL(url).pathname));
    return { name: url, body: bytes, content_type: "image/svg+xml" };
  });
  expect(await lab.examine(exhibits)).toEqual([]);
  const inline = exhibits.map(({ name, body }) => ({
    name,
    body: `<!doctype html><body>${new TextDecoder().decode(body)}`,
  }));
  expect(await lab.examine(inline)).toEqual([]);
});

test("what is published as html on purpose runs in nobody's origin, and reaches no cookie and no store", async () => {
  const seen: string[] = [];
  const context = await watched(lab.browser, { origin: server.content_url, found: (_, what) => seen.push(what) });
  const probe = `<script>
    const reached = [];
    try { reached.push(document.cookie) } catch {}
    try { reached.push(localStorage.length) } catch {}
    fetch("${server.base_url}/api/me", { credentials: "include" }).then(() => reached.push("the app"), () => {})
      .then(() => console.log("reached " + reached.join()));
  </script>`;
  const html = `<!doctype html>${probe}${ALL_SHARP.slice(0, 12).join("\n")}`;
  const made = await publish("POST /api/docs", { html, title: "x" });
  const page = await context.newPage();
  const told = page.waitForEvent("console", (message) => message.text().startsWith("reached"));
  await page.goto(made.url);
  expect((await told).text()).toBe("reached ");
  const scripts = seen.filter((what) => what.includes(" ran in "));
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((what) => !what.endsWith(" in null"))).toEqual([]);
  await context.close();
});
