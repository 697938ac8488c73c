// Secrets on their way into documents:
// refused where the policy blocks them, told of where it warns (rules: policy/secrets).
import { beforeAll, expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";

const h = await openHarness();
/** In pieces, or whoever hosts this file would take it for a real one. */
const SECRET = ["gh", "p_", "q7Zk2mVx9RtB4nWc8LyD5sHg3PjF6uQaT1eY"].join("");
const TEXT = `first\n\nthe key is ${SECRET}\n`;
let blocked: Person;
let warned: Person;
let colleague: Person;

const setScan = async (as: Person, secret_scan: string) =>
  expect((await h.call("PUT /api/policy", { as, json: { secret_scan } })).status).toBe(200);

beforeAll(async () => {
  blocked = await h.person({ role: "owner" });
  warned = await h.person({ role: "owner" });
  colleague = await h.person({ role: "member", workspace_id: warned.workspace_id });
  await setScan(blocked, "block");
  await setScan(warned, "warn");
});

const TABLES = ["documents", "document_versions", "document_files", "audit_events"] as const;

function formOf(name: string, content: string): FormData {
  const form = new FormData();
  form.set("file", new File([content], name));
  return form;
}

test.each<[string, (doc_id: string) => [string, object], string]>([
  ["a title", () => ["POST /api/docs", { json: { html: "x", title: SECRET } }], "title"],
  ["another title", (id) => [`PATCH /api/docs/${id}`, { json: { title: SECRET } }], "title"],
  ["another description", (id) => [`PATCH /api/docs/${id}`, { json: { description: SECRET } }], "description"],
])("block refuses %s that is a secret, and neither answer nor table holds it", async (_what, requestOf, path) => {
  const shared = await h.call("POST /api/files", { as: blocked, form: formOf("plain.zip", "x") });
  const before = await h.rows(...TABLES);
  const [route, sent] = requestOf(shared.body.doc_id);
  const answer = await h.call(route, { as: blocked, ...sent });
  expect([answer.status, answer.body.findings]).toEqual([400, [{ path, line: 1, rule: "github_token" }]]);
  expect(await h.rows(...TABLES)).toEqual(before);
});

test.each<[string, (doc_id: string) => [string, object], string]>([
  ["markdown", () => ["POST /api/docs", { json: { markdown: TEXT } }], "source.md"],
  ["a page", () => ["POST /api/docs", { json: { html: TEXT } }], "index.html"],
  ["a snippet", () => ["POST /api/snippets", { json: { content: TEXT, language: "python" } }], "source.py"],
  ["a form", () => ["POST /api/files", { form: formOf("keys.env", TEXT) }], "keys.env"],
  ["a raw body", () => ["PUT /api/upload?filename=keys.txt", { body: TEXT }], "keys.txt"],
  ["new content", (id) => [`PATCH /api/docs/${id}`, { json: { html: TEXT } }], "index.html"],
  ["a file", (id) => [`PUT /api/docs/${id}/files/deep/a.txt`, { json: { content: TEXT } }], "deep/a.txt"],
  ["a candidate", (id) => [`PUT /api/docs/${id}/files/a.txt`, { json: { content: TEXT, activate: false } }], "a.txt"],
  [
    "an edit",
    (id) => [`POST /api/docs/${id}/edit`, { json: { path: "index.html", old_string: "fine", new_string: TEXT } }],
    "index.html",
  ],
])(
  "block refuses %s with file, line and rule, and neither answer nor table holds the secret",
  async (_what, requestOf, path) => {
    const { doc_id } = (await h.call("POST /api/docs", { as: blocked, json: { html: "fine" } })).body;
    const before = await h.rows(...TABLES);
    const [route, sent] = requestOf(doc_id);
    const answer = await h.call(route, { as: blocked, ...sent });
    expect([answer.status, answer.body.code, answer.body.findings]).toEqual([
      400,
      "secret_found",
      [{ path, line: 3, rule: "github_token" }],
    ]);
    expect(JSON.stringify(answer.body)).not.toContain(SECRET);
    expect(await h.rows(...TABLES)).toEqual(before);
  },
);

test.each([
  ["UTF-16, as Windows writes it", Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(TEXT, "utf16le")])],
  ["UTF-16 the other way round", Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(TEXT, "utf16le").swap16()])],
  ["one byte for each letter", Buffer.concat([Buffer.from([0xe9]), Buffer.from(TEXT)])],
])("text in %s is looked through too", async (_what, body) => {
  const { status, body: answer } = await h.call("PUT /api/upload?filename=a.env", { as: blocked, body });
  expect([status, answer.findings]).toEqual([400, [{ path: "a.env", line: 3, rule: "github_token" }]]);
});

test("what is no text, and text above 1 MiB, is not looked at; text just below is, beside the loop", async () => {
  const upload = async (content: BlobPart) =>
    (await h.call("PUT /api/upload?filename=a.bin", { as: blocked, body: new Blob([content]) })).status;
  const filled = (bytes: number) => `${"word \n".repeat(bytes / 6)}${SECRET}`;
  expect(await upload(new Uint8Array([0, ...new TextEncoder().encode(SECRET)]))).toBe(201);
  expect(await upload(filled(1024 * 1024))).toBe(201);
  expect(await upload(filled(1000 * 1000))).toBe(400);
});

test("warn lets it through, says so in the answer of REST and tool, notes it and tells the managers", async () => {
  const made = await h.call("POST /api/docs", { as: colleague, json: { markdown: TEXT } });
  expect([made.status, made.body.warnings]).toEqual([
    201,
    ["source.md line 3 looks like a GitHub token [github_token]"],
  ]);
  const call = { name: "publish_markdown", arguments: { content: TEXT } };
  const json = { jsonrpc: "2.0", id: 1, method: "tools/call", params: call };
  const tool = (await h.call("POST /mcp", { as: colleague, json })).body.result.structuredContent;
  expect(tool.warnings).toEqual(made.body.warnings);
  const [row] = (await h.audit()).filter(
    ({ target_id, action }) => action === "policy.secret_found" && target_id === made.body.doc_id,
  );
  expect(row).toMatchObject({ actor: colleague.email, meta: { findings: 1, rules: ["github_token"], via: "api" } });
  expect(JSON.stringify(await h.audit())).not.toContain(SECRET);

  await h.runtime.relay.relayAll();
  await h.runtime.jobs.runDue();
  const { notifications } = (await h.call("GET /api/notifications?kind=policy.secret_found", { as: warned })).body;
  expect(notifications).toMatchObject([{ actor: colleague.email, body: "1 found: github_token" }, {}]);
  const own = (await h.call("GET /api/notifications?kind=policy.secret_found", { as: colleague })).body;
  expect(own.notifications).toEqual([]);
});

test("what is harmless is answered without warnings", async () => {
  const made = await h.call("POST /api/docs", {
    as: warned,
    json: { markdown: "# Tokens\n\nKeep your token secret." },
  });
  expect([made.status, "warnings" in made.body]).toEqual([201, false]);
});

test("a document from before the policy is looked through when its visibility changes, and left alone otherwise", async () => {
  const owner = await h.person({ role: "owner" });
  const { doc_id } = (await h.call("POST /api/docs", { as: owner, json: { markdown: TEXT } })).body;
  await setScan(owner, "block");
  const patch = async (json: object) => (await h.call(`PATCH /api/docs/${doc_id}`, { as: owner, json })).status;
  expect(await patch({ tags: ["a"] })).toBe(200);
  expect(await patch({ retention_days: 30 })).toBe(200);
  expect(await patch({ visibility: "unlisted" })).toBe(400);
});
