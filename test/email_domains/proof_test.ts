// E-mail domains are proven by a record of their zone, for one workspace at a time, and lose the proof with it
// (rules: companies/domains).
import { afterAll, beforeEach, expect, test } from "bun:test";
import { DAY_MS, HOUR_MS } from "../../kernel/plugin.ts";
import { demandProven, findHolder, isProvenFor, proveByOperator } from "../../plugins/email_domains/port.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { startNameServer } from "../harness/name_server.ts";

const dns = await startNameServer();
const h = await openHarness({ env: { DNS_SERVERS: dns.address } });
const { sql } = h.runtime.database;
const owner = await h.person({ role: "owner", email: "olga@berg.example" });
const rival = await h.person({ role: "owner", email: "rita@tal.example" });
const member = await h.person({ role: "member", workspace_id: owner.workspace_id, email: "mia@berg.example" });

beforeEach(async () => {
  await sql`truncate email_domains, audit_events, notifications`;
  dns.fail(null);
});
afterAll(() => dns.close());

async function add(domain: string, as: Person = owner) {
  const { status, body } = await h.call("POST /api/email-domains", { as, json: { domain } });
  expect(status).toBe(201);
  return body;
}

const verify = (row: { id: number }, as: Person = owner) =>
  h.call(`POST /api/email-domains/${row.id}/verify`, { as, with_cookie: true });

async function addAndProve(domain: string, as: Person = owner) {
  const row = await add(domain, as);
  dns.set(row.record.name, { TXT: [row.record.value] });
  const { status, body } = await verify(row, as);
  expect(status).toBe(200);
  expect(body.status).toBe("proven");
  return body;
}

async function recheckAfter(ms: number): Promise<void> {
  h.clock.advance(ms);
  await h.runtime.jobs.runDue();
  await h.runtime.relay.relayAll();
  await h.runtime.jobs.runDue();
}

const read = async (as = owner) => (await h.call("GET /api/email-domains", { as })).body.domains[0];
const isProven = (email: string, { workspace_id } = owner) => isProvenFor(sql, { workspace_id, email });

test("a domain is proven once its record is there, and the error says what was seen before", async () => {
  const row = await add("@Berg.Example.");
  expect(row).toMatchObject({ domain: "berg.example", status: "pending", proven_by: null, error: null });
  expect(row.record.name).toBe("_docsvc-email.berg.example");
  expect((await verify(row)).body.error).toContain("there is none");
  dns.set(row.record.name, { TXT: ["v=spf1 -all"] });
  const wrong = await verify(row);
  expect(wrong.body).toMatchObject({ status: "pending" });
  expect(wrong.body.error).toContain(`says "${row.record.value}"; there is "v=spf1 -all"`);
  expect(await isProven("mia@berg.example")).toBe(false);
  await expect(demandProven(sql, { workspace_id: owner.workspace_id, domains: ["berg.example"] })).rejects.toThrow(
    "berg.example",
  );

  dns.set(row.record.name, { TXT: ["v=spf1 -all", row.record.value] });
  expect((await verify(row)).body).toMatchObject({ status: "proven", proven_by: "dns", error: null });
  expect(await isProven("MIA@BERG.example")).toBe(true);
  // Each subdomain is its own, and so is each workspace.
  expect(await isProven("mia@mail.berg.example")).toBe(false);
  expect(await isProven("mia@berg.example", rival)).toBe(false);
  expect(await findHolder(sql, "berg.example")).toBe(owner.workspace_id);
  expect((await h.audit()).map((event) => event.action)).toEqual(["email_domain.add", "email_domain.prove"]);
});

test("public providers, addresses and half names are refused with 400 naming them, and a second time with 409", async () => {
  for (const domain of ["gmail.com", "GMX.de", "localhost", "10.0.0.1", "a@b@c", "-x.example", "x..example", "x.123"]) {
    const { status, body } = await h.call("POST /api/email-domains", { as: owner, json: { domain } });
    expect([domain, status]).toEqual([domain, 400]);
    expect(body.error.toLowerCase()).toContain(domain.toLowerCase());
  }
  await add("bücher.example");
  const twice = await h.call("POST /api/email-domains", { as: owner, json: { domain: "xn--bcher-kva.example" } });
  expect(twice.status).toBe(409);
});

test("members are refused, and the domains of another workspace are unknown", async () => {
  const row = await add("berg.example");
  expect((await h.call("GET /api/email-domains", { as: member })).status).toBe(403);
  expect((await verify(row, rival)).status).toBe(404);
  expect((await h.call(`DELETE /api/email-domains/${row.id}`, { as: rival })).status).toBe(404);
  expect((await h.call("GET /api/email-domains", { as: rival })).body.domains).toEqual([]);
});

test("another workspace gets a domain only when the first one's record has gone from the zone", async () => {
  const first = await addAndProve("berg.example");
  const second = await add("berg.example", rival);
  dns.set(first.record.name, { TXT: [first.record.value, second.record.value] });
  const refused = await verify(second, rival);
  expect(refused.status).toBe(409);
  expect(refused.body.error).toContain("claimed by another workspace");
  expect(await findHolder(sql, "berg.example")).toBe(owner.workspace_id);

  dns.set(first.record.name, { TXT: [second.record.value] });
  expect((await verify(second, rival)).body.status).toBe("proven");
  expect(await findHolder(sql, "berg.example")).toBe(rival.workspace_id);
  expect((await read()).status).toBe("pending");
  const lapse = (await h.audit()).find((event) => event.action === "email_domain.lapse");
  expect(lapse).toMatchObject({ actor: "system", meta: { domain: "berg.example", reason: "proven_elsewhere" } });
});

