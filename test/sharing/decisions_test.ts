// Deciding on a request for access: by whom, once, and what becomes of it.
import { afterEach, describe, expect, test } from "bun:test";
import { DAY_MS } from "../../kernel/plugin.ts";
import { publish } from "../documents/published.ts";
import { openHarness } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { asking } from "./asking.ts";
import { group, share, withDocument, withPerson } from "./team.ts";

const h = await openHarness();
const START = h.clock.now().getTime();

afterEach(() => h.clock.set(new Date(START)));

const { ask, status, list, decide, opens, asked } = asking(h);

describe("a decision", () => {
  test("to approve gives view on the document, with both audit rows", async () => {
    await scenario(h, {
      given: () => asked(),
      act: ({ anna, request_id }) => ({
        as: anna,
        call: `POST /api/access-requests/${request_id}/decision`,
        json: { decision: "approve" },
      }),
      expect: ({ doc, otto }) => ({
        status: 200,
        body: { status: "approved", already_decided: false },
        audit: [
          { action: "access.grant", meta: { doc_id: doc.doc_id, subject: otto.email, level: "view", was: null } },
          { action: "access.decide", meta: { doc_id: doc.doc_id, user_id: otto.user_id, status: "approved" } },
        ],
      }),
    });
    const document = await asked();
    await decide(document.request_id, document.anna, "approve");
    expect(await status(document)).toEqual({ status: "granted", can_request: false, poll_after: null });
    expect(await opens(document, document.otto)).toBe(true);
    const [row] = await list(document);
    expect(row).toMatchObject({
      status: "approved",
      decided_by: document.anna.email,
      requester: { email: document.otto.email },
    });
  });

  test("to deny gives nothing, takes nothing away, and lets ask again after 24 hours", async () => {
    const document = await asked();
    const denied = await decide(document.request_id, document.anna, "deny");
    expect(denied.body).toEqual({ status: "denied", already_decided: false });
    const retry_at = new Date(START + DAY_MS).toISOString();
    expect(await status(document)).toEqual({ status: "denied", can_request: false, poll_after: null, retry_at });
    expect((await ask(document)).status).toBe(409);
    h.clock.advance(DAY_MS);
    expect(await status(document)).toMatchObject({ status: "denied", can_request: true });
    expect((await ask(document)).body.status).toBe("pending");

    const other = await asked();
    await share(h, other, withPerson(other.otto, "edit"));
    expect((await decide(other.request_id, other.anna, "deny")).body.status).toBe("denied");
    expect(await opens(other, other.otto)).toBe(true);
  });

  test("keeps greater access, had by a grant or by a group", async () => {
    const document = await asked();
    await share(h, document, withPerson(document.otto, "edit"));
    await decide(document.request_id, document.anna, "approve");
    const seen = await h.call(`GET ${document.at}/access`, { as: document.otto });
    expect([seen.body.my_level, seen.body.grants.length]).toEqual(["edit", 1]);

    const grouped = await asked();
    await group(h, "design", [grouped.otto]);
    await share(h, grouped, { subject_type: "group", subject: "design", level: "comment" });
    await decide(grouped.request_id, grouped.anna, "approve");
    expect((await h.call(`GET ${grouped.at}/access`, { as: grouped.anna })).body.grants).toHaveLength(1);
    expect(await status(grouped)).toMatchObject({ status: "granted" });
  });

  test("stands: a later one is answered with it, and does not give again what was revoked", async () => {
    const document = await asked();
    await decide(document.request_id, document.anna, "approve");
    const again = await decide(document.request_id, document.anna, "deny");
    expect(again.body).toEqual({ status: "approved", already_decided: true });
    const { body } = await h.call(`GET ${document.at}/access`, { as: document.anna });
    h.clock.advance(2 * DAY_MS);
    await h.call(`DELETE /api/access/${body.grants[0].id}`, { as: document.anna });
    expect(await status(document)).toMatchObject({ status: "revoked", can_request: false });
    expect((await decide(document.request_id, document.anna, "approve")).body.already_decided).toBe(true);
    expect(await opens(document, document.otto)).toBe(false);
    expect((await ask(document)).status).toBe(409);
    h.clock.advance(DAY_MS);
    expect(await status(document)).toMatchObject({ status: "revoked", can_request: true });
    expect((await ask(document)).body.status).toBe("pending");
  });

  test("made many times at once has one outcome, and the others are told of it", async () => {
    for (let round = 0; round < 4; round++) {
      const document = await asked();
      const made = await Promise.all(
        (["approve", "deny", "approve", "deny", "approve"] as const).map((decision) =>
          decide(document.request_id, document.anna, decision),
        ),
      );
      expect(made.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
      expect(made.filter((answer) => !answer.body.already_decided)).toHaveLength(1);
      expect(new Set(made.map((answer) => answer.body.status)).size).toBe(1);
      expect(await opens(document, document.otto)).toBe(made[0]?.body.status === "approved");
    }
  });

  test("is a 404 to everybody who may not share the document", async () => {
    for (const who of ["otto", "admin", "owner", "eve"] as const) {
      await scenario(h, {
        given: () => asked(),
        act: (world) => ({
          as: world[who],
          call: `POST /api/access-requests/${world.request_id}/decision`,
          json: { decision: "approve" },
        }),
        expect: { status: 404, error: "access request not found" },
      });
    }
    const document = await asked();
    expect((await decide(999_999_999, document.anna, "approve")).body.error).toBe("access request not found");
  });

  test("in a root is for its managers", async () => {
    const people = await withDocument(h);
    const { sql } = h.runtime.database;
    const made = await h.call("POST /api/roots", { as: people.admin, json: { name: "Closed", slug: "closed" } });
    expect(made.status).toBe(201);
    const published = await publish(h, { html: "x", root: "closed" }, { as: people.admin });
    const document = { ...people, ...published };
    expect((await ask(document)).body.status).toBe("pending");
    const [{ id }] = await list(document, people.owner);
    expect((await decide(id, people.anna, "approve")).status).toBe(404);
    expect((await decide(id, people.owner, "approve")).body.status).toBe("approved");
    expect(await opens(document, people.otto)).toBe(true);
    expect((await sql`select 1 from access_requests where request_id = ${id} and status = 'approved'`).count).toBe(1);
  });
});
