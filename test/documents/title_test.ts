// What a document is called: by its heading, its file, or whoever sets its title; and what its page shows of that.
import { describe, expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { formOf, type Published, publish, share } from "./published.ts";

const h = await openHarness();

async function titleOf({ as, at }: Pick<Published, "as" | "at">): Promise<string> {
  return (await h.call(`GET ${at}`, { as })).body.title;
}

/** The `<title>` and the main heading of a document's page. */
async function pageOf({ as, at }: Pick<Published, "as" | "at">) {
  const page: string = (await h.call(`GET ${at}/files/index.html`, { as })).body;
  const read = (tag: string) => new RegExp(`<${tag}[^>]*>([^<]*)`).exec(page)?.[1] ?? null;
  return { title: read("title"), heading: read("h1") };
}

test("a heading that shows nothing names no document, whichever way it comes", async () => {
  const nothing = "\u202e\u200b";
  for (const json of [{ markdown: `# ${nothing}` }, { html: `<h1>${nothing}</h1>` }])
    expect((await publish(h, json)).doc.title).toBe("Untitled");
  // Of what shows nothing, names of files may hold joiners alone.
  expect((await share(h, { name: "\u200b.txt", bytes: "words" })).doc.title).toBe("Untitled");
  const made = await publish(h, { markdown: "# Plan" });
  await h.call(`PUT ${made.at}/files/source.md`, { as: made.as, json: { content: `# ${nothing}` } });
  expect(await titleOf(made)).toBe("Plan");
});

describe("a file without a heading", () => {
  test.each([
    ["notes.md", "notes"],
    ["Meeting 3.markdown", "Meeting 3"],
    ["a.tar.gz", "a.tar"],
    ["notes.txt", "notes"],
  ])("%s is called %s, on its page too, from the first version on", async (name, title) => {
    const made = await share(h, { name, bytes: "plain words" });
    expect(made.doc.title).toBe(title);
    expect(await pageOf(made)).toEqual({ title, heading: title });
  });

  test("stays what it is called on its page when its text changes", async () => {
    const made = await share(h, { name: "notes.md", bytes: "plain words" });
    await h.call(`PUT ${made.at}/files/source.md`, { as: made.as, json: { content: "other words" } });
    expect(await pageOf(made)).toEqual({ title: "notes", heading: "notes" });
    expect(await titleOf(made)).toBe("notes");
  });

  test("sent as a page is called by its name without the ending, whatever that is", async () => {
    for (const [name, title] of [
      ["notes.txt", "notes"],
      ["Plan.HTML", "Plan"],
      ["a.b.htm", "a.b"],
      ["README", "README"],
    ] as const) {
      const form = formOf([["file", new Blob(["<p>words</p>"]), name]]);
      expect((await publish(h, {}, { form })).doc.title).toBe(title);
    }
    const headed = formOf([["file", new Blob(["<h2>Own</h2>"]), "notes.txt"]]);
    expect((await publish(h, {}, { form: headed })).doc.title).toBe("Own");
  });

  test("nor a name is Untitled, which no version of its page shows", async () => {
    const made = await publish(h, { markdown: "plain words" });
    expect(made.doc.title).toBe("Untitled");
    expect(await pageOf(made)).toEqual({ title: "Untitled", heading: null });
    await h.call(`PUT ${made.at}/files/source.md`, { as: made.as, json: { content: "other words" } });
    expect(await pageOf(made)).toEqual({ title: "Untitled", heading: null });
  });
});

type Way = (made: Published, text: string) => Promise<{ status: number; body: unknown }>;

const put =
  (path: string): Way =>
  ({ as, at }, content) =>
    h.call(`PUT ${at}/files/${path}`, { as, json: { content } });
const addFile =
  (path: string): Way =>
  ({ as, at }, text) =>
    h.call(`POST ${at}/files`, {
      as,
      form: formOf([
        ["file", new Blob([text]), path],
        ["path", path],
      ]),
    });
const upload =
  (path: string): Way =>
  ({ as, doc, at }, body) =>
    h
      .call(`GET ${at}`, { as })
      .then(({ body: { version } }) =>
        h.call(`PUT /api/upload?filename=x&doc_id=${doc.doc_id}&path=${path}&base_version=${version}`, { as, body }),
      );
const edit =
  (path: string): Way =>
  async ({ as, at }, text) => {
    const old_string = (await h.call(`GET ${at}/text?path=${path}`, { as })).body.content;
    return h.call(`POST ${at}/edit`, { as, json: { path, old_string, new_string: text } });
  };
const patch =
  (path: string): Way =>
  async ({ as, at }, text) => {
    const old = (await h.call(`GET ${at}/text?path=${path}`, { as })).body.content;
    const diff = `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-${old}\n\\ No newline at end of file\n+${text}\n\\ No newline at end of file\n`;
    return h.call(`POST ${at}/patch`, { as, json: { diff } });
  };
const commit =
  (path: string): Way =>
  async ({ as, at }, text) => {
    const sha256 = new Bun.CryptoHasher("sha256").update(text).digest("hex");
    const files = [{ path, sha256, size: Buffer.byteLength(text) }];
    const begun = (await h.call(`POST ${at}/commits`, { as, json: { files, mode: "merge" } })).body;
    for (const { url } of begun.put) await h.call(`PUT ${new URL(url).pathname}`, { as, body: text });
    return h.call(`POST ${at}/commits/${begun.commit_id}/finalize`, { as, json: {} });
  };

const activate =
  (path: string): Way =>
  async ({ as, at }, content) => {
    const before = (await h.call(`GET ${at}`, { as })).body;
    const written = (await h.call(`PUT ${at}/files/${path}`, { as, json: { content, activate: false } })).body;
    expect(written).toMatchObject({ candidate: true, title: before.title });
    expect(await titleOf({ as, at })).toBe(before.title);
    const json = { base_version: before.version };
    return h.call(`POST ${at}/versions/${written.version}/activate`, { as, json });
  };

const MARKDOWN = "source.md";
const HTML = "index.html";
const replaceHtml: Way = ({ as, at }, html) => h.call(`PATCH ${at}`, { as, json: { html } });
const WAYS: [name: string, json: object, write: Way][] = [
  ["PUT file of markdown", { markdown: "# One" }, put(MARKDOWN)],
  ["PUT file of HTML", { html: "<h1>One</h1>" }, put(HTML)],
  ["PATCH html", { html: "<h1>One</h1>" }, replaceHtml],
  ["POST files of markdown", { markdown: "# One" }, addFile(MARKDOWN)],
  ["an upload to markdown", { markdown: "# One" }, upload(MARKDOWN)],
  ["an upload to HTML", { html: "<h1>One</h1>" }, upload(HTML)],
  ["an edit of markdown", { markdown: "# One" }, edit(MARKDOWN)],
  ["an edit of HTML", { html: "<h1>One</h1>" }, edit(HTML)],
  ["a patch of markdown", { markdown: "# One" }, patch(MARKDOWN)],
  ["a commit to markdown", { markdown: "# One" }, commit(MARKDOWN)],
  ["a commit to HTML", { html: "<h1>One</h1>" }, commit(HTML)],
  ["a candidate of markdown", { markdown: "# One" }, activate(MARKDOWN)],
  ["a candidate of HTML", { html: "<h1>One</h1>" }, activate(HTML)],
];

function headed(json: object, heading: string): string {
  return "html" in json ? `<h1>${heading}</h1>` : `# ${heading}`;
}

describe("a title follows the first heading", () => {
  test.each(WAYS)("through %s, and a restore, until somebody sets it", async (_name, json, write) => {
    const made = await publish(h, { ...json });
    expect(made.doc.title).toBe("One");
    const written = await write(made, headed(json, "Two"));
    expect(written).toMatchObject({ body: { title: "Two" } });
    expect(await titleOf(made)).toBe("Two");
    const restored = await h.call(`POST ${made.at}/versions/1/restore`, { as: made.as, json: {} });
    expect(restored.body).toMatchObject({ title: "One", changed: true });
    await h.call(`PATCH ${made.at}`, { as: made.as, json: { title: "Mine" } });
    expect(await write(made, headed(json, "Three"))).toMatchObject({ body: { title: "Mine" } });
    expect(await titleOf(made)).toBe("Mine");
  });

  test.each(WAYS)("not through %s of a document that was published with a title", async (_name, json, write) => {
    const made = await publish(h, { ...json, title: "Mine" });
    expect(await write(made, headed(json, "Two"))).toMatchObject({ body: { title: "Mine" } });
    expect(await titleOf(made)).toBe("Mine");
  });

  test("and so does the page, whoever made it last", async () => {
    const made = await publish(h, { markdown: "# One\n\nwords" });
    await put(MARKDOWN)(made, "## Two\n\nwords");
    expect(await pageOf(made)).toEqual({ title: "Two", heading: null });
    await h.call(`PATCH ${made.at}`, { as: made.as, json: { title: "Mine" } });
    await put(MARKDOWN)(made, "## Three\n\nwords");
    expect(await pageOf(made)).toEqual({ title: "Mine", heading: "Mine" });
  });

  test("and stays when the heading goes", async () => {
    const made = await publish(h, { markdown: "# One\n\nwords" });
    await put(MARKDOWN)(made, "words");
    expect(await titleOf(made)).toBe("One");
    expect(await pageOf(made)).toEqual({ title: "One", heading: "One" });
  });

  test("and other files say nothing of it", async () => {
    const made = await publish(h, { html: "<h1>One</h1>" });
    await put("other.html")(made, "<h1>Other</h1>");
    await put("notes.md")(made, "# Notes");
    expect(await titleOf(made)).toBe("One");
  });

  test("and is no longer than a title may be", async () => {
    const made = await publish(h, { markdown: `# ${"long ".repeat(1000)}` });
    expect(made.doc.title.length).toBeLessThanOrEqual(300);
    expect(await pageOf(made)).toMatchObject({ heading: expect.stringContaining("long long") });
  });
});

describe("setting a title", () => {
  test("to the one that it has changes nothing: it follows the heading as before", async () => {
    const made = await publish(h, { markdown: "# One" });
    const same = await h.call(`PATCH ${made.at}`, { as: made.as, json: { title: "One" } });
    expect(same).toMatchObject({ status: 200, body: { title: "One", version: 1 } });
    expect((await h.audit()).at(-1)).toMatchObject({ action: "doc.publish", target_id: made.doc.doc_id });
    await put(MARKDOWN)(made, "# Two");
    expect(await titleOf(made)).toBe("Two");
  });

  test("with the content wins over the content's own", async () => {
    const made = await publish(h, { html: "<h1>One</h1>" });
    const json = { html: "<h1>Two</h1>", title: "One" };
    expect((await h.call(`PATCH ${made.at}`, { as: made.as, json })).body.title).toBe("One");
    await put(HTML)(made, "<h1>Three</h1>");
    expect(await titleOf(made)).toBe("One");
    const text = await publish(h, { markdown: "# One" });
    await h.call(`PATCH ${text.at}`, { as: text.as, json: { markdown: "# Two", title: "One" } });
    await put(MARKDOWN)(text, "# Three");
    expect(await titleOf(text)).toBe("One");
  });

  test("on a copy is what its name is", async () => {
    const made = await publish(h, { markdown: "# One" });
    const copy = (await h.call(`POST ${made.at}/duplicate`, { as: made.as, json: {} })).body;
    const at = `/api/docs/${copy.doc_id}`;
    await put(MARKDOWN)({ ...made, at }, "# Two");
    expect(await titleOf({ as: made.as, at })).toBe("One (copy)");
  });
});

test("whoever follows the feed or searches finds the new title", async () => {
  const made = await publish(h, { markdown: "# One" });
  const changes = (since: string) => h.call(`GET /api/changes?since=${since}`, { as: made.as });
  const { next_cursor } = (await h.call("GET /api/changes", { as: made.as })).body;
  await put(MARKDOWN)(made, "# Rhubarb");
  expect((await changes(next_cursor)).body.changes).toMatchObject([{ title: "Rhubarb" }]);
  await h.runtime.relay.relayAll();
  await h.runtime.jobs.runDue();
  const found = await h.call("GET /api/search/ranked?q=rhubarb", { as: made.as });
  expect(found.body.results).toMatchObject([{ title: "Rhubarb" }]);
});

test("a title that is set while a page is on its way stands, and the page is made again with it", async () => {
  const made = await publish(h, { markdown: "# One" });
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        await h.call(`PATCH ${made.at}`, { as: made.as, json: { title: "Mine" } });
        controller.enqueue(new TextEncoder().encode("words"));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const query = `filename=x.md&doc_id=${made.doc.doc_id}&path=source.md&base_version=1`;
  expect((await h.call(`PUT /api/upload?${query}`, { as: made.as, body })).body.title).toBe("Mine");
  await h.runtime.jobs.runDue();
  expect(await pageOf(made)).toEqual({ title: "Mine", heading: "Mine" });
});
