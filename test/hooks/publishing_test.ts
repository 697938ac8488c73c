// The hook of rules on publishing:
// a toy that reads what is about to be published is asked on every way, and its no leaves nothing.
import { beforeEach, expect, test } from "bun:test";
import { handle, type Plugin, refuse } from "../../kernel/plugin.ts";
import { documentsPublishHook, type PublishedFile, type Publishing } from "../../plugins/documents/port/hooks.ts";
import { openHarness } from "../harness/harness.ts";

interface Seen
  extends Omit<
    Publishing,
    | "sql"
    | "before"
    | "doc_id"
    | "warn"
    | "note"
    | "files"
    | "texts"
    | "entries"
    | "shown"
    | "held"
    | "actor"
    | "now"
    | "via"
  > {
  files: Record<string, string>;
  /** Where nothing new is. */
  shown?: Record<string, string>;
}

const seen: Seen[] = [];
/** What a file of this name reads as in the middle and at its end. */
const parts: Record<string, string[]> = {};

async function textsOf(files: readonly PublishedFile[]): Promise<Record<string, string>> {
  const texts = files.map(async (file) => [file.path, new TextDecoder().decode(await file.read())]);
  return Object.fromEntries(await Promise.all(texts));
}

const censor: Plugin = {
  name: "censor",
  operations: [],
  handles: () => [
    handle(documentsPublishHook, async ({ files, shown, sql: _sql, before: _before, actor: _actor, ...given }) => {
      const {
        now: _now,
        via: _via,
        doc_id: _id,
        warn: _warn,
        note: _note,
        texts: beside,
        entries: _entries,
        held: _held,
        ...rest
      } = given;
      const texts = await textsOf(files);
      for (const file of files) {
        const ranges = [{ start: 1, end: 3 }, { start: file.size_bytes - 2, end: file.size_bytes + 100 }, undefined];
        parts[file.path] = await Promise.all(ranges.map(async (range) => new Response(await file.open(range)).text()));
      }
      const before = files.length > 0 ? {} : { shown: await textsOf(await shown()) };
      seen.push({ ...rest, files: texts, ...before });
      if ([...Object.values(texts), ...beside.map((one) => one.text)].some((text) => text.includes("SECRET")))
        throw refuse.invalid("a secret is in it");
      if (rest.visibility === "unlisted") throw refuse.forbidden("nothing goes by its link alone");
      if (rest.retention_days > 30) throw refuse.invalid("at most 30 days");
      if (rest.folder.startsWith("closed")) throw refuse.forbidden("not there");
    }),
  ],
};

const h = await openHarness({
  extra: [
    {
      plugin: censor,
      entry: { purpose: "Reads along.", needs: ["documents"], toolset: "docs", editions: ["community"] },
    },
  ],
});
const owner = await h.person();

beforeEach(() => {
  seen.length = 0;
});

const TABLES = ["documents", "document_versions", "document_files", "audit_events"] as const;
const publish = async (json: object) => (await h.call("POST /api/docs", { as: owner, json })).body;

test("a new document shows its files as they were sent, its place, readers and retention", async () => {
  await publish({ markdown: "# Plan\n", folder: "plans", visibility: "workspace", listing: "team", retention_days: 7 });
  expect(seen).toEqual([
    {
      workspace_id: owner.workspace_id,
      document_id: null,
      doc_type: "document",
      title: "Plan",
      root_id: null,
      folder: "plans",
      visibility: "workspace",
      listing: "team",
      retention_days: 7,
      files: { "source.md": "# Plan\n" },
    },
  ]);
});

