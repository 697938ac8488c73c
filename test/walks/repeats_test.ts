// Every write may be sent again under its key:
// it is carried out once, over REST and as a tool, and its repeat hears the first answer.
import { describe, expect, test } from "bun:test";
import { publish } from "../documents/published.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { callTool } from "../harness/scenario.ts";
import { must, openSpace } from "../roots/space.ts";

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

describe("a repeat of a request that gave its subject another name", () => {
  test("is about that subject, though another has taken the old name", async () => {
    const as = await h.person({ role: "owner" });
    await must(h.call("POST /api/roots", { as, json: { name: "Plans", slug: "plans" } }));
    const send = () => h.call("PATCH /api/roots/plans", { as, json: { slug: "old-plans" }, headers: keyed("n1") });
    const first = await must(send());
    const other = await must(h.call("POST /api/roots", { as, json: { name: "New", slug: "plans" } }));
    const again = await send();
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect((await h.call("GET /api/roots/plans", { as })).body).toMatchObject({ id: other.body.id, name: "New" });
  });

  test("is held to what the caller may do with it today, not with what has its old name", async () => {
    const space = await openSpace(h);
    const { owner, member, slug: root } = space;
    for (const path of ["a", "b"]) await must(h.call("POST /api/folders", { as: owner, json: { path, root } }));
    const let_in = (folder: string, level: string) =>
      must(
        h.call(`POST ${space.at}/access`, {
          as: owner,
          json: { subject_type: "user", subject: member.email, level, folder },
        }),
      );
    await let_in("", "edit");
    const send = () =>
      h.call("PATCH /api/folders", {
        as: member,
        json: { path: "a", new_path: "c", root },
        headers: keyed("n2"),
      });
    const first = await must(send());
    // Somebody else moves it on, and another folder takes the name.
    await must(h.call("PATCH /api/folders", { as: owner, json: { path: "c", new_path: "d", root } }));
    await must(h.call("POST /api/folders", { as: owner, json: { path: "a", root } }));
    expect(await send()).toMatchObject({ status: 200, body: first.body });
    await let_in("d", "view");
    expect((await send()).status).toBe(403);
    // Gone, it is nobody's any more.
    await must(h.call(`DELETE /api/folders?path=d&root=${root}`, { as: owner }));
    expect((await send()).status).toBe(404);
  });

  test("is a 404 to whoever is let in nowhere any more", async () => {
    const as = await h.person({ role: "owner" });
    const member = await h.person({ workspace_id: as.workspace_id });
    const agent = (await must(h.call("POST /api/brains", { as, json: { name: "Guide", root: "general" } }))).body;
    const send = () =>
      h.call(`PATCH /api/brains/${agent.slug}`, { as: member, json: { slug: "leader" }, headers: keyed("n3") });
    const first = await must(send());
    expect(await send()).toMatchObject({ status: 200, body: first.body });
    await must(h.call(`PATCH /api/docs/${agent.doc_id}`, { as, json: { root: "~" } }));
    expect((await send()).status).toBe(404);
  });

  test("of two at once carries it out once and answers both", async () => {
    const as = await h.person({ role: "owner" });
    await must(h.call("POST /api/navigations", { as, json: { name: "Book", slug: "book" } }));
    const send = () => h.call("PATCH /api/navigations/book", { as, json: { slug: "books" }, headers: keyed("n4") });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map((answer) => [answer.status, answer.body.version])).toEqual([1, 2, 3].map(() => [200, 2]));
  });

  test("hears of another request under the key, where that names something", async () => {
    const as = await h.person({ role: "owner" });
    await must(h.call("POST /api/folders", { as, json: { path: "one" } }));
    await must(h.call("POST /api/folders", { as, json: { path: "two" } }));
    const send = (path: string) =>
      h.call("PATCH /api/folders", { as, json: { path, new_path: "three" }, headers: keyed("n5") });
    await must(send("one"));
    expect((await send("two")).body.code).toBe("idempotency_key_reused");
  });

  test("hears of another request under the key before what that names is looked up, be it gone, closed or nobody's", async () => {
    const as = await h.person({ role: "owner" });
    const other = await h.person({ workspace_id: as.workspace_id });
    await must(h.call("POST /api/folders", { as, json: { path: "one" } }));
    await must(h.call("POST /api/roots", { as, json: { name: "Plots", slug: "plots" } }));
    const { doc_id } = (await must(h.call("POST /api/docs", { as: other, json: { html: "x" } }))).body;
    const send = (route: string, json: object) => h.call(route, { as, json, headers: keyed("n6") });
    await must(send("PATCH /api/folders", { path: "one", new_path: "two" }));
    const others: [string, object][] = [
      ["PATCH /api/folders", { path: "one", new_path: "three" }],
      ["PATCH /api/folders", { path: "never", new_path: "three" }],
      ["PATCH /api/roots/nobodys", { name: "Else" }],
      ["PATCH /api/roots/plots", { name: "Else" }],
      [`PATCH /api/docs/${doc_id}`, { title: "Else" }],
    ];
    for (const [route, json] of others) {
      const { status, body } = await send(route, json);
      expect([route, status, body.code]).toEqual([route, 409, "idempotency_key_reused"]);
    }
    // The same request is held to what it named, as before.
    await must(h.call("DELETE /api/folders?path=two", { as }));
    expect((await send("PATCH /api/folders", { path: "one", new_path: "two" })).status).toBe(404);
  });
});