test("two who verify at once end with one holder", async () => {
  const [one, other] = [await add("berg.example"), await add("berg.example", rival)];
  dns.set(one.record.name, { TXT: [one.record.value, other.record.value] });
  const answers = await Promise.all([verify(one), verify(other, rival)]);
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
});

test("what the operator proved is lost to nobody, and not looked up", async () => {
  const { workspace_id } = owner;
  await proveByOperator(h.runtime, sql, { workspace_id, domain: "berg.example", now: h.clock.now() });
  const second = await add("berg.example", rival);
  dns.set(second.record.name, { TXT: [second.record.value] });
  expect((await verify(second, rival)).status).toBe(409);
  await recheckAfter(30 * DAY_MS);
  expect(await read()).toMatchObject({ status: "proven", proven_by: "operator" });
});

test("a record that goes away ends the proof after 7 days, and managers hear of both", async () => {
  const row = await addAndProve("berg.example");
  dns.set(row.record.name, {});
  await recheckAfter(DAY_MS + HOUR_MS);
  const failing = await read();
  expect(failing).toMatchObject({ status: "failing", proven_by: "dns" });
  expect(Date.parse(failing.lapses_at) - h.clock.now().getTime()).toBe(7 * DAY_MS);
  expect(await isProven("mia@berg.example")).toBe(true);
  await recheckAfter(6 * DAY_MS);
  expect(await isProven("mia@berg.example")).toBe(true);
  await recheckAfter(2 * DAY_MS);
  expect(await read()).toMatchObject({ status: "pending", proven_by: null });
  expect(await isProven("mia@berg.example")).toBe(false);
  const told = await sql<{ kind: string; user_id: number }[]>`
    select kind, user_id from notifications order by notification_id`;
  expect(told.map((one) => [one.kind, one.user_id])).toEqual([
    ["email_domain.failing", owner.user_id],
    ["email_domain.lapse", owner.user_id],
  ]);
});

test("a record that comes back in time leaves everything as it was", async () => {
  const row = await addAndProve("berg.example");
  dns.set(row.record.name, {});
  await recheckAfter(DAY_MS + HOUR_MS);
  dns.set(row.record.name, { TXT: [row.record.value] });
  await recheckAfter(DAY_MS + HOUR_MS);
  expect(await read()).toMatchObject({ status: "proven", lapses_at: null, error: null });
});

test("name servers that fail say so and end no proof, however long", async () => {
  const row = await addAndProve("berg.example");
  dns.fail("servfail");
  expect((await verify(row)).body.error).toContain("do not answer");
  await recheckAfter(30 * DAY_MS);
  expect(await read()).toMatchObject({ status: "failing" });
  expect(await isProven("mia@berg.example")).toBe(true);
});

test("name servers that stay silent are given up within 6 seconds", async () => {
  const row = await add("berg.example");
  dns.fail("silent");
  expect((await verify(row)).body.error).toContain("it took too long");
});

test("removing a domain ends its proof, and another workspace may prove it", async () => {
  const row = await addAndProve("berg.example");
  const second = await add("berg.example", rival);
  const { status, body } = await h.call(`DELETE /api/email-domains/${row.id}`, { as: owner });
  expect([status, body]).toEqual([200, { deleted: true, id: row.id }]);
  dns.set(row.record.name, { TXT: [second.record.value] });
  expect((await verify(second, rival)).body.status).toBe("proven");
});

test("an answer too long for one packet is fetched over TCP", async () => {
  const row = await add("berg.example");
  dns.set(row.record.name, { TXT: [row.record.value, ...Array.from({ length: 30 }, (_, n) => `${n}`.repeat(80))] });
  expect((await verify(row)).body.status).toBe("proven");
});

test("a proof that a token asks for waits: the domain counts once an owner confirms it, whose record is looked for again", async () => {
  const row = await add("wartet.example");
  dns.set(row.record.name, { TXT: [row.record.value] });
  const { body } = await h.call(`POST /api/email-domains/${row.id}/verify`, { as: owner });
  expect(body).toMatchObject({
    status: "pending",
    error: null,
    waiting: { set_by: owner.email, set_with: 'the token "test"' },
  });
  expect((await read()).waiting).toEqual(body.waiting);
  expect(await isProven("mia@wartet.example")).toBe(false);
  expect((await h.call("GET /auth/confirmations", { as: owner, with_cookie: true })).body).toContain("wartet.example");
  const [waiting] = await sql<{ setting_id: number }[]>`select setting_id from waiting_settings`;
  const confirm = () =>
    h.call(`POST /auth/confirmations/${waiting?.setting_id}`, {
      as: owner,
      with_cookie: true,
      headers: { origin: h.base_url, "content-type": "application/x-www-form-urlencoded" },
      body: "decision=confirm",
    });
  dns.set(row.record.name, { TXT: ["another"] });
  expect((await confirm()).status).toBe(409);
  dns.set(row.record.name, { TXT: [row.record.value] });
  expect((await confirm()).status).toBe(303);
  expect(await read()).toMatchObject({ status: "proven", waiting: null });
  expect(await isProven("mia@wartet.example")).toBe(true);
  // A second look of a token keeps what is proven, and removing it is told.
  expect((await h.call(`POST /api/email-domains/${row.id}/verify`, { as: owner })).body.status).toBe("proven");
  expect((await h.call(`DELETE /api/email-domains/${row.id}`, { as: owner })).status).toBe(200);
  expect((await h.audit()).map(({ action }) => action)).toContain("sign_in_setting.end");
});
