// Every write may be sent again under its key: it is carried out once, over REST and as a tool, and its repeat hears the first answer.
import { describe, expect, test } from "bun:test";
import { publish } from "./documents/published.ts";
import { openHarness, type Person } from "./harness.ts";
import { callTool } from "./scenario.ts";

const h = await openHarness();
const keyed = (key: string) => ({ "idempotency-key": key });

async function world() {
  const { as, doc, at } = await publish(h, { html: "<h1>Plan</h1>" });
  return { as, doc, at };
}

const commentsOn = async (at: string, as: Person) => (await h.call(`GET ${at}/comments`, { as })).body.comments.length;

describe("the header Idempotency-Key", () => {
  test("makes a repeat answer the first result, with one audit row", async () => {
    const { as, at } = await world();
    const send = () => h.call(`POST ${at}/comments`, { as, json: { body: "Once" }, headers: keyed("k1") });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(await commentsOn(at, as)).toBe(1);
  });

  test("of two at once carries the request out once", async () => {
    const { as, at } = await world();
    const send = () => h.call(`POST ${at}/comments`, { as, json: { body: "Once" }, headers: keyed("k2") });
    const answers = await Promise.all([send(), send(), send()]);
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(await commentsOn(at, as)).toBe(1);
  });

  test("with another request is 409, and with another account its own", async () => {
    const { as, at } = await world();
    await h.call(`POST ${at}/comments`, { as, json: { body: "One" }, headers: keyed("k3") });
    const other = await h.call(`POST ${at}/comments`, { as, json: { body: "Two" }, headers: keyed("k3") });
    expect([other.status, other.body.code]).toEqual([409, "idempotency_key_reused"]);
    const second = await world();
    const own = await h.call(`POST ${second.at}/comments`, {
      as: second.as,
      json: { body: "x" },
      headers: keyed("k3"),
    });
    expect(own.status).toBe(201);
  });

  test("holds for a raw upload as its query's idempotency_key does, whichever of the two comes", async () => {
    const as = await h.person();
    const send = (key: string, query = "", body = "bytes") =>
      h.call(`PUT /api/upload?filename=a.bin${query}`, { as, body, headers: keyed(key) });
    const [first, again] = [await send("up"), await send("up")];
    expect([first.status, again.status, again.body.doc_id]).toEqual([201, 201, first.body.doc_id]);
    expect((await send("up", "", "other bytes")).status).toBe(409);
    expect((await send("up", "&idempotency_key=other")).status).toBe(400);
    expect((await h.call("GET /api/docs", { as })).body.docs).toHaveLength(1);
  });

  test("lets the repeat of a deletion hear that it succeeded, and nobody else", async () => {
    const { as, doc, at } = await world();
    const send = (by: Person) => h.call(`DELETE ${at}?purge=true`, { as: by, headers: keyed("k4") });
    expect((await send(as)).body).toEqual({ doc_id: doc.doc_id, deleted: true });
    const again = await send(as);
    expect([again.status, again.body]).toEqual([200, { doc_id: doc.doc_id, deleted: true }]);
    expect((await send(await h.person())).status).toBe(404);
    expect((await h.call(`DELETE ${at}?purge=true`, { as, headers: keyed("k5") })).status).toBe(404);
  });

  test("is checked for the right again, and forgotten after a day", async () => {
    const { as, at } = await world();
    const send = () => h.call(`POST ${at}/comments`, { as, json: { body: "x" }, headers: keyed("k6") });
    await send();
    h.clock.advance(25 * 3600 * 1000);
    await send();
    expect(await commentsOn(at, as)).toBe(2);
    await h.call(`DELETE ${at}?purge=true`, { as });
    expect((await send()).status).toBe(404);
  });

  test.each(["", "x".repeat(201), "é"])("with %p for a key is refused or none", async (key) => {
    const { as, at } = await world();
    const headers = keyed(Buffer.from(key).toString("latin1"));
    const answer = await h.call(`POST ${at}/comments`, { as, json: { body: "x" }, headers });
    expect(answer.status).toBe(400);
    expect(await commentsOn(at, as)).toBe(0);
  });

  test("that differs from the member is refused", async () => {
    const { as } = await world();
    const json = { html: "x", idempotency_key: "a" };
    expect((await h.call("POST /api/docs", { as, json, headers: keyed("b") })).status).toBe(400);
    const one = await h.call("POST /api/docs", { as, json: { html: "y" }, headers: keyed("c") });
    const two = await h.call("POST /api/docs", { as, json: { html: "y" }, headers: keyed("c") });
    expect(two.body.doc_id).toBe(one.body.doc_id);
  });
});

describe("a tool's idempotency_key", () => {
  test("does the same", async () => {
    const { as, doc, at } = await world();
    const call = { name: "add_comment", arguments: { doc_id: doc.doc_id, body: "Once", idempotency_key: "t1" } };
    const [first, again] = [await callTool(h, as, call), await callTool(h, as, call)];
    expect(again.structuredContent).toEqual(first.structuredContent);
    expect(await commentsOn(at, as)).toBe(1);
  });

  test("is taken by every tool that writes, but where the operation says why not", () => {
    const without = [...h.house.catalogue.tools.values()].filter(
      ({ entry, shape }) => entry.effect === "write" && !("idempotency_key" in shape.inputSchema.properties),
    );
    expect(without.filter(({ entry }) => entry.unrepeatable === null).map(({ tool }) => tool.name)).toEqual([]);
    expect(without.map(({ tool }) => tool.name).sort()).toEqual(["create_webhook", "invite_member", "lock_doc"]);
  });
});
