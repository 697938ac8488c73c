// The hooks of a type of document that a plugin above brings:
// its page follows the source, the title and the plugin's own rows.
import { beforeEach, expect, test } from "bun:test";
import { bootServer } from "../../kernel/host.ts";
import { enqueue, HOUR_MS, handle, type Plugin } from "../../kernel/plugin.ts";
import { documentPageHook } from "../../plugins/documents/port/hooks.ts";
import { manifest } from "../../plugins/manifest.ts";
import { plugins } from "../../plugins/mod.ts";
import { basic } from "../content/published.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { asked, pollMaker, polls, renderer } from "./polls/plugin.ts";

const entry = { purpose: "Asks.", needs: ["documents", "rendering"], toolset: "docs", editions: ["community"] };
const h = await openHarness({ extra: [{ plugin: polls, entry }] });
const owner = await h.person();
const { sql } = h.runtime.database;

beforeEach(() => {
  renderer.version = 1;
  renderer.afterReading = null;
  asked.length = 0;
});

async function makePoll(json: object = {}) {
  const made = await h.call("POST /api/toy/polls", {
    as: owner,
    json: { question: "Tea & <cake>?", visibility: "unlisted", ...json },
  });
  expect(made.status).toBe(201);
  return made.body;
}

const vote = (poll: { doc_id: string }, choice: string) =>
  h.call(`POST /api/toy/polls/${poll.doc_id}/votes`, { as: owner, json: { choice } });

async function pageOf(poll: { slug: string }): Promise<string> {
  const answer = await h.open(`/d/${poll.slug}/`);
  expect(answer.status).toBe(200);
  return new TextDecoder()
    .decode(answer.bytes)
    .replace(/^.*<main[^>]*>/s, "")
    .replace(' class="lead"', "");
}

async function renewed(poll: { slug: string }): Promise<string> {
  await h.runtime.jobs.runDue();
  return pageOf(poll);
}

async function keyOf({ doc_id }: { doc_id: string }): Promise<number> {
  const [row] = await sql<{ document_id: number }[]>`select document_id from documents where doc_id = ${doc_id}`;
  return row?.document_id ?? 0;
}

const read = async ({ doc_id }: { doc_id: string }, as: Person = owner) =>
  (await h.call(`GET /api/docs/${doc_id}`, { as })).body;

test("the page of a new poll is there at once, its texts escaped, and shows the rows written with it a moment later", async () => {
  const poll = await makePoll({ votes: ["yes"] });
  expect([poll.doc_type, poll.kind, poll.title]).toEqual(["form", "database", "Tea & <cake>?"]);
  expect(await pageOf(poll)).toContain("<h1>Tea &#x26; &#x3C;cake>?</h1>");
  expect(await renewed(poll)).toContain("<li>yes: 1</li>");
});

test("a plugin's document takes a place, readers and a password as every other does", async () => {
  const refused = await h.call("POST /api/toy/polls", { as: owner, json: { question: "?", visibility: "password" } });
  expect(refused.status).toBe(400);
  const poll = await makePoll({ visibility: "password", password: "open sesame" });
  const status = async (headers: Record<string, string> = {}) => (await h.open(`/d/${poll.slug}/`, { headers })).status;
  expect([await status(), await status(basic("open sesame"))]).toEqual([401, 200]);
});

test("each vote reaches the page without a version, also when it comes while the page is made", async () => {
  const poll = await makePoll();
  await vote(poll, "yes");
  await Promise.all([h.runtime.jobs.runDue(), vote(poll, "no"), vote(poll, "no")]);
  const page = await renewed(poll);
  expect(page).toContain("<li>yes: 1</li>");
  expect(page).toContain("<li>no: 2</li>");
  expect((await read(poll)).version).toBe(1);
});

test("a vote that comes after the votes were read and before the page is stored is shown: it marks the page anew", async () => {
  const poll = await makePoll();
  await h.runtime.jobs.runDue();
  await vote(poll, "early");
  renderer.afterReading = async () => {
    renderer.afterReading = null;
    await vote(poll, "late");
  };
  await h.runtime.jobs.runDue();
  expect(await renewed(poll)).toContain("<li>early: 1</li><li>late: 1</li>");
});

