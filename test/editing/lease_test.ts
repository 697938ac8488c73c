// Edit leases: who holds one, whom it stops on every road, and how it ends.
import { describe, expect, test } from "bun:test";
import { type Published, publish } from "../documents/published.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { callTool, scenario } from "../harness/scenario.ts";

const h = await openHarness();

interface Shared extends Published {
  /** Somebody else who may edit. */
  other: Person;
}

async function shared(json: Record<string, unknown> = { html: "<p>one</p>" }): Promise<Shared> {
  const published = await publish(h, json);
  const other = await h.person({ workspace_id: published.as.workspace_id });
  const grant = { subject_type: "user", subject: other.email, level: "edit" };
  const answer = await h.call(`POST ${published.at}/access`, { as: published.as, json: grant });
  expect(answer.status).toBeLessThan(300);
  return { ...published, other };
}

async function leased(json: Record<string, unknown> = {}): Promise<Shared & { token: string }> {
  const made = await shared();
  const lease = await h.call(`POST ${made.at}/lock`, { as: made.as, json });
  expect(lease.status).toBe(201);
  return { ...made, token: lease.body.token };
}

describe("a lease", () => {
  test("is told to everybody who may view, its token only to who takes it", async () => {
    const { as, at, other, doc, token } = await leased({ path: "index.html", ttl_seconds: 60 });
    expect(token.length).toBeGreaterThan(20);
    const seen = await h.call(`GET ${at}/lock`, { as: other });
    expect(seen.body).toEqual({
      doc_id: doc.doc_id,
      lock: {
        doc_id: doc.doc_id,
        holder: { email: as.email, user_id: as.user_id },
        acquired_at: h.clock.now().toISOString(),
        expires_at: new Date(h.clock.now().getTime() + 60_000).toISOString(),
        path: "index.html",
        mine: false,
      },
    });
    expect((await h.call(`GET ${at}/lock`, { as })).body.lock.mine).toBe(true);
    const [row] = await h.runtime.database
      .sql`select encode(token_hash, 'hex') as hash from edit_leases order by acquired_at desc`;
    expect(JSON.stringify(row)).not.toContain(token);
  });

  test("taken is audited, and costs no publish", async () => {
    await scenario(h, {
      given: () => shared(),
      act: ({ as, at }) => ({ as, call: `POST ${at}/lock`, json: { ttl_seconds: 600 } }),
      // A token is another one each time.
      tools: false,
      expect: ({ doc }) => ({
        status: 201,
        body: { doc_id: doc.doc_id },
        audit: [{ action: "lock.acquire", target_id: doc.doc_id }],
      }),
    });
  });

  test("lasts at most 600 seconds", async () => {
    for (const [ttl_seconds, status] of [
      [601, 400],
      [0, 400],
      ["60", 422],
      [1.5, 422],
    ] as const) {
      const { as, at } = await shared();
      expect((await h.call(`POST ${at}/lock`, { as, json: { ttl_seconds } })).status).toBe(status);
    }
  });

  test("taken again by its holder gives a fresh token, and the old one is worth nothing", async () => {
    const { as, at, other, token } = await leased();
    const again = await h.call(`POST ${at}/lock`, { as, json: {} });
    expect(again.status).toBe(201);
    const put = (lock_token: string) =>
      h.call(`PUT ${at}/files/a.txt`, { as: other, json: { content: "a", lock_token } });
    expect((await put(token)).status).toBe(423);
    expect((await put(again.body.token)).status).toBe(200);
  });

  test("of somebody else is a 423 that names them", async () => {
    await scenario(h, {
      given: () => leased({ path: "a.css" }),
      act: ({ other, at }) => ({ as: other, call: `POST ${at}/lock`, json: {} }),
      expect: ({ as }) => ({
        status: 423,
        body: {
          error: expect.stringContaining("unlock it with force=true"),
          holder: { email: as.email },
          path: "a.css",
        },
      }),
    });
  });

  test("renewed lasts longer; a wrong token is a 404, and a lease of somebody else a 423", async () => {
    const { as, at, other, token } = await leased({ ttl_seconds: 60 });
    const renewed = await h.call(`POST ${at}/lock/renew`, { as, json: { token, ttl_seconds: 120 } });
    expect(renewed.body.expires_at).toBe(new Date(h.clock.now().getTime() + 120_000).toISOString());
    expect((await h.call(`POST ${at}/lock/renew`, { as, json: { token: "nothing" } })).status).toBe(404);
    expect((await h.call(`POST ${at}/lock/renew`, { as: other, json: { token: "nothing" } })).status).toBe(423);
    const free = await shared();
    expect((await h.call(`POST ${free.at}/lock/renew`, { as: free.as, json: { token } })).status).toBe(404);
  });

  test("is given back by its token, in the body or in the query", async () => {
    const one = await leased();
    const gone = await h.call(`DELETE ${one.at}/lock`, { as: one.as, json: { token: one.token } });
    expect(gone.body).toEqual({ doc_id: one.doc.doc_id, released: true, forced: false });
    const two = await leased();
    expect((await h.call(`DELETE ${two.at}/lock?token=wrong`, { as: two.as })).status).toBe(404);
    const bare = await h.call(`DELETE ${two.at}/lock`, { as: two.as });
    expect([bare.status, bare.body.error]).toEqual([
      404,
      expect.stringContaining("yours and ends with its token; send that"),
    ]);
    expect((await h.call(`DELETE ${two.at}/lock?token=${two.token}`, { as: two.as })).body.released).toBe(true);
    expect((await h.call(`GET ${two.at}/lock`, { as: two.as })).body.lock).toBeNull();
    expect((await h.call(`DELETE ${two.at}/lock`, { as: two.as })).body.released).toBe(false);
  });

  test("is broken with force by the owner alone, and the audit says so", async () => {
    const { as, at, other } = await shared();
    const lease = await h.call(`POST ${at}/lock`, { as: other, json: {} });
    expect(lease.status).toBe(201);
    expect((await h.call(`DELETE ${at}/lock`, { as })).status).toBe(423);
    const broken = await h.call(`DELETE ${at}/lock?force=true`, { as });
    expect(broken.body).toMatchObject({ released: true, forced: true });
    expect((await h.audit()).at(-1)).toMatchObject({
      action: "lock.release",
      meta: { forced: true, holder: other.email },
    });
    const mine = await leased();
    expect((await h.call(`DELETE ${mine.at}/lock`, { as: mine.other, json: { force: true } })).status).toBe(403);
  });

  test("that has run out stops nobody and is cleared by whoever may edit", async () => {
    const { at, other } = await leased({ ttl_seconds: 5 });
    h.clock.advance(5_000);
    expect((await h.call(`GET ${at}/lock`, { as: other })).body.lock).toBeNull();
    expect((await h.call(`PUT ${at}/files/a.txt`, { as: other, json: { content: "a" } })).status).toBe(200);
    expect((await h.call(`DELETE ${at}/lock`, { as: other })).status).toBe(200);
    expect((await h.call(`POST ${at}/lock`, { as: other, json: {} })).status).toBe(201);
  });
});

