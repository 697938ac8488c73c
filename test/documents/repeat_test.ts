// Idempotency keys on publishing: one document however often it is sent, and a clear no to another request.
import { describe, expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";
import { callTool } from "../harness/scenario.ts";
import { formOf } from "./published.ts";
import { countTraces, expectTraceless } from "./traces.ts";

const h = await openHarness();
const written = () => h.rows("documents", "document_files", "blobs", "audit_events");
/** Contents in the store and in rows. */
const stored = async () => {
  const [row] = await h.runtime.database.sql<{ n: number }[]>`
    select count(*)::int as n from blobs where bytes is not null`;
  return (await Array.fromAsync(h.runtime.blobs.list())).length + (row?.n ?? 0);
};
/** Too much for a row, so that a repeat leaves bytes in the store to be removed. */
const LARGE = "content ".repeat(3000);

const ways: [name: string, send: (as: Person, content: string) => ReturnType<typeof h.call>][] = [
  ["POST /api/docs", (as, html) => h.call("POST /api/docs", { as, json: { html, idempotency_key: "k" } })],
  [
    "POST /api/snippets",
    (as, content) => h.call("POST /api/snippets", { as, json: { content, idempotency_key: "k" } }),
  ],
  [
    "POST /api/files",
    (as, content) =>
      h.call("POST /api/files", {
        as,
        form: formOf([
          ["file", new Blob([content]), "a.txt"],
          ["idempotency_key", "k"],
        ]),
      }),
  ],
];

describe("the same key", () => {
  for (const [name, send] of ways) {
    test(`with the same ${name} answers the first document and leaves nothing new`, async () => {
      const as = await h.person();
      const first = await send(as, "content");
      const before = { ...(await written()), stored: await stored() };
      const again = await send(as, "content");
      expect([again.status, again.body]).toEqual([201, first.body]);
      expect({ ...(await written()), stored: await stored() }).toEqual(before);
    });

    test(`with another ${name} is a 409 and leaves nothing`, async () => {
      const as = await h.person();
      await send(as, "content");
      const before = { ...(await written()), stored: await stored() };
      const other = await send(as, "other");
      expect(other.status).toBe(409);
      expect(other.body.error).toBe(
        'idempotency_key "k" was used for another request in the last 24 hours; use a new key',
      );
      expect({ ...(await written()), stored: await stored() }).toEqual(before);
    });

    test(`at the same moment with the same ${name} makes one document`, async () => {
      const as = await h.person();
      const before = await stored();
      const answers = await Promise.all(Array.from({ length: 6 }, () => send(as, LARGE)));
      expect(new Set(answers.map((answer) => `${answer.status} ${answer.body.doc_id}`)).size).toBe(1);
      const files = answers[0]?.body.files.length;
      expect(await stored()).toBe(before + files);
      expect((await h.call("GET /api/docs", { as })).body.docs).toHaveLength(1);
    });
  }

  test("after 24 hours is a new one", async () => {
    const as = await h.person();
    const [, send] = ways[0] ?? [];
    const first = await send?.(as, "content");
    h.clock.advance(24 * 3_600_000 + 1);
    const second = await send?.(as, "other");
    expect(second?.status).toBe(201);
    expect(second?.body.doc_id).not.toBe(first?.body.doc_id);
  });

  test("is shared by REST and its tool, and is nothing to another person", async () => {
    const [as, other] = [await h.person(), await h.person()];
    const args = { html: "x", idempotency_key: "shared" };
    const first = await h.call("POST /api/docs", { as, json: args });
    const tool = await callTool(h, as, { name: "publish_html", arguments: args });
    expect(tool.structuredContent.doc_id).toBe(first.body.doc_id);
    const theirs = await h.call("POST /api/docs", { as: other, json: { ...args, html: "y" } });
    expect(theirs.status).toBe(201);
  });

  test("does not hold what was refused", async () => {
    const as = await h.person();
    const bad = await h.call("POST /api/docs", { as, json: { html: "x", tags: [","], idempotency_key: "k" } });
    expect(bad.status).toBe(400);
    expect((await h.call("POST /api/docs", { as, json: { html: "x", idempotency_key: "k" } })).status).toBe(201);
  });
});

const owner = await h.person();
const upload = (query: Record<string, string>, body: BodyInit) =>
  h.call(`PUT /api/upload?${new URLSearchParams(query)}`, { as: owner, body });

test("an upload's repeat with the same key answers the first result, whether its length was declared or not", async () => {
  const query = { filename: "once.bin", idempotency_key: "k1" };
  const first = await upload(query, "same bytes");
  const before = await countTraces(h);
  const repeats = [await upload(query, "same bytes"), await upload(query, new Blob(["same bytes"]).stream())];
  for (const repeat of repeats) expect(repeat).toMatchObject({ status: 201, body: { doc_id: first.body.doc_id } });
  expect(await countTraces(h)).toEqual(before);
});

test("twins of an upload with one key make one document", async () => {
  const query = { filename: "twin.bin", idempotency_key: "k2" };
  const answers = await Promise.all(Array.from({ length: 4 }, () => upload(query, "twin bytes")));
  expect(new Set(answers.map((answer) => `${answer.status} ${answer.body.doc_id}`)).size).toBe(1);
});

test("an upload's key with other bytes, another length or another query is a 409 that leaves nothing", async () => {
  const query = { filename: "key.bin", idempotency_key: "k3" };
  await upload(query, "first");
  for (const [other, body] of [
    [query, "other"],
    [query, "first, longer"],
    [{ ...query, filename: "key2.bin" }, "first"],
    [{ ...query, title: "T" }, "first"],
  ] as const) {
    const answer = await expectTraceless(h, 409, () => upload(other, body));
    expect(answer.body.error).toContain("k3");
  }
});

test("an upload's repeated replacement answers the first version although its base is stale by then", async () => {
  const doc = (await upload({ filename: "page.html" }, "<h1>One</h1>")).body;
  const query = {
    filename: "x.html",
    doc_id: doc.doc_id,
    path: "index.html",
    base_version: "1",
    idempotency_key: "k4",
  };
  const first = await upload(query, "<h1>Two</h1>");
  const repeat = await upload(query, "<h1>Two</h1>");
  expect(repeat).toMatchObject({ status: 200, body: { version: first.body.version } });
});

test("a publish that the statement of its write refuses keeps no answer under its key, and may be sent again", async () => {
  const as = await h.person();
  const { sql } = h.runtime.database;
  const keyed = () => h.call("POST /api/docs", { as, json: { html: "one too many", idempotency_key: "refused" } });
  await sql`insert into document_owners (workspace_id, owner_id, live) values (${as.workspace_id}, ${as.user_id}, 1000000000)`;
  const before = await h.rows("documents", "document_files", "audit_events", "remembered_answers");
  expect((await keyed()).status).toBe(413);
  expect(await h.rows("documents", "document_files", "audit_events", "remembered_answers")).toEqual(before);
  await sql`delete from document_owners where owner_id = ${as.user_id}`;
  const made = await keyed();
  expect(made.status).toBe(201);
  expect((await keyed()).body).toEqual(made.body);
  const [kept] =
    await sql`select status, answer ->> 'doc_id' as doc_id from remembered_answers where user_id = ${as.user_id}`;
  expect(kept).toEqual({ status: 201, doc_id: made.body.doc_id });
});

test("what markdown links to is kept by the statement of its write, and by that of a version of it", async () => {
  const as = await h.person();
  const made = await h.call("POST /api/docs", { as, json: { markdown: "[[first]] and [beside](second.md)" } });
  const linked = () => h.runtime.database.sql<{ ref: string }[]>`
    select coalesce(l.alias, p.path) as ref from documents d
      join document_files f on f.document_id = d.document_id and f.version = d.version and f.path = d.source_path
      left join source_links l using (blob_id) left join source_paths p using (blob_id)
    where d.doc_id = ${made.body.doc_id}`;
  const [first] = await h.runtime.database.sql`
    select (select array_agg(l.alias) from source_links l where l.workspace_id = ${as.workspace_id}) as named,
      (select array_agg(p.path) from source_paths p where p.workspace_id = ${as.workspace_id}) as paths`;
  expect(first).toEqual({ named: ["first"], paths: ["second.md", "[[first"] });
  const put = await h.call(`PUT /api/docs/${made.body.doc_id}/files/source.md`, { as, json: { content: "[[third]]" } });
  expect(put.body).toMatchObject({ version: 2, changed: true });
  expect((await linked()).map((row) => row.ref)).toEqual(["third"]);
});
