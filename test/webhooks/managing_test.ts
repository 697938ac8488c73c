// Webhooks as their owners and admins keep them: what is taken, what is refused in which words, and what is shown.
import { beforeEach, describe, expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { callTool, scenario } from "../harness/scenario.ts";
import { limited } from "../oauth/limited.ts";
import { deliver, deliveriesOf, hook, OPENED, openReceiver } from "./receiver.ts";

const h = await openHarness({ env: OPENED });
const receiver = openReceiver();
const START = h.clock.now();

beforeEach(() => {
  receiver.received.length = 0;
  h.clock.set(START);
});

test("a webhook is made with its secret, shown without, changed, paused and removed, and each is noted without path or secret", async () => {
  const as = await h.person();
  const url = `${receiver.url}/a?key=s3cret#part`;
  const made = await h.call("POST /api/webhooks", { as, json: { url, events: ["doc.*", "doc.*", "nothing.here"] } });
  const { secret, ...shown } = made.body;
  expect(made.status).toBe(201);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(shown).toEqual({
    id: expect.any(Number),
    url: `${receiver.url}/a?key=s3cret`,
    events: ["doc.*", "nothing.here"],
    active: true,
    created_at: START.toISOString(),
    secret_set: true,
    ...{ paused_reason: null, owner_email: as.email, is_owner_managing: true },
    ...{ database_id: null, table_id: null, fields: null, provider: null },
    unknown_events: ["nothing.here"],
  });
  expect((await h.call("GET /api/webhooks", { as })).body).toEqual({ webhooks: [shown] });
  const at = `/api/webhooks/${shown.id}`;
  const changed = await h.call(`PATCH ${at}`, { as, json: { active: false, events: [] } });
  expect(changed.body).toEqual({ ...shown, active: false, events: ["*"], unknown_events: [] });
  expect((await h.call(`DELETE ${at}`, { as })).body).toEqual({ deleted: true, id: shown.id });
  expect((await h.call(`GET ${at}`, { as })).status).toBe(404);
  const rows = (await h.audit()).filter((row) => row.action.startsWith("webhook."));
  expect(rows.map((row) => row.action)).toEqual(["webhook.create", "webhook.update", "webhook.delete"]);
  expect(JSON.stringify(rows)).not.toMatch(/s3cret|whsec_/);
});

test("a connection that may not publish to everybody sends titles nowhere: it makes no webhook and changes none, and may pause one", async () => {
  const person = await h.person();
  const { id } = await hook(h, person, { url: receiver.url, events: ["doc.*"] });
  const as = await limited(h, person, { max_visibility: "unlisted" });
  const at = `PATCH /api/webhooks/${id}`;
  const refused = [
    await h.call("POST /api/webhooks", { as, json: { url: receiver.url } }),
    await h.call(at, { as, json: { url: `${receiver.url}/other` } }),
    await h.call(at, { as, json: { events: [] } }),
    await h.call(at, { as, json: { active: true } }),
  ];
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
    refused.map(() => [403, "connection_limited"]),
  );
  expect((await h.call(at, { as, json: { active: false } })).status).toBe(200);
});

test("two who change different members at once both have their way", async () => {
  const as = await h.person();
  const { id } = await hook(h, as, { url: receiver.url, events: ["doc.*"] });
  const at = `/api/webhooks/${id}`;
  for (let round = 0; round < 5; round++) {
    const [url, events] = [`${receiver.url}/${round}`, [`doc.round${round}`]];
    await Promise.all(
      [url, events].map((one) => h.call(`PATCH ${at}`, { as, json: one === url ? { url } : { events } })),
    );
    expect((await h.call(`GET ${at}`, { as })).body).toMatchObject({ url, events });
  }
});