/** Every road by which content is written, as somebody without the token. */
const ROADS: Record<string, (made: Shared, lock_token?: string) => Promise<{ status: number; body: unknown }>> = {
  "PUT file": ({ at, other }, lock_token) =>
    h.call(`PUT ${at}/files/a.txt`, { as: other, json: { content: "a", lock_token } }),
  "PATCH html": ({ at, other }, lock_token) =>
    h.call(`PATCH ${at}`, { as: other, json: { html: "<p>two</p>", lock_token } }),
  "POST files": ({ at, other }, lock_token) => {
    const form = new FormData();
    form.append("files", new Blob(["x"]), "b.txt");
    if (lock_token) form.append("lock_token", lock_token);
    return h.call(`POST ${at}/files`, { as: other, form });
  },
  "PUT upload": ({ doc, other }, lock_token) =>
    h.call(
      `PUT /api/upload?filename=index.html&doc_id=${doc.doc_id}&path=index.html&base_version=1${lock_token ? `&lock_token=${lock_token}` : ""}`,
      { as: other, body: "<p>up</p>" },
    ),
  restore: ({ at, other }, lock_token) => h.call(`POST ${at}/versions/1/restore`, { as: other, json: { lock_token } }),
  "make a ticket": ({ doc, other }, lock_token) =>
    h.call("POST /api/uploads", {
      as: other,
      json: { filename: "index.html", doc_id: doc.doc_id, path: "index.html", base_version: 1, lock_token },
    }),
};

describe("somebody else's lease stops", () => {
  for (const [name, go] of Object.entries(ROADS)) {
    test(`${name}, unless its token comes along`, async () => {
      const made = await leased();
      const refused = await go(made);
      expect(refused).toMatchObject({ status: 423, body: { holder: { email: made.as.email }, path: null } });
      expect((await h.call(`GET ${made.at}`, { as: made.as })).body.version).toBe(1);
      expect((await go(made, made.token)).status).toBeLessThan(300);
    });
  }

  test("a tool call", async () => {
    const { doc, other } = await leased();
    const result = await callTool(h, other, {
      name: "put_file",
      arguments: { doc_id: doc.doc_id, path: "a", content: "b" },
    });
    expect(result.isError).toBe(true);
  });

  test("a ticket that was made before it, with or without the token", async () => {
    const made = await shared();
    const json = { filename: "index.html", doc_id: made.doc.doc_id, path: "index.html", base_version: 1 };
    const ticket = await h.call("POST /api/uploads", { as: made.other, json });
    const lease = await h.call(`POST ${made.at}/lock`, { as: made.as, json: {} });
    const path = new URL(ticket.body.upload_url).pathname;
    expect((await h.call(`PUT ${path}`, { body: "<p>up</p>" })).status).toBe(423);
    const withToken = await h.call("POST /api/uploads", {
      as: made.other,
      json: { ...json, lock_token: lease.body.token },
    });
    expect((await h.call(`PUT ${new URL(withToken.body.upload_url).pathname}`, { body: "<p>up</p>" })).status).toBe(
      201,
    );
    const [kept] = await h.runtime.database
      .sql`select options::text as options from upload_tickets order by ticket_id desc limit 1`;
    expect(kept?.["options"]).not.toContain(lease.body.token);
  });

  test("no reading, no settings, and not its holder", async () => {
    const { as, at, other } = await leased();
    expect((await h.call(`GET ${at}/files/index.html`, { as: other })).status).toBe(200);
    expect((await h.call(`PATCH ${at}`, { as: other, json: { title: "Another" } })).status).toBe(200);
    expect((await h.call(`PUT ${at}/files/a.txt`, { as, json: { content: "a" } })).status).toBe(200);
  });

  test("before a stale version is looked at", async () => {
    const { at, other } = await leased();
    const answer = await h.call(`PUT ${at}/files/a.txt`, { as: other, json: { content: "a", base_version: 7 } });
    expect(answer.status).toBe(423);
  });
});

test("a lease token of another document opens nothing here", async () => {
  const here = await leased();
  const there = await leased();
  const json = { content: "a", lock_token: there.token };
  expect((await h.call(`PUT ${here.at}/files/a.txt`, { as: here.other, json })).status).toBe(423);
});
