// Requests for access: every state, who asks, who decides, and what a decision does.
import { afterEach, describe, expect, test } from "bun:test";
import { DAY_MS, HOUR_MS } from "../../kernel/plugin.ts";
import { type Answer, openHarness, type Person } from "../harness/harness.ts";
import { callTool, scenario } from "../harness/scenario.ts";
import { asking } from "./asking.ts";
import { type Shared, share, withDocument, withPerson } from "./team.ts";

const h = await openHarness();
const START = h.clock.now().getTime();

afterEach(() => h.clock.set(new Date(START)));

const { ask, status, list, decide, opens, asked } = asking(h);

describe("asking", () => {
  test("makes a pending request for 30 days and tells nothing of the document", async () => {
    const expires_at = new Date(START + 30 * DAY_MS).toISOString();
    const { body } = await scenario(h, {
      given: () => withDocument(h),
      act: ({ otto, doc }) => ({
        as: otto,
        call: "POST /api/access-requests",
        json: { slug: doc.slug, message: " For the review. " },
      }),
      expect: ({ doc, otto }) => ({
        status: 201,
        body: { status: "pending", can_request: false, poll_after: 5, expires_at },
        audit: [
          { action: "access.request", target_id: doc.doc_id, meta: { doc_id: doc.doc_id, user_id: otto.user_id } },
        ],
      }),
    });
    expect(Object.keys(body).sort()).toEqual(["can_request", "expires_at", "poll_after", "status"]);
  });

  test("again while it is pending reuses it and tells nobody twice", async () => {
    const document = await asked();
    const { length } = await h.audit();
    h.clock.advance(HOUR_MS);
    const again = await ask(document);
    expect([again.status, again.body.expires_at]).toEqual([201, new Date(START + 30 * DAY_MS).toISOString()]);
    expect(await list(document)).toHaveLength(1);
    expect(await h.audit()).toHaveLength(length);
  });

  test("many times at once makes one request", async () => {
    const document = await withDocument(h);
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(document)));
    expect(answers.map((answer) => answer.body.status)).toEqual(Array(8).fill("pending"));
    expect(await list(document)).toHaveLength(1);
  });

  test("answers a slug of another workspace and a deleted document as one that leads nowhere", async () => {
    const document = await withDocument(h);
    const gone = await withDocument(h);
    await h.call(`DELETE ${gone.at}`, { as: gone.anna });
    const cases: [Person, string][] = [
      [document.otto, "A".repeat(22)],
      [document.eve, document.doc.slug],
      [gone.otto, gone.doc.slug],
    ];
    for (const [as, slug] of cases) {
      const { request_id: _, ...made } = (await h.call("POST /api/access-requests", { as, json: { slug } })).body;
      expect(made).toEqual({ error: "document not found", code: "not_found" });
      const seen = await h.call(`GET /api/access-requests/status?slug=${slug}`, { as });
      expect(seen.body).toEqual({ status: "none", can_request: true, poll_after: null });
    }
    expect(await status(document)).toEqual({ status: "none", can_request: true, poll_after: null });
  });

  test("by an id tells nothing: one that leads nowhere is answered, counted and looked after like one that is closed", async () => {
    const document = await withDocument(h);
    const gone = await withDocument(h);
    await h.call(`DELETE ${gone.at}`, { as: gone.anna });
    const expires_at = new Date(START + 30 * DAY_MS).toISOString();
    const cases: [Person, string][] = [
      [document.otto, document.doc.doc_id],
      [document.otto, "doc_nowhere"],
      [document.eve, document.doc.doc_id],
      [gone.otto, gone.doc.doc_id],
    ];
    for (const [as, doc_id] of cases) {
      const look = async () => (await h.call(`GET /api/access-requests/status?doc_id=${doc_id}`, { as })).body;
      expect(await look()).toEqual({ status: "none", can_request: true, poll_after: null });
      for (const _ of ["first", "again"]) {
        const { status, body } = await h.call("POST /api/access-requests", { as, json: { doc_id, message: "x" } });
        expect({ status, body }).toEqual({
          status: 201,
          body: { status: "pending", can_request: false, poll_after: 5, expires_at },
        });
      }
      expect(await look()).toEqual({ status: "pending", can_request: false, poll_after: 5, expires_at });
    }
    expect(await list(document)).toHaveLength(1);
    h.clock.advance(30 * DAY_MS + 1);
    for (const [as, doc_id] of cases) {
      const { body } = await h.call(`GET /api/access-requests/status?doc_id=${doc_id}`, { as });
      expect(body).toEqual({ status: "expired", can_request: true, poll_after: null });
    }
  });

  test("names exactly one of a slug and an id, and ids that lead nowhere count against the ten an hour", async () => {
    const { otto, doc } = await withDocument(h);
    const send = (json: object) => h.call("POST /api/access-requests", { as: otto, json });
    expect((await send({ slug: doc.slug, doc_id: doc.doc_id })).status).toBe(422);
    expect((await send({ message: "x" })).status).toBe(422);
    expect((await send({ doc_id: "a b" })).status).toBe(400);
    expect((await h.call("GET /api/access-requests/status", { as: otto })).status).toBe(422);
    for (let n = 0; n < 10; n++) expect((await send({ doc_id: `doc_none${n}` })).status).toBe(201);
    expect((await send({ doc_id: "doc_none0" })).status).toBe(429);
  });

  test("is not for who may open the document, nor for what is not closed", async () => {
    const cases: [Record<string, unknown>, keyof Shared & ("anna" | "otto")][] = [
      [{}, "anna"],
      [{ visibility: "workspace" }, "otto"],
      [{ visibility: "unlisted" }, "otto"],
      [{ visibility: "password", password: "correct horse" }, "otto"],
    ];
    for (const [json, who] of cases) {
      await scenario(h, {
        given: () => withDocument(h, json),
        act: (world) => ({ as: world[who], call: "POST /api/access-requests", json: { slug: world.doc.slug } }),
        expect: { status: 409, body: { status: "ineligible" } },
      });
      const document = await withDocument(h, json);
      expect(await status(document, document[who])).toMatchObject({ status: "ineligible", can_request: false });
    }
    const shared = await withDocument(h);
    await share(h, shared, withPerson(shared.otto));
    expect(await status(shared)).toMatchObject({ status: "ineligible" });
    const narrowed = await withDocument(h, { visibility: "workspace" });
    await share(h, narrowed, withPerson(narrowed.admin));
    expect(await status(narrowed)).toMatchObject({ status: "none", can_request: true });
    expect((await ask(narrowed)).body.status).toBe("pending");
  });

  test("takes at most 1,000 characters, a slug, and ten requests an hour over REST and MCP together", async () => {
    const document = await withDocument(h);
    expect((await ask(document, document.otto, "x".repeat(1001))).status).toBe(400);
    expect((await h.call("POST /api/access-requests", { as: document.otto, json: { slug: "../x" } })).status).toBe(400);
    expect((await h.call("POST /api/access-requests", { as: document.otto, json: {} })).status).toBe(422);
    for (let n = 0; n < 10; n++) expect((await ask(document)).status).toBe(201);
    const full = await ask(document);
    expect([full.status, full.body.retry_after]).toEqual([429, 3600]);
  });

  test("for a slug that leads nowhere costs nothing, over REST, MCP, the status and the page", async () => {
    const { otto } = await withDocument(h);
    const slug = "a".repeat(22);
    for (let n = 0; n < 11; n++) {
      expect((await h.call("POST /api/access-requests", { as: otto, json: { slug } })).status).toBe(404);
    }
    expect((await callTool(h, otto, { name: "request_access", arguments: { slug } })).isError).toBe(true);
    const form = new URLSearchParams({ message: "please" });
    const page = { as: otto, with_cookie: true, body: form, headers: { origin: h.runtime.config.base_url } };
    expect((await h.call(`POST /auth/request-access/${slug}`, page)).status).toBe(404);
    const standing = await h.call(`GET /api/access-requests/status?slug=${slug}`, { as: otto });
    expect(standing.body).toEqual({ status: "none", can_request: true, poll_after: null });
    const counted = await h.runtime.database.sql`
      select bucket from quota_counters where subject = ${`user:${otto.user_id}`}`;
    expect([...counted]).toEqual([]);
  });

  test("lets an asker look 120 times a minute", async () => {
    const document = await withDocument(h);
    const quota = h.runtime.quotas.entry("access_request_status");
    expect([quota.limit, quota.window_seconds, quota.per]).toEqual([120, 60, "account"]);
    await h.runtime.database.sql`
      insert into quota_counters (bucket, subject, window_ends_at, used)
      values ('access_request_status', ${`user:${document.otto.user_id}`}, ${new Date(START + 60_000)}, 120)`;
    const full = await h.call(`GET /api/access-requests/status?slug=${document.doc.slug}`, { as: document.otto });
    expect(full.status).toBe(429);
  });
});