describe("an address that is refused", () => {
  test.each([
    ["no scheme of the web", "ftp://example.com/", "not an http or https address"],
    ["no address at all", "example.com/hook", "not an http or https address"],
    ["no host", "http://", "not an http or https address"],
    ["a password", "https://me:s3cret@93.184.215.14/", "user name or password"],
    ["port 0", "https://93.184.215.14:0/", "port 0"],
    ["a private address", "http://10.1.2.3/", "10.1.2.3"],
    ["a private address beside an odd port", "http://192.168.0.7:8443/", "192.168.0.7"],
    ["link-local, where clouds keep their secrets", "http://169.254.169.254/latest", "169.254.169.254"],
    ["an address in decimal", "http://167772161/", "10.0.0.1"],
    ["an address in hexadecimal", "http://0x0a000001/", "10.0.0.1"],
    ["an address in octal", "http://012.0.0.1/", "10.0.0.1"],
    ["loopback of IPv6", "http://[::1]/", "::1"],
    ["a mapped address", "http://[::ffff:10.0.0.1]/", "::ffff:a00:1"],
    ["a NAT64 address", "http://[64:ff9b::a00:1]/", "64:ff9b::a00:1"],
    ["a 6to4 address", "http://[2002:a00:1::]/", "2002:a00:1::"],
    ["the unspecified address", "http://0.0.0.0/", "0.0.0.0"],
    ["multicast", "http://224.0.0.1/", "224.0.0.1"],
    ["a name that nothing has", "https://nothing.invalid/", "cannot be found"],
    ["a name in wide letters for a private address", "http://１０.0.0.1/", "10.0.0.1"],
    ["a name of other letters", "https://приклад.invalid/", "xn--"],
  ])("has %s", async (_what, url, words) => {
    const refused = { status: 400, error: new RegExp(words.replaceAll(/[.[\]]/g, "\\$&")) };
    await scenario(h, {
      given: () => h.person(),
      act: (as) => ({ as, call: "POST /api/webhooks", json: { url } }),
      expect: refused,
    });
  });

  test("is refused for a webhook that there is, too, which stays as it is", async () => {
    const as = await h.person();
    const { id } = await hook(h, as, { url: receiver.url });
    const refused = await h.call(`PATCH /api/webhooks/${id}`, { as, json: { url: "http://10.0.0.1/" } });
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining("it is at 10.0.0.1")]);
    expect((await h.call(`GET /api/webhooks/${id}`, { as })).body.url).toBe(receiver.url);
  });
});

test.each([
  ["51 events", { url: "https://93.184.215.14/", events: Array.from({ length: 51 }, (_, n) => `a.b${n}`) }, 400],
  ["a family in the middle", { url: "https://93.184.215.14/", events: ["doc.*.x"] }, 400],
  ["an action of one word", { url: "https://93.184.215.14/", events: ["publish"] }, 400],
  ["an event that is no text", { url: "https://93.184.215.14/", events: [1] }, 422],
  ["no address", { events: [] }, 422],
  ["2,049 characters", { url: `https://93.184.215.14/${"x".repeat(2028)}` }, 400],
])("%s is refused", async (_what, json, status) => {
  await scenario(h, {
    given: () => h.person(),
    act: (as) => ({ as, call: "POST /api/webhooks", json }),
    expect: { status },
    tools: false,
  });
});

test("webhooks are for owners and admins of a workspace on the Business plan, and 50 in number", async () => {
  const as = await h.person({ plan: "business" });
  const member = await h.person({ role: "member", workspace_id: as.workspace_id });
  const team = await h.person({ plan: "team" });
  const refusals = [member, team].map((one) => h.call("GET /api/webhooks", { as: one }));
  expect((await Promise.all(refusals)).map((one) => one.status)).toEqual([403, 402]);
  await h.runtime.database.sql`
    insert into webhooks (workspace_id, url, events, active_since, secret_sealed, well_since, created_at)
    select ${as.workspace_id}, 'https://93.184.215.14/', '{*}', ${START}, '', ${START}, ${START} from generate_series(1, 49)`;
  const json = { url: receiver.url };
  const statuses = [1, 2].map(async () => (await h.call("POST /api/webhooks", { as, json })).status);
  expect((await Promise.all(statuses)).sort()).toEqual([201, 409]);
});

test("on a plan without webhooks those of a better one are listed, shown and removed, by API and page, and nothing else is done with them", async () => {
  const owner = await h.person({ plan: "business" });
  const { workspace_id } = owner;
  const first = await hook(h, owner, { url: receiver.url });
  const second = await hook(h, owner, { url: `${receiver.url}/2` });
  await h.runtime.database.sql`update workspaces set plan = 'team' where workspace_id = ${workspace_id}`;
  const as = await h.person({ role: "admin", workspace_id });
  const statusOf = async (call: string, more: object = {}) => (await h.call(call, { as, ...more })).status;
  const listed = await h.call("GET /api/webhooks", { as });
  expect(listed.body.webhooks).toMatchObject([{ id: first.id }, { id: second.id }]);
  const page = await h.call(`GET /app/settings/company/webhooks/${first.id}`, { as, with_cookie: true });
  const text = new TextDecoder().decode(page.bytes);
  expect(page.status).toBe(200);
  expect(text).toContain("has no webhooks any more");
  expect(text).toContain("Remove the webhook");
  expect(text).not.toContain("Send a test");
  const at = `/api/webhooks/${first.id}`;
  expect(await statusOf(`PATCH ${at}`, { json: { active: true } })).toBe(402);
  expect(await statusOf(`POST ${at}/test`)).toBe(402);
  expect(await statusOf(`GET ${at}/deliveries`)).toBe(402);
  expect(await statusOf(`DELETE /api/webhooks/${second.id + 1000}`)).toBe(402);
  expect(await statusOf(`DELETE ${at}`)).toBe(200);
  const removal = { with_cookie: true, body: new URLSearchParams({ id: `${second.id}` }) };
  expect(await statusOf("POST /app/do/webhook.delete", removal)).toBe(303);
  expect(await statusOf("GET /api/webhooks")).toBe(402);
  expect(await statusOf("GET /app/settings/company/webhooks", { with_cookie: true })).toBe(402);
  expect(await statusOf(`GET /app/settings/company/webhooks/${second.id}`, { with_cookie: true })).toBe(402);
});