test.each<[string, (doc_id: string) => [string, object]]>([
  ["a page", () => ["POST /api/docs", { json: { html: "<p>SECRET</p>" } }]],
  ["markdown", () => ["POST /api/docs", { json: { markdown: "SECRET" } }]],
  ["a snippet", () => ["POST /api/snippets", { json: { content: "SECRET" } }]],
  ["a form", () => ["POST /api/files", { form: formOf("SECRET.txt", "SECRET") }]],
  ["a raw body", () => ["PUT /api/upload?filename=a.txt", { body: "SECRET" }]],
  ["new content", (id) => [`PATCH /api/docs/${id}`, { json: { html: "SECRET" } }]],
  ["a file", (id) => [`PUT /api/docs/${id}/files/a.txt`, { json: { content: "SECRET" } }]],
  [
    "an edit",
    (id) => [`POST /api/docs/${id}/edit`, { json: { path: "index.html", old_string: "fine", new_string: "SECRET" } }],
  ],
  ["a candidate", (id) => [`PUT /api/docs/${id}/files/a.txt`, { json: { content: "SECRET", activate: false } }]],
  ["a title", (id) => [`PATCH /api/docs/${id}`, { json: { title: "SECRET" } }]],
  ["a new document's title", () => ["POST /api/docs", { json: { html: "x", title: "SECRET" } }]],
  ["a visibility", (id) => [`PATCH /api/docs/${id}`, { json: { visibility: "unlisted" } }]],
  ["a retention", (id) => [`PATCH /api/docs/${id}`, { json: { retention_days: 90 } }]],
  ["a folder", (id) => [`PATCH /api/docs/${id}`, { json: { folder: "closed/for/good" } }]],
  ["a copy", (id) => [`POST /api/docs/${id}/duplicate`, { json: { folder: "closed" } }]],
])("a no to %s is the answer, and nothing is written", async (_what, requestOf) => {
  const { doc_id } = await publish({ html: "<p>fine</p>" });
  const before = await h.rows(...TABLES);
  const [route, sent] = requestOf(doc_id);
  const answer = await h.call(route, { as: owner, ...sent });
  expect([400, 403]).toContain(answer.status);
  expect(await h.rows(...TABLES)).toEqual(before);
});

test("a change of what nobody has rules about is not asked about, and a restore shows what comes back", async () => {
  const { doc_id } = await publish({ html: "<p>one</p>" });
  await h.call(`PATCH /api/docs/${doc_id}`, { as: owner, json: { html: "<p>two</p>" } });
  seen.length = 0;
  await h.call(`PATCH /api/docs/${doc_id}`, { as: owner, json: { tags: ["a"] } });
  expect(seen).toEqual([]);
  const restored = await h.call(`POST /api/docs/${doc_id}/versions/1/restore`, { as: owner });
  expect(restored.status).toBe(200);
  expect(seen.map(({ files }) => files)).toEqual([{ "index.html": "<p>one</p>" }]);
});

test("where new readers alone are asked about, what they will read can be looked at", async () => {
  const { doc_id } = await publish({ markdown: "# One" });
  await h.call(`PATCH /api/docs/${doc_id}`, { as: owner, json: { visibility: "workspace", folder: "elsewhere" } });
  const asked = seen.slice(1).map(({ files, shown }) => ({ files, shown }));
  expect(asked.length).toBeGreaterThan(0);
  for (const one of asked) expect(one).toEqual({ files: {}, shown: { "source.md": "# One" } });
});

test("a file can be read in parts and as a stream, small or large, sent now or stored before", async () => {
  const large = `ab${"c".repeat(100_000)}yz`;
  const { doc_id } = await publish({ html: "<p>small</p>" });
  await h.call(`PUT /api/docs/${doc_id}/files/large.txt`, { as: owner, json: { content: large } });
  expect(parts).toMatchObject({ "index.html": ["p>", "p>", "<p>small</p>"], "large.txt": ["bc", "yz", large] });
  for (const path of Object.keys(parts)) delete parts[path];
  await h.call(`POST /api/docs/${doc_id}/versions/2/restore`, { as: owner });
  await h.call(`POST /api/docs/${doc_id}/duplicate`, { as: owner, json: {} });
  expect(parts).toMatchObject({ "index.html": ["p>", "p>", "<p>small</p>"], "large.txt": ["bc", "yz", large] });
});

test("what comes back from the trash is asked about with its files, and a no leaves it there", async () => {
  const { doc_id } = await publish({ html: "<p>gone</p>" });
  await h.call(`DELETE /api/docs/${doc_id}`, { as: owner });
  await h.runtime.database.sql`update documents set retention_days = 90 where doc_id = ${doc_id}`;
  seen.length = 0;
  expect((await h.call(`POST /api/docs/${doc_id}/undelete`, { as: owner, json: {} })).status).toBe(400);
  expect(seen.map(({ files }) => files)).toEqual([{ "index.html": "<p>gone</p>" }]);
  expect((await h.call(`GET /api/docs/${doc_id}`, { as: owner })).status).toBe(404);
});

function formOf(name: string, content: string): FormData {
  const form = new FormData();
  form.set("file", new File([content], name));
  return form;
}
