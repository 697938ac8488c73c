// Invites as a way to mail strangers: how many there may be, and whose words stand in them.
import { expect, test } from "bun:test";
import type { Person } from "../harness/harness.ts";
import { openHarness } from "../harness/harness.ts";
import { readOutbox } from "../harness/outbox.ts";

const h = await openHarness({ env: { EDITION: "cloud", SIGNUP: "closed" } });

let addresses = 0;
const newAddress = () => `stranger${++addresses}@example.net`;

async function invite(as: Person, email = newAddress()) {
  return h.call("POST /api/invites", { as, json: { email } });
}

async function sent() {
  await h.runtime.jobs.runDue();
  return readOutbox(h.runtime.config.data_dir);
}

test("one account sends 30 invites an hour, made or sent again, and then 429 with nothing left behind", async () => {
  const owner = await h.person({ plan: "business" });
  const before = (await sent()).length;
  const made = await invite(owner);
  for (let count = 1; count < 28; count++) expect((await invite(owner)).status).toBe(201);
  for (const _ of [1, 2]) {
    expect((await h.call(`POST /api/invites/${made.body.id}/resend`, { as: owner })).status).toBe(200);
  }
  const rows = await h.rows("invites", "audit_events", "jobs");
  const refused = await invite(owner);
  expect(refused.status).toBe(429);
  expect(refused.body).toMatchObject({ error: expect.stringContaining("30/hour"), retry_after: expect.any(Number) });
  expect((await h.call(`POST /api/invites/${made.body.id}/resend`, { as: owner })).status).toBe(429);
  expect(await h.rows("invites", "audit_events", "jobs")).toEqual(rows);
  expect((await sent()).length - before).toBeLessThanOrEqual(30);
  h.clock.advance(3_600_000);
  expect((await invite(owner)).status).toBe(201);
});

test("one mailbox gets 6 invites a day, whoever sends them and however it is spelled; others stay free", async () => {
  const victim = "victim@example.net";
  const spellings = [victim, "Victim@Example.net", "victim+a@example.net", "victim+b@example.net"];
  for (const email of spellings) expect((await invite(await h.person(), email)).status).toBe(201);
  const owner = await h.person();
  const made = await invite(owner, victim);
  expect((await h.call(`POST /api/invites/${made.body.id}/resend`, { as: owner })).status).toBe(200);
  for (const refused of [
    await h.call(`POST /api/invites/${made.body.id}/resend`, { as: owner }),
    await invite(await h.person(), victim),
  ]) {
    expect(refused.status).toBe(429);
    expect(refused.body.error).toContain("6/day");
  }
  expect((await invite(owner)).status).toBe(201);
  h.clock.advance(24 * 3_600_000);
  expect((await h.call(`POST /api/invites/${made.body.id}/resend`, { as: owner })).status).toBe(200);
});

test("many invites in one request count as many: those beyond 30 an hour are refused one by one, and nothing of them is kept", async () => {
  const owner = await h.person({ plan: "business" });
  const batch = (emails: string[]) =>
    h.call("POST /api/invites/batch", { as: owner, json: { invites: emails.map((email) => ({ email })) } });
  expect((await batch(Array.from({ length: 25 }, newAddress))).body.invited).toBe(25);
  const rows = await h.rows("invites", "audit_events", "jobs");
  const { body } = await batch(Array.from({ length: 8 }, newAddress));
  expect(body.results.map((one: { status: string }) => one.status)).toEqual([
    ...Array(5).fill("invited"),
    ...Array(3).fill("refused"),
  ]);
  expect(body.results.at(-1)).toMatchObject({
    code: "rate_limited",
    error: expect.stringContaining("30/hour"),
    retry_after: 3600,
  });
  const after = await h.rows("invites", "audit_events", "jobs");
  expect(after).toEqual({
    invites: Number(rows["invites"]) + 5,
    audit_events: Number(rows["audit_events"]) + 5,
    jobs: Number(rows["jobs"]) + 5,
  });
  const refused = await batch([newAddress(), newAddress()]);
  expect([refused.status, refused.body.retry_after]).toEqual([429, 3600]);
  expect((await invite(owner)).status).toBe(429);
  h.clock.advance(3_600_000);
  expect((await batch([newAddress(), newAddress()])).body.invited).toBe(2);
});

test("an address that is mailed nothing counts for nothing, and Enterprise invites 600 an hour", async () => {
  const owner = await h.person();
  const emails = Array.from({ length: 100 }, newAddress);
  const batch = () =>
    h.call("POST /api/invites/batch", { as: owner, json: { invites: emails.map((email) => ({ email })) } });
  expect((await batch()).body.invited).toBe(100);
  expect((await batch()).body.invited).toBe(0);
  const { quotas } = (await h.call("GET /api/limits", { as: owner })).body;
  // The second request itself.
  expect(quotas.invite).toMatchObject({ limit: 600, used: 101, left: 499 });
});

test("one mailbox gets 6 invites a day from a request that names it in many spellings", async () => {
  const owner = await h.person();
  const invites = Array.from({ length: 8 }, (_, n) => ({ email: `flooded+${n}@example.net` }));
  const { body } = await h.call("POST /api/invites/batch", { as: owner, json: { invites } });
  expect(body.invited).toBe(6);
  for (const one of body.results.slice(6))
    expect(one).toMatchObject({ code: "rate_limited", error: expect.stringContaining("6/day") });
  expect((await invite(await h.person(), "flooded@example.net")).status).toBe(429);
});

test("no link, address or line of the sender's choosing reaches a subject, and none of their names is one in the text", async () => {
  const { sql } = h.runtime.database;
  const names = [
    ["You won! http://evil.example/claim", "www.evil.example"],
    ["Support security@evil.example", "evil。example"],
    ["Anna\r\nBcc: eve@evil.example\r\n\r\nClick https://evil.example", "a\n\nhttps://evil.example\n\nb"],
    ["evil\u200b.example", "\u202eelpmaxe.live"],
    ["word ".repeat(40), "x".repeat(300)],
  ];
  for (const [name = "", workspace = ""] of names) {
    const owner = await h.person();
    await sql`update users set name = ${name} where user_id = ${owner.user_id}`;
    await sql`update workspaces set name = ${workspace} where workspace_id = ${owner.workspace_id}`;
    await invite(owner);
    const mail = (await sent()).at(-1);
    expect(mail?.subject).not.toMatch(/[@\r\n]|:\/\/|evil\.|evil。|\.live|\u202e/);
    expect([...(mail?.subject ?? "")].length).toBeLessThan(160);
    const text = mail?.text.replaceAll(owner.email, "") ?? "";
    expect(text).not.toMatch(/evil[.。]example|\u202e/);
    expect(mail?.links).toEqual([expect.stringContaining(`${h.base_url}/u/invite/`)]);
  }
  const plain = await h.person();
  await sql`update users set name = 'Anna Berg' where user_id = ${plain.user_id}`;
  await invite(plain);
  const mail = (await sent()).at(-1);
  expect(mail?.subject).toBe(`Anna Berg invites you to ${plain.workspace.replace("team-", "Team ")}`);
  expect(mail?.text).toContain(`Anna Berg (${plain.email}) invites you`);
});
