// Pages that the service makes follow the title and the renderer, without a version of their own.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";

const h = await openHarness();

async function publish(markdown: string) {
  const person = await h.person();
  const { body } = await h.call("POST /api/docs", { as: person, json: { markdown, visibility: "unlisted" } });
  return { person, doc: body, path: new URL(body.url).pathname };
}

test("the renewal makes a page again that an older renderer made, in the same version", async () => {
  const { person, doc, path } = await publish("# Hello\n\ntext");
  const fresh = (await h.open(path)).body;
  const { sql } = h.runtime.database;
  const [other] = await sql<{ blob_id: number }[]>`
    select blob_id from document_files f join documents d using (document_id) where d.doc_id = ${doc.doc_id} and path = 'source.md'`;
  await sql`
    update document_files set renderer = 0, blob_id = ${other?.blob_id ?? 0}, size_bytes = 13
    where document_id = (select document_id from documents where doc_id = ${doc.doc_id}) and path = 'index.html'`;
  h.clock.advance(3600 * 1000);
  await h.runtime.jobs.runDue();
  expect((await h.open(path)).body).toBe(fresh);
  expect((await h.call(`GET /api/docs/${doc.doc_id}`, { as: person })).body).toMatchObject({
    version: 1,
    size: doc.size,
  });
});

test("a page that another release made keeps its look until it is made again, and lets no more in than style", async () => {
  const { doc, path } = await publish("# Hello\n\ntext");
  const { sql } = h.runtime.database;
  await sql`
    update document_files set renderer = 0
    where document_id = (select document_id from documents where doc_id = ${doc.doc_id}) and path = 'index.html'`;
  const policy = async () => (await h.open(path)).headers.get("content-security-policy") ?? "";
  const before = await policy();
  expect(before).toContain("style-src 'unsafe-inline' ");
  expect(before).toContain("style-src-attr 'none'");
  h.clock.advance(3600 * 1000);
  await h.runtime.jobs.runDue();
  const after = await policy();
  expect(after).not.toContain("unsafe-inline");
  const rest = (text: string) => text.split("; ").filter((part) => !part.startsWith("style-src"));
  expect(rest(before)).toEqual(rest(after));
});

test("a new title reaches the page at once and makes no version", async () => {
  const { person, doc, path } = await publish("# Hello\n\ntext");
  await h.open(path);
  const patched = await h.call(`PATCH /api/docs/${doc.doc_id}`, { as: person, json: { title: "Better" } });
  expect(patched.body).toMatchObject({ title: "Better", version: 1 });
  expect((await h.open(path)).body).toContain("<title>Better</title>");
});

test("a title that loses the race against new content never brings back the old page", async () => {
  const { person, doc, path } = await publish("# Hello\n\nold words");
  const write = (content: string) =>
    h.call(`PUT /api/docs/${doc.doc_id}/files/source.md`, { as: person, json: { content } });
  const rename = (title: string) => h.call(`PATCH /api/docs/${doc.doc_id}`, { as: person, json: { title } });
  for (let round = 0; round < 10; round++) {
    await Promise.all([write(`# Hello\n\nwords ${round}`), rename(`Title ${round}`)]);
    await h.runtime.jobs.runDue();
    const page = (await h.open(path)).body;
    expect(page).toContain(`words ${round}`);
  }
});
