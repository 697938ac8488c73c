// How many domains a plan carries, what a lower plan leaves, and what becomes of domains when everybody has left.
import { beforeEach, expect, test } from "bun:test";
import { DAY_MS, type Plan, setPlan } from "../../kernel/plugin.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { until } from "../harness/until.ts";
import { openDomainsServer } from "./domains_server.ts";

const HOST = "docs.berg.example";
const h = await openDomainsServer([HOST], { env: { EDITION: "cloud" } });
const { sql } = h;

beforeEach(h.startOver);

const post = (hostname: string, as: Person) => h.call("POST /api/domains", { as, json: { hostname } });

async function move(person: Person, plan: Plan): Promise<void> {
  await setPlan(sql, person.workspace_id, plan);
  await h.runtime.database.bus.catchUp();
}

test("Free has none, Team 1, Business 5 and Enterprise any number; one more is a 402 that names the plan", async () => {
  const owner = await h.person({ plan: "free" });
  const free = await post("a.berg.example", owner);
  expect([free.status, free.body.error]).toEqual([402, expect.stringContaining("Team plan or above")]);
  expect((await h.call("GET /api/domains", { as: owner })).body).toMatchObject({ limit: 0, plan: "free", domains: [] });
  for (const [plan, limit, next] of [
    ["team", 1, "Business"],
    ["business", 5, "Enterprise"],
  ] as const) {
    await move(owner, plan);
    const { domains } = (await h.call("GET /api/domains", { as: owner })).body;
    for (let n = domains.length; n < limit; n++)
      expect((await post(`${plan}${n}.berg.example`, owner)).status).toBe(201);
    const more = await post("more.berg.example", owner);
    expect([more.status, more.body.error]).toEqual([402, expect.stringContaining(`${next} plan`)]);
    expect(more.body.plan).toBe(next.toLowerCase());
    expect((await h.call("GET /api/domains", { as: owner })).body).toMatchObject({ limit, notices: [] });
  }
  await move(owner, "enterprise");
  expect((await post("more.berg.example", owner)).body).toMatchObject({ limit: null });
});

test("of two who register the last one at once, one gets it", async () => {
  const owner = await h.person({ plan: "team" });
  const answers = await Promise.all([post("a.berg.example", owner), post("b.berg.example", owner)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 402]);
});

test("on a lower plan what is served goes on, nothing is added or proven, and both payloads say why", async () => {
  const owner = await h.person({ plan: "business" });
  const active = await h.activate(owner, HOST);
  const waiting = await h.add(owner, "wiki.berg.example");
  h.setRecords(waiting);
  await move(owner, "team");
  const { body } = await h.call("GET /api/domains", { as: owner });
  expect(body).toMatchObject({ limit: 1, plan: "team", link_host: HOST });
  expect(body.notices).toEqual([expect.stringContaining("The Team plan carries 1 custom domain and there are 2")]);
  expect((await h.call("GET /api/billing/workspace", { as: owner })).body.notices).toEqual(body.notices);
  const refused = await h.call(`POST /api/domains/${waiting.id}/verify`, { as: owner });
  expect(refused.status).toBe(402);
  expect((await h.read(owner, "wiki.berg.example")).status).toBe("pending");
  expect((await h.verify(owner, active)).status).toBe("active");

  await move(owner, "free");
  expect((await h.call("GET /api/domains", { as: owner })).body).toMatchObject({ limit: 0, link_host: HOST });
  expect((await h.call(`DELETE /api/domains/${waiting.id}`, { as: owner })).body.domains).toHaveLength(1);
});

test("domains end when the last person joins another workspace, who is told so before", async () => {
  const [owner, host] = [await h.person({ plan: "enterprise" }), await h.person({ plan: "enterprise" })];
  await h.activate(owner, HOST);
  const { body } = await h.call("POST /api/invites", { as: host, json: { email: owner.email } });
  const opening = { as: owner, with_cookie: true } as const;
  const page = await h.call(`GET ${new URL(body.url).pathname}`, { ...opening, headers: { accept: "text/html" } });
  expect(page.body).toContain("1 custom domain, which ends");
  const action = /<form method="post" action="(\/auth\/invite\/[^"]+)">/.exec(page.body)?.[1];
  const headers = { "content-type": "application/x-www-form-urlencoded", origin: h.base_url, accept: "text/html" };
  expect((await h.call(`POST ${action}`, { ...opening, body: "", headers })).status).toBe(303);
  expect(await h.rows("custom_domains")).toEqual({ custom_domains: 0 });
  await until(() => h.runtime.contentHosts.named(HOST) === null);
  const removed = (await h.audit()).find(({ action }) => action === "domain.remove");
  expect(removed).toMatchObject({ actor: "system", meta: { hostname: HOST } });
});

test("domains stay while somebody is left, and while the last one may still come back", async () => {
  const owner = await h.person({ plan: "enterprise" });
  const member = await h.person({ role: "member", workspace_id: owner.workspace_id });
  await h.activate(owner, HOST);
  const leave = async (as: Person) =>
    expect((await h.call("DELETE /api/account", { as, json: { confirm: as.email } })).status).toBe(200);
  await leave(member);
  h.clock.advance(8 * DAY_MS);
  await h.runtime.jobs.runDue();
  expect(await h.rows("custom_domains")).toEqual({ custom_domains: 1 });
  await leave(owner);
  await h.runtime.jobs.runDue();
  expect(await h.rows("custom_domains")).toEqual({ custom_domains: 1 });
  h.clock.advance(8 * DAY_MS);
  await h.runtime.jobs.runDue();
  expect(await h.rows("custom_domains")).toEqual({ custom_domains: 0 });
});

test("a service that is reached by an address alone says that no domain can be proven, and who helps", async () => {
  const local = await openHarness();
  const { body } = await local.call("GET /api/domains", { as: await local.person() });
  expect(body.notices).toEqual([
    expect.stringContaining(`This server is reached at ${body.cname_target}, to which no domain`),
  ]);
  expect(body.notices[0]).toContain("sets CONTENT_URL or DOMAINS_CNAME_TARGET");
});
