// GET /api/limits: everything that the manifest and the kernel hold a client to,
// with what is left, over REST and as a tool.
import { expect, test } from "bun:test";
import { KERNEL_BOUNDS, type Manifest, PLANS } from "../../kernel/plugin.ts";
import { workBounds } from "../../kernel/ports/workers.ts";
import { manifest } from "../../plugins/manifest.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { callTool, scenario } from "../harness/scenario.ts";

const added = { limit: 7, window_seconds: 60, message: "enough" } as const;
const h = await openHarness({
  manifest: { quotas: { ...manifest.quotas, brand_new: { ...added, per: "account" } } },
});
const cloud = await openHarness({ env: { EDITION: "cloud", QUOTA_BUNDLE: "11" } });
const proxied = await openHarness({ env: { TRUSTED_PROXIES: "127.0.0.1" } });
const quotas: Manifest["quotas"] = manifest.quotas;

async function limitsOf(as: Person, of = h) {
  const answer = await of.call("GET /api/limits", { as });
  expect(answer.status).toBe(200);
  return answer.body;
}

test("the limits hold every quota of the manifest, those of an account apart from the throttles", async () => {
  const { quotas: ofAccount, throttles } = await limitsOf(await h.person());
  const names = (isOfAccount: boolean) =>
    Object.keys(quotas).filter((name) => (quotas[name]?.per === "account") === isOfAccount);
  expect(Object.keys(ofAccount).sort()).toEqual([...names(true), "brand_new"].sort());
  expect(Object.keys(throttles).sort()).toEqual(names(false).sort());
});

test("a quota that the manifest has anew is in the limits by itself", async () => {
  const { quotas: shown } = await limitsOf(await h.person());
  expect(shown.brand_new).toEqual({
    limit: 7,
    window_seconds: 60,
    per: "account",
    used: 0,
    left: 7,
    resets_at: null,
    operations: [],
  });
});

test("the limits hold every cap, allowance and gate of the manifest and every bound of the kernel", async () => {
  const { caps, allowances, gates, work } = await limitsOf(await h.person());
  expect(caps).toEqual({ ...KERNEL_BOUNDS, ...manifest.caps });
  expect(Object.keys(caps)).toHaveLength(Object.keys(KERNEL_BOUNDS).length + Object.keys(manifest.caps).length);
  expect(Object.keys(allowances)).toEqual(Object.keys(manifest.allowances));
  expect(Object.keys(gates)).toEqual(Object.keys(manifest.gates));
  expect(work).toEqual(workBounds());
});

test("every bucket that counts by a key says by what", async () => {
  const { throttles } = await limitsOf(await h.person());
  for (const [name, { per, counted_by, used }] of Object.entries<(typeof throttles)[string]>(throttles)) {
    expect([name, typeof counted_by]).toEqual([name, per === "key" ? "string" : "undefined"]);
    expect([name, used === null]).toEqual([name, per === "key"]);
  }
});

test("the page sizes are those that the lists declare", async () => {
  const { page_sizes } = await limitsOf(await h.person());
  expect(page_sizes).toMatchObject({ "doc.list": manifest.caps.list_docs, "token.list": 500 });
  const listing = h.runtime.catalogue.entries.filter(({ query }) => query?.properties["limit"]);
  expect(Object.keys(page_sizes).sort()).toEqual(listing.map(({ id }) => id).sort());
});

test.each(PLANS)("on the %s plan the limits are those of that plan", async (plan) => {
  const {
    edition,
    plan: shown,
    allowances,
    gates,
    quotas: ofAccount,
  } = await limitsOf(await cloud.person({ plan }), cloud);
  expect({ edition, shown }).toEqual({ edition: "cloud", shown: plan });
  for (const [name, entry] of Object.entries(manifest.allowances)) expect(allowances[name].limit).toBe(entry[plan]);
  for (const [name, entry] of Object.entries(manifest.gates)) {
    const available = PLANS.indexOf(plan) >= PLANS.indexOf(entry.plan);
    expect(gates[name]).toEqual({ feature: entry.feature, plan: entry.plan, status: entry.status, available });
  }
  // The edition's own limit, and one that the deployer has set.
  expect(ofAccount.publish.limit).toBe(120);
  expect(ofAccount.bundle.limit).toBe(11);
});