test("operations on a type of documents refuse others: 404 to all, and by name to who knows of the document", async () => {
  const stranger = await h.person();
  const { body: plain } = await h.call("POST /api/docs", { as: owner, json: { markdown: "# Plain" } });
  const answers = [
    await vote(plain, "yes"),
    await h.call(`DELETE /api/toy/polls/${plain.doc_id}/votes`, { as: owner }),
  ];
  for (const { status, body } of answers) {
    expect([status, body.error]).toEqual([404, `"${plain.doc_id}" is of type document, not form`]);
  }
  const unknown = await h.call(`DELETE /api/toy/polls/${plain.doc_id}/votes`, { as: stranger });
  expect([unknown.status, unknown.body.error]).toEqual([404, "document not found"]);
  const poll = await makePoll({ visibility: "workspace" });
  const colleague = await h.person({ workspace_id: owner.workspace_id, role: "member" });
  const low = await h.call(`DELETE /api/toy/polls/${poll.doc_id}/votes`, { as: colleague });
  expect([low.status, low.body.error]).toEqual([403, "this needs edit on the document; you hold view"]);
});

test("the source of a document is read as the text that it is now", async () => {
  const poll = await makePoll();
  await h.call(`PUT /api/docs/${poll.doc_id}/files/poll.json`, {
    as: owner,
    json: { content: JSON.stringify({ question: "Grün?" }) },
  });
  const shown = await h.call(`GET /api/toy/polls/${poll.doc_id}`, { as: owner });
  expect([shown.status, shown.body]).toEqual([200, { question: "Grün?" }]);
});

test("two makers of pages for one type of document do not boot", async () => {
  const twin: Plugin = {
    name: "twin",
    operations: [],
    handles: () => [handle(documentPageHook, () => ({ ...pollMaker }))],
  };
  const { config, database, clock, log } = h.runtime;
  const all = { ...manifest, plugins: { ...manifest.plugins, polls: entry, twin: entry } };
  const parts = { config, database, clock, log, manifest: all, plugins: [...plugins, polls, twin] };
  await expect(bootServer(parts)).rejects.toThrow('pages of documents of type "form" have two makers');
});

test("a page that is made with the write is shown with the answer", async () => {
  const poll = await makePoll({ votes: ["yes"] });
  await h.runtime.jobs.runDue();
  const cleared = await h.call(`DELETE /api/toy/polls/${poll.doc_id}/votes`, { as: owner });
  expect([cleared.status, cleared.body.version]).toEqual([200, 1]);
  expect(await pageOf(poll)).toContain("<p>no votes</p><ul></ul>");
  expect(await renewed(poll)).toContain("<p>Tea &#x26; &#x3C;cake>?</p><ul></ul>");
});

test("the page follows the source, the title, a restore and a candidate that is shown", async () => {
  const poll = await makePoll({ votes: ["yes"] });
  const put = (question: string, more = {}) =>
    h.call(`PUT /api/docs/${poll.doc_id}/files/poll.json`, {
      as: owner,
      json: { content: JSON.stringify({ question }), ...more },
    });
  expect((await put("Coffee?")).body).toMatchObject({ version: 2, title: "Coffee?" });
  expect(await pageOf(poll)).toContain("<h1>Coffee?</h1><p>Coffee?</p><ul><li>yes: 1</li></ul>");
  const renamed = await h.call(`PATCH /api/docs/${poll.doc_id}`, { as: owner, json: { title: "Drinks" } });
  expect(renamed.body).toMatchObject({ version: 2, title: "Drinks" });
  expect(await pageOf(poll)).toContain("<h1>Drinks</h1><p>Coffee?</p>");
  const restored = await h.call(`POST /api/docs/${poll.doc_id}/versions/1/restore`, { as: owner });
  expect([restored.status, restored.body.version]).toEqual([200, 3]);
  expect(await pageOf(poll)).toContain("<h1>Drinks</h1><p>Tea &#x26; &#x3C;cake>?</p><ul><li>yes: 1</li></ul>");
  expect((await put("Milk?", { activate: false })).body).toMatchObject({ candidate: true, version: 4 });
  expect(await renewed(poll)).toContain("<p>Tea ");
  const shown = await h.call(`POST /api/docs/${poll.doc_id}/versions/4/activate`, {
    as: owner,
    json: { base_version: 3 },
  });
  expect(shown.status).toBe(200);
  expect(await renewed(poll)).toContain("<h1>Drinks</h1><p>Milk?</p><ul><li>yes: 1</li></ul>");
});

test("a copy has the rows that its plugin copies, and soon a page that is made from them", async () => {
  const poll = await makePoll({ votes: ["yes", "secret"] });
  const made = await h.call(`POST /api/docs/${poll.doc_id}/duplicate`, { as: owner, json: { title: "Again" } });
  expect([made.status, made.body.doc_type]).toEqual([201, "form"]);
  await h.call(`PATCH /api/docs/${made.body.doc_id}`, { as: owner, json: { visibility: "unlisted" } });
  expect(await renewed(made.body)).toContain("<h1>Again</h1><p>Tea &#x26; &#x3C;cake>?</p><ul><li>yes: 1</li></ul>");
  await vote(made.body, "no");
  expect(await renewed(poll)).not.toContain("no: 1");
});

