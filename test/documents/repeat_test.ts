// Idempotency keys on publishing: one document however often it is sent, and a clear no to another request.
import { describe, expect, test } from "bun:test";
import { openHarness, type Person } from "../harness.ts";
import { callTool } from "../scenario.ts";
import { formOf } from "./published.ts";

const h = await openHarness();
const written = () => h.rows("documents", "document_files", "blobs", "audit_events");
/** Contents in the store and in rows. */
const stored = async () => {
  const [row] = await h.house.database.sql<{ n: number }[]>`
    select count(*)::int as n from blobs where bytes is not null`;
  return (await Array.fromAsync(h.house.blobs.list())).length + (row?.n ?? 0);
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