test("what is left goes down with each use, comes back when the window ends, and is each account's own", async () => {
  const [as, other] = [await h.person(), await h.person()];
  const { limit } = h.runtime.quotas.entry("publish");
  await h.call("POST /api/docs", { as, json: { html: "<h1>One</h1>" } });
  await h.call("POST /api/docs", { as, json: { html: "<h1>Two</h1>" } });
  const ends = new Date(h.clock.now().getTime() + 3_600_000).toISOString();
  expect((await limitsOf(as)).quotas.publish).toMatchObject({ used: 2, left: limit - 2, resets_at: ends });
  expect((await limitsOf(other)).quotas.publish).toMatchObject({ used: 0, left: limit, resets_at: null });
  h.clock.advance(3_600_000);
  expect((await limitsOf(as)).quotas.publish).toMatchObject({ used: 0, left: limit, resets_at: null });
});

test("a bucket that is over has nothing left, not less", async () => {
  const as = await cloud.person();
  const by = { actor: { user_id: as.user_id }, request: { network: "192.0.2.1" }, now: cloud.clock.now() };
  for (let use = 0; use < 11; use++) await cloud.runtime.quotas.takeFor("bundle", by);
  expect(cloud.runtime.quotas.takeFor("bundle", by)).rejects.toThrow("bundle rate limit exceeded (11/hour)");
  expect((await limitsOf(as, cloud)).quotas.bundle).toMatchObject({ limit: 11, used: 11, left: 0 });
});

test("a throttle by address shows what the caller's own network has used", async () => {
  const as = await h.person();
  const { used } = (await limitsOf(as)).throttles.bad_ticket;
  await h.call("PUT /u/nothing", { as, body: "x" });
  expect((await limitsOf(as)).throttles.bad_ticket.used).toBe(used + 1);
});

test("an IPv6 customer's whole /64 is one network, for throttles and for guesses at a document's password", async () => {
  const from = (address: string) => ({ "x-forwarded-for": address });
  const as = await proxied.person();
  const used = async (address: string) =>
    (await proxied.call("GET /api/limits", { as, headers: from(address) })).body.throttles.bad_ticket.used;
  await proxied.call("PUT /u/nothing", { body: "x", headers: from("2001:db8:1:2::1") });
  await proxied.call("PUT /u/nothing", { body: "x", headers: from("2001:db8:1:2:ffff::2") });
  expect([await used("2001:db8:1:2:aaaa::3"), await used("2001:db8:1:3::1")]).toEqual([2, 0]);
  const made = await proxied.call("POST /api/docs", {
    as,
    json: { html: "x", visibility: "password", password: "right" },
  });
  const guess = async (address: string) => {
    const headers = { ...from(address), authorization: `Basic ${btoa(":wrong")}` };
    return (await proxied.open(`/d/${made.body.slug}/`, { headers })).status;
  };
  const { limit } = proxied.runtime.quotas.entry("password_failure");
  for (let n = 0; n < limit; n++) expect(await guess(`2001:db8:1:2:${n}::1`)).toBe(401);
  expect([await guess("2001:db8:1:2:beef::1"), await guess("2001:db8:1:3::1")]).toEqual([429, 401]);
});

test("each quota names the operations that declare it", async () => {
  const { quotas: ofAccount, throttles } = await limitsOf(await h.person());
  for (const { id, quota } of h.runtime.catalogue.entries) {
    if (quota) expect((ofAccount[quota.name] ?? throttles[quota.name]).operations).toContain(id);
  }
});

test("asking for the limits costs nothing and says the same as a tool", async () => {
  const as = await h.person();
  const counters = () => h.runtime.database.sql`select * from quota_counters order by bucket, subject`;
  const before = await counters();
  await scenario(h, { act: () => ({ call: "GET /api/limits", as }), expect: { status: 200 }, given: async () => ({}) });
  expect(await counters()).toEqual(before);
});

test("the limits are for people who are signed in and whoever acts for them", async () => {
  expect((await h.call("GET /api/limits")).status).toBe(401);
  expect(h.runtime.catalogue.byId.get("limits.get")).toMatchObject({
    toolset: "docs",
    connection_limit: "caller",
    quota: null,
  });
  const result = await callTool(h, await h.person(), { name: "get_limits", arguments: {} });
  expect(result.structuredContent.quotas.publish.left).toBe(h.runtime.quotas.entry("publish").limit);
});