test("pages of an older renderer of the plugin are made again, and those of the built-in one are left alone", async () => {
  const poll = await makePoll();
  const { body: plain } = await h.call("POST /api/docs", { as: owner, json: { markdown: "# Plain" } });
  await h.runtime.jobs.runDue();
  await sql`insert into toy_votes (workspace_id, document_id, choice) values (${owner.workspace_id}, ${await keyOf(poll)}, 'quiet')`;
  const stampOf = async (doc: { doc_id: string }) =>
    (
      await sql`select xmin::text as stamp from document_files where document_id = ${await keyOf(doc)} and renderer is not null`
    )[0];
  const before = await stampOf(plain);
  h.clock.advance(HOUR_MS);
  expect(await renewed(poll)).not.toContain("quiet");
  renderer.version = 2;
  h.clock.advance(HOUR_MS);
  expect(await renewed(poll)).toContain("<li>quiet: 1</li>");
  expect(await stampOf(plain)).toEqual(before);
});

test.each<[string, (id: string) => [string, object]]>([
  ["a file", (id) => [`PUT /api/docs/${id}/files/index.html`, { json: { content: "mine" } }]],
  ["a form", (id) => [`POST /api/docs/${id}/files`, { form: formOf("index.html") }]],
  [
    "an upload",
    (id) => [`PUT /api/upload?doc_id=${id}&path=index.html&filename=index.html&base_version=1`, { body: "mine" }],
  ],
  ["a removal", (id) => [`DELETE /api/docs/${id}/files?path=index.html`, {}]],
  ["a page", (id) => [`PATCH /api/docs/${id}`, { json: { html: "<p>mine</p>" } }]],
  [
    "an edit",
    (id) => [`POST /api/docs/${id}/edit`, { json: { path: "index.html", old_string: "Tea", new_string: "mine" } }],
  ],
])("%s over the plugin's page is refused with 400, and nothing is written", async (_what, requestOf) => {
  const poll = await makePoll();
  await h.runtime.jobs.runDue();
  const before = await h.rows("document_versions", "document_files", "audit_events");
  const [route, sent] = requestOf(poll.doc_id);
  const answer = await h.call(route, { as: owner, ...sent });
  expect([answer.status, await h.rows("document_versions", "document_files", "audit_events")]).toEqual([400, before]);
  expect(await pageOf(poll)).toContain("Tea");
});

test("a source of which the plugin makes no page is refused in the plugin's words", async () => {
  const poll = await makePoll();
  const put = await h.call(`PUT /api/docs/${poll.doc_id}/files/poll.json`, { as: owner, json: { content: "{}" } });
  expect([put.status, put.body.error]).toEqual([400, 'poll.json has no question; a poll is {"question": "..."}']);
});

test("the plugin sees of each write the type of the document and the paths, and may refuse it", async () => {
  const poll = await makePoll();
  const put = await h.call(`PUT /api/docs/${poll.doc_id}/files/result.json`, { as: owner, json: { content: "{}" } });
  expect([put.status, put.body.error]).toEqual([400, '"result.json" is counted from the votes']);
  expect(asked).toEqual([{ doc_type: "form", paths: ["result.json"], by_service: false }]);
});

test("the plugin's job writes as the service: by nobody in the history, by the system in the audit log, past a lease if it says so", async () => {
  const poll = await makePoll({ votes: ["yes"] });
  const lease = await h.call(`POST /api/docs/${poll.doc_id}/lock`, { as: owner });
  expect(lease.status).toBeLessThan(300);
  const document_id = await keyOf(poll);
  const tally = async (payload: { past_leases?: boolean }) => {
    const due_at = h.clock.now();
    await enqueue(sql, { kind: "polls.tally", payload: { document_id, ...payload }, due_at });
    await h.runtime.jobs.runDue();
    return (await read(poll)).version;
  };
  expect(await tally({})).toBe(1);
  expect(await tally({ past_leases: true })).toBe(2);
  const [written] = await sql`
    select created_by, created_via, message from document_versions where document_id = ${document_id} and version = 2`;
  expect({ ...written }).toEqual({ created_by: null, created_via: "system", message: "counted" });
  const row = (await h.audit()).findLast(({ target_id }) => target_id === poll.doc_id);
  expect(row).toMatchObject({ action: "doc.edit", actor: "system", meta: { version: 2, via: "system" } });
  const result = await h.open(`/d/${poll.slug}/result.json`);
  expect(result.body).toEqual({ yes: 1 });
});

function formOf(name: string): FormData {
  const form = new FormData();
  form.set("file", new File(["mine"], name));
  return form;
}
