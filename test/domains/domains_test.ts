// Custom domains from registration to removal: the five routes, the state machine, who may and what is refused.
import { beforeEach, expect, test } from "bun:test";
import { DAY_MS, HOUR_MS } from "../../kernel/plugin.ts";
import { knownPort } from "../../plugins/domains/known.ts";
import { until } from "../harness/until.ts";
import { openDomainsServer, TARGET } from "./domains_server.ts";

const NAMES = ["docs.berg.example", "wiki.berg.example", "docs.tal.example"];
const h = await openDomainsServer(NAMES);
const { dns } = h;
const owner = await h.person({ role: "owner", email: "olga@berg.example" });
const member = await h.person({ role: "member", workspace_id: owner.workspace_id, email: "mia@berg.example" });
const rival = await h.person({ role: "owner", email: "rita@tal.example" });

beforeEach(h.startOver);

test("a domain is registered with both records, proven, issued and active, and is then where links lead", async () => {
  const { status, body } = await h.call("POST /api/domains", { as: owner, json: { hostname: "Docs.Berg.Example." } });
  expect(status).toBe(201);
  expect(body).toMatchObject({ limit: null, plan: "enterprise", cname_target: TARGET, link_host: null, notices: [] });
  const [domain] = body.domains;
  expect(domain).toMatchObject({
    hostname: "docs.berg.example",
    status: "pending",
    error: null,
    is_default: false,
    records: [
      { type: "CNAME", name: "docs.berg.example", value: TARGET },
      { type: "TXT", name: "_docsvc.docs.berg.example" },
    ],
    verified_at: null,
    last_checked_at: null,
  });

  expect(domain.records[1].value).toMatch(/^docsvc-domain=[\w-]{22}$/);

  const unproven = await h.verify(owner, domain);
  expect(unproven).toMatchObject({ status: "pending", verified_at: null });
  expect(unproven.error).toContain("docs.berg.example leads nowhere");
  expect(unproven.error).toContain(`needs a CNAME record to ${TARGET}`);
  expect(unproven.error).toContain(`No TXT record at _docsvc.docs.berg.example says "${domain.records[1].value}"`);

  h.setRecords(domain);
  expect(await h.verify(owner, domain)).toMatchObject({ status: "issuing", error: null });
  await until(() => h.runtime.use(knownPort).isProven("docs.berg.example"));
  expect(h.runtime.contentHosts.named("docs.berg.example")).toBeNull();

  const { body: after } = await h.call(`POST /api/domains/${domain.id}/verify`, { as: owner });
  expect(after).toMatchObject({ link_host: "docs.berg.example" });
  expect(after.domains[0]).toMatchObject({ status: "active", is_default: true, error: null });
  await until(() => h.runtime.contentHosts.named("docs.berg.example") !== null);
  expect(h.runtime.contentHosts.originOf(owner.workspace_id)).toBe("https://docs.berg.example");
  expect(h.runtime.contentHosts.originOf(rival.workspace_id)).toBe(h.content_url);
  expect(await h.actions()).toEqual(["domain.add", "domain.verify", "domain.activate"]);
});

const post = (hostname: string, as = owner) => h.call("POST /api/domains", { as, json: { hostname } });
const choose = (domain_id: number | null, as = owner) =>
  h.call("POST /api/domains/default", { as, json: { domain_id } });

test("what cannot be a custom domain is a 400 that names the rule, and nothing is written", async () => {
  const long = `${"a".repeat(60)}.${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.example.com`;
  const cases: [string, string][] = [
    ["example.com", "apex"],
    ["example.co.uk", "apex"],
    ["bücher.example", "apex"],
    ["co.uk", "below a domain of your own"],
    ["localhost", "below a domain of your own"],
    ["docs", "below a domain of your own"],
    ["203.0.113.9", "IP address"],
    ["[2001:db8::1]", "IP address"],
    ["2001:db8::1", "IP address"],
    ["docs.example.7", "IP address"],
    ["*.example.com", "wildcard"],
    ["docs.example.com:8443", "port"],
    ["https://docs.example.com/", "not a host name"],
    ["olga@example.com", "not a host name"],
    ["my_docs.example.com", "not a host name"],
    ["-docs.example.com", "not a host name"],
    ["docs..example.com", "not a host name"],
    ["docs.example.com..", "not a host name"],
    ["do cs.example.com", "not a host name"],
    ["docs.example.co\r\nm", "not a host name"],
    ["do\tcs.example.com", "not a host name"],
    ["do%63s.example.com", "not a host name"],
    [`${"a".repeat(64)}.example.com`, "not a host name"],
    [long, "characters"],
    ["docs.localhost", "apex"],
    [TARGET, "belongs to this service"],
    [`docs.${TARGET}`, "belongs to this service"],
  ];
  for (const [hostname, words] of cases) {
    const { status, body } = await post(hostname);
    expect([hostname, status]).toEqual([hostname, 400]);
    expect(body.error).toContain(words);
  }
  expect(await h.rows("custom_domains", "audit_events")).toEqual({ custom_domains: 0, audit_events: 0 });
});

test("a name beyond ASCII is kept as the DNS has it", async () => {
  expect((await post("döcs.Bücher.example")).body.domains[0].hostname).toBe("xn--dcs-sna.xn--bcher-kva.example");
});

test("a name that is registered already is a 409, in the own workspace and in another", async () => {
  const domain = await h.add(owner, "docs.berg.example");
  const own = await post("DOCS.berg.example");
  expect([own.status, own.body.code, own.body.id]).toEqual([409, "already_exists", domain.id]);
  const other = await post("docs.berg.example", rival);
  expect(other.status).toBe(409);
  expect(other.body.error).toContain("already registered by another workspace");
  expect((await h.call("GET /api/domains", { as: rival })).body.domains).toEqual([]);
});