test("an hour holds 120 tests of webhooks, by API and page together", async () => {
  const as = await h.person();
  const { id } = await hook(h, as, { url: receiver.url, events: ["doc.publish"] });
  const send = (operation: string, more: Record<string, string> = {}) =>
    h.call(`POST /app/do/${operation}`, { as, with_cookie: true, body: new URLSearchParams({ id: `${id}`, ...more }) });
  const fromPage = () => send("webhook.test");
  expect((await fromPage()).status).toBe(303);
  for (let sent = 1; sent < 120; sent++)
    expect((await h.call(`POST /api/webhooks/${id}/test`, { as })).status).toBe(200);
  const over = await h.call(`POST /api/webhooks/${id}/test`, { as });
  expect([over.status, over.body.error]).toEqual([429, expect.stringContaining("120/hour")]);
  expect((await fromPage()).status).toBe(429);
  expect((await send("webhook.update", { active: "false" })).status).toBe(303);
  h.clock.advance(3_600_000);
  expect((await fromPage()).status).toBe(303);
});

test("an agent makes a webhook without seeing its secret", async () => {
  const as = await h.person();
  const made = await callTool(h, as, { name: "create_webhook", arguments: { url: receiver.url, events: ["doc.*"] } });
  expect(made.structuredContent).toMatchObject({ url: receiver.url, events: ["doc.*"], secret_set: true });
  expect(JSON.stringify(made)).not.toContain("whsec_");
});

test("the secret is nowhere in the database in clear, and a server with another SECRET says what to do", async () => {
  const as = await h.person();
  const { id, secret } = await hook(h, as, { url: receiver.url });
  const [row] = await h.runtime.database
    .sql`select secret_sealed, w::text as whole from webhooks w where webhook_id = ${id}`;
  expect(Buffer.from(row?.["secret_sealed"]).includes(secret.slice(6, 20))).toBe(false);
  const [{ whole } = { whole: "" }] = [row ?? { whole: "" }];
  expect(whole).not.toContain(Buffer.from(secret).toString("hex"));
  await h.call(`POST /api/webhooks/${id}/test`, { as });
  const other = await h.twin({ SECRET: "another secret for tests, long enough" });
  await deliver(other);
  expect((await deliveriesOf(h, as, id)).map((one) => one.last_error)).toContain(
    "its signing secret was kept under another SECRET; rotate it",
  );
});

test("after a rotation both secrets sign until the overlap ends, and a second one within it needs force", async () => {
  const as = await h.person();
  const { id, secret } = await hook(h, as, { url: receiver.url, events: ["doc.publish"] });
  const at = `/api/webhooks/${id}`;
  const rotated = await h.call(`POST ${at}/rotate-secret`, { as, json: { overlap_seconds: 60 } });
  expect(rotated.body.secret).not.toBe(secret);
  expect((await h.call(`GET ${at}`, { as })).body.former_secret_until).toBe(rotated.body.former_secret_until);
  const signatures = async () => {
    receiver.received.length = 0;
    await h.call(`POST ${at}/test`, { as });
    await deliver(h);
    const [{ headers, text }] = receiver.received as [(typeof receiver.received)[0]];
    expect((headers["webhook-signature"] ?? "").split(" ")).toHaveLength(
      (headers["x-service-signature"] ?? "").split("v1=").length - 1,
    );
    return { header: headers["x-service-signature"] ?? "", text };
  };
  const sign = (key: string, { header, text }: { header: string; text: string }) => {
    const [time] = header.split(",");
    return new Bun.CryptoHasher("sha256", key).update(`${time?.slice(2)}.${text}`).digest("hex");
  };
  const both = await signatures();
  const [, first, second] = both.header.split(",");
  expect([first, second]).toEqual([`v1=${sign(rotated.body.secret, both)}`, `v1=${sign(secret, both)}`]);
  const again = await h.call(`POST ${at}/rotate-secret`, { as, json: {} });
  expect([again.status, again.body.error]).toEqual([409, expect.stringContaining("force: true")]);
  h.clock.advance(60_000);
  expect((await signatures()).header.split("v1=")).toHaveLength(2);
  expect((await h.call(`POST ${at}/rotate-secret`, { as, json: { overlap_seconds: 604_800 } })).status).toBe(200);
  expect((await h.call(`POST ${at}/rotate-secret`, { as, json: { force: true, overlap_seconds: 0 } })).status).toBe(
    200,
  );
  expect((await signatures()).header.split("v1=")).toHaveLength(2);
  expect((await h.call(`POST ${at}/rotate-secret`, { as, json: { overlap_seconds: 604_801 } })).status).toBe(400);
});