describe("a key's fingerprint", () => {
  const ORDERED = { a: { x: 1, y: [{ p: 1, q: 2 }] }, b: "z" };
  const TURNED = { b: "z", a: { y: [{ q: 2, p: 1 }], x: 1 } };

  async function table() {
    const as = await h.person();
    const { doc } = (await must(h.call("POST /api/databases", { as, json: { title: "Data" } }))).body;
    const fields = [{ key: "data", label: "Data", type: "json" }];
    const at = `/api/databases/${doc.doc_id}/tables`;
    const { id } = (await must(h.call(`POST ${at}`, { as, json: { name: "Rows", fields } }))).body;
    return { as, at: `${at}/${id}/records`, params: { database_id: doc.doc_id, table_id: id } };
  }

  test("is the same in whatever order members come, at every depth, and lists keep theirs", async () => {
    const { as, at } = await table();
    const send = (data: object, key: string) => h.call(`POST ${at}`, { as, json: { data }, headers: keyed(key) });
    const first = await must(send({ data: ORDERED }, "f1"));
    expect(await send({ data: TURNED }, "f1")).toMatchObject({ status: 201, body: { id: first.body.id } });
    expect((await send({ data: { ...ORDERED, b: "y" } }, "f1")).status).toBe(409);
    await must(send({ data: [1, 2] }, "f2"));
    expect((await send({ data: [2, 1] }, "f2")).status).toBe(409);
  });

  test("does not ask whether the key came as a member or beside it", async () => {
    const { as, at } = await table();
    const data = { data: ORDERED };
    const first = await must(h.call(`POST ${at}`, { as, json: { data }, headers: keyed("f3") }));
    const again = await h.call(`POST ${at}`, { as, json: { data, idempotency_key: "f3" } });
    expect([again.status, again.body.id]).toEqual([201, first.body.id]);
  });

  test("as it was written before members were put in order holds until its day is over", async () => {
    const { as, at, params } = await table();
    const json = { data: { data: TURNED }, idempotency_key: "f4" };
    const send = () => h.call(`POST ${at}`, { as, json });
    const first = await must(send());
    const shape = JSON.stringify(["database.create_record", params, {}, json, null]);
    const former = new Bun.CryptoHasher("sha256").update(shape).digest();
    await h.runtime.database.sql`
      update remembered_answers set request_sha256 = ${former}, named = null
      where user_id = ${as.user_id} and idempotency_key = 'f4'`;
    expect(await send()).toMatchObject({ status: 201, body: { id: first.body.id } });
    const other = await h.call(`POST ${at}`, { as, json: { ...json, data: { data: [] } } });
    expect(other.body.code).toBe("idempotency_key_reused");
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
    const without = [...h.runtime.catalogue.tools.values()].filter(
      ({ entry, shape }) => entry.effect === "write" && !("idempotency_key" in shape.inputSchema.properties),
    );
    expect(without.filter(({ entry }) => entry.unrepeatable === null).map(({ tool }) => tool.name)).toEqual([]);
    expect(without.map(({ tool }) => tool.name).sort()).toEqual(["create_webhook", "invite_member", "lock_doc"]);
  });
});