test("whom the zone speaks for gets a name that another workspace registered and never proved", async () => {
  const squatted = await h.add(rival, "docs.berg.example");
  const refused = await post("docs.berg.example");
  expect(refused.body.record).toMatchObject({ type: "TXT", name: "_docsvc.docs.berg.example" });
  dns.set(refused.body.record.name, { TXT: [squatted.records[1].value, refused.body.record.value] });
  expect((await post("docs.berg.example")).status).toBe(409);
  dns.set(refused.body.record.name, { TXT: [refused.body.record.value] });
  const domain = await h.add(owner, "docs.berg.example");
  expect(domain.records[1]).toEqual(refused.body.record);
  h.setRecords(domain);
  expect((await h.verify(owner, domain)).status).toBe("issuing");
  expect((await h.verify(rival, squatted)).status).toBe("pending");
});

test("a registration that nobody proves keeps others out for 7 days and no longer", async () => {
  await h.add(rival, "docs.berg.example");
  h.clock.advance(7 * DAY_MS - HOUR_MS);
  expect((await post("docs.berg.example")).status).toBe(409);
  h.clock.advance(HOUR_MS);
  expect((await post("docs.berg.example")).status).toBe(201);
});

test("a served name goes to another workspace with its zone, and the former one hears why", async () => {
  await h.activate(rival, "docs.berg.example");
  const { record } = (await post("docs.berg.example")).body;
  dns.set(record.name, { TXT: [record.value] });
  const domain = await h.add(owner, "docs.berg.example");
  h.setRecords(domain);
  expect((await h.verify(owner, domain)).status).toBe("issuing");
  const lost = await h.read(rival, "docs.berg.example");
  expect(lost).toMatchObject({ status: "pending", is_default: false, verified_at: null });
  expect(lost.error).toContain("another workspace has proven");
  await until(() => h.runtime.contentHosts.originOf(rival.workspace_id) === h.content_url);
  const lapse = (await h.audit()).find(({ action }) => action === "domain.lapse");
  expect(lapse).toMatchObject({ actor: "system", meta: { hostname: "docs.berg.example" } });
});

test("two workspaces with records for one name end with one that holds it", async () => {
  const first = await h.add(owner, "docs.berg.example");
  h.clock.advance(8 * DAY_MS);
  const second = await h.add(rival, "docs.berg.example");
  dns.set("docs.berg.example", { CNAME: TARGET });
  dns.set("_docsvc.docs.berg.example", { TXT: [first.records[1].value, second.records[1].value] });
  const answers = await Promise.all([
    h.call(`POST /api/domains/${first.id}/verify`, { as: owner }),
    h.call(`POST /api/domains/${second.id}/verify`, { as: rival }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("links go to the chosen active domain, and by null to the shared host", async () => {
  const [docs, wiki] = [await h.activate(owner, "docs.berg.example"), await h.activate(owner, "wiki.berg.example")];
  expect((await h.read(owner, "wiki.berg.example")).is_default).toBe(false);
  const chosen = await choose(wiki.id);
  expect([chosen.status, chosen.body.link_host]).toEqual([200, "wiki.berg.example"]);
  await until(() => h.runtime.contentHosts.originOf(owner.workspace_id) === "https://wiki.berg.example");
  expect((await choose(null)).body).toMatchObject({ link_host: null });
  await until(() => h.runtime.contentHosts.originOf(owner.workspace_id) === h.content_url);
  // Again changes nothing, and tells of nothing.
  await choose(null);
  expect((await h.actions()).filter((action) => action === "domain.default")).toHaveLength(2);

  const pending = await h.add(owner, "more.berg.example");
  const early = await choose(pending.id);
  expect([early.status, early.body.error]).toEqual([400, expect.stringContaining("is not active but pending")]);
  expect((await choose(docs.id, rival)).status).toBe(404);
  expect((await h.call("GET /api/domains", { as: owner })).body.link_host).toBeNull();
});

test("a removed domain is served no more, clears the link host, and the name is free", async () => {
  const domain = await h.activate(owner, "docs.berg.example");
  const { status, body } = await h.call(`DELETE /api/domains/${domain.id}`, { as: owner });
  expect([status, body.domains, body.link_host]).toEqual([200, [], null]);
  await until(() => h.runtime.contentHosts.named("docs.berg.example") === null);
  expect(h.runtime.contentHosts.originOf(owner.workspace_id)).toBe(h.content_url);
  expect((await h.call(`DELETE /api/domains/${domain.id}`, { as: owner })).status).toBe(404);
  expect((await post("docs.berg.example", rival)).status).toBe(201);
});

test("members get 403, other workspaces 404, and neither changes anything", async () => {
  const domain = await h.add(owner, "docs.berg.example");
  for (const route of [
    "GET /api/domains",
    "POST /api/domains",
    `POST /api/domains/${domain.id}/verify`,
    "POST /api/domains/default",
    `DELETE /api/domains/${domain.id}`,
  ]) {
    const json = route === "POST /api/domains" ? { hostname: "wiki.berg.example" } : { domain_id: null };
    const sent = route.startsWith("GET") ? {} : { json };
    expect([route, (await h.call(route, { as: member, ...sent })).status]).toEqual([route, 403]);
  }
  expect((await h.call(`POST /api/domains/${domain.id}/verify`, { as: rival })).status).toBe(404);
  expect((await h.call(`DELETE /api/domains/${domain.id}`, { as: rival })).status).toBe(404);
  expect(await h.actions()).toEqual(["domain.add"]);
});