describe("a pending request", () => {
  test("expires after 30 days, and can be made anew", async () => {
    const document = await asked();
    h.clock.advance(30 * DAY_MS);
    expect(await status(document)).toEqual({ status: "expired", can_request: true, poll_after: null });
    expect((await list(document))[0].status).toBe("expired");
    expect((await decide(document.request_id, document.anna, "approve")).status).toBe(410);
    expect((await ask(document)).body.status).toBe("pending");
    expect((await list(document)).map((row: { status: string }) => row.status)).toEqual(["pending", "invalidated"]);
  });

  const changes: [string, (document: Shared) => Promise<Answer>][] = [
    ["moved to another folder", ({ at, anna }) => h.call(`PATCH ${at}`, { as: anna, json: { folder: "Elsewhere" } })],
    [
      "given another visibility",
      ({ at, anna }) => h.call(`PATCH ${at}`, { as: anna, json: { visibility: "unlisted" } }),
    ],
  ];
  for (const [what, change] of changes) {
    test(`is void once its document was ${what}, also after that is undone`, async () => {
      const document = await asked();
      h.clock.advance(1000);
      expect((await change(document)).status).toBe(200);
      expect((await list(document))[0].status).toBe("invalidated");
      expect((await decide(document.request_id, document.anna, "approve")).status).toBe(410);
      await h.runtime.relay.relayAll();
      await h.runtime.jobs.runDue();
      await h.call(`PATCH ${document.at}`, { as: document.anna, json: { folder: "", visibility: "restricted" } });
      expect(await status(document)).toEqual({ status: "none", can_request: true, poll_after: null });
      expect((await ask(document)).body.status).toBe("pending");
    });
  }

  test("is void once its document moved into a root", async () => {
    const document = await asked();
    const made = await h.call("POST /api/roots", { as: document.admin, json: { name: "Plans", slug: "plans" } });
    expect(made.status).toBe(201);
    const given = await h.call("POST /api/roots/plans/access", {
      as: document.admin,
      json: { subject_type: "user", subject: document.anna.email, level: "edit" },
    });
    expect(given.status).toBe(201);
    expect((await h.call(`PATCH ${document.at}`, { as: document.anna, json: { root: "plans" } })).status).toBe(200);
    expect(await status(document)).toMatchObject({ status: "none" });
    expect((await list(document, document.admin))[0].status).toBe("invalidated");
  });

  test("ends with its asker's membership, and with the owner's", async () => {
    for (const who of ["otto", "anna"] as const) {
      const document = await asked();
      expect((await h.call(`DELETE /api/members/${document[who].user_id}`, { as: document.owner })).status).toBe(200);
      expect((await decide(document.request_id, document.anna, "approve")).status).toBe(404);
      const left = await h.runtime.database
        .sql`select 1 from access_requests where request_id = ${document.request_id}`;
      expect(left.count).toBe(0);
    }
  });

  test("of a person who is switched off cannot be approved", async () => {
    const document = await asked();
    await h.runtime.database
      .sql`update users set disabled_at = ${h.clock.now()} where user_id = ${document.otto.user_id}`;
    expect((await decide(document.request_id, document.anna, "approve")).status).toBe(410);
  });

  test("decided while its document moves has one outcome and never half of one", async () => {
    for (let round = 0; round < 6; round++) {
      const document = await asked();
      const [decided, moved] = await Promise.all([
        decide(document.request_id, document.anna, "approve"),
        h.call(`PATCH ${document.at}`, { as: document.anna, json: { folder: "Elsewhere" } }),
      ]);
      expect(moved.status).toBe(200);
      expect([200, 410]).toContain(decided.status);
      expect(await opens(document, document.otto)).toBe(decided.status === 200);
    }
  });
});

describe("the list of requests", () => {
  test("shows what is pending first, and whether mail goes out", async () => {
    await scenario(h, {
      given: async () => {
        const document = await asked();
        await decide(document.request_id, document.anna, "deny");
        await ask(document, document.admin, "please");
        return document;
      },
      act: ({ anna, at }) => ({ as: anna, call: `GET ${at}/access-requests` }),
      expect: ({ admin, otto }) => ({
        status: 200,
        body: {
          email_available: false,
          requests: [
            expect.objectContaining({
              status: "pending",
              message: "please",
              requester: expect.objectContaining({ id: admin.user_id }),
            }),
            expect.objectContaining({ status: "denied", requester: expect.objectContaining({ id: otto.user_id }) }),
          ],
        },
      }),
    });
  });

  test("is for who may share the document: 404 to strangers, 403 to others with a level", async () => {
    for (const [who, expected] of [
      ["otto", 404],
      ["eve", 404],
      ["admin", 403],
    ] as const) {
      await scenario(h, {
        given: async () => {
          const document = await asked();
          await share(h, document, withPerson(document.admin, "edit"));
          return document;
        },
        act: (world) => ({ as: world[who], call: `GET ${world.at}/access-requests` }),
        expect: { status: expected },
      });
    }
  });
});
