// From a proof to a served domain:
// by polling or without anybody looking on, over deaths of servers, and until it is given up.
import { beforeEach, expect, test } from "bun:test";
import { DAY_MS, MINUTE_MS } from "../../kernel/plugin.ts";
import { knownPort } from "../../plugins/domains/known.ts";
import { until } from "../harness/until.ts";
import { openDomainsServer, TARGET } from "./domains_server.ts";

const HOST = "docs.berg.example";
const h = await openDomainsServer([HOST]);
const { sql, dns } = h;
const owner = await h.person({ role: "owner", email: "olga@berg.example" });

beforeEach(async () => {
  await h.startOver();
  dns.set(HOST, { CNAME: TARGET });
});

async function prove() {
  const domain = await h.add(owner, HOST);
  h.setRecords(domain);
  expect((await h.verify(owner, domain)).status).toBe("issuing");
  await until(() => h.runtime.use(knownPort).isProven(HOST));
  return domain;
}

const read = () => h.read(owner, HOST);

test("a proven domain turns active without anybody asking again", async () => {
  await prove();
  await h.runtime.jobs.runDue();
  expect(await read()).toMatchObject({ status: "active", is_default: true });
  expect(await h.actions()).toEqual(["domain.add", "domain.verify", "domain.activate"]);
});

test("a server that dies with the job leaves a state that the next look carries on", async () => {
  await prove();
  await sql`delete from jobs where kind = 'domains.provision'`;
  const other = await h.twin();
  h.clock.advance(MINUTE_MS);
  await other.runtime.jobs.runDue();
  expect(await read()).toMatchObject({ status: "active" });
  await until(() => h.runtime.contentHosts.originOf(owner.workspace_id) === `https://${HOST}`);
});

test("https that does not answer keeps it issuing with the reason, and after a day of tries it is an error", async () => {
  const domain = await prove();
  h.serveBy(async () => new Response("another service", { status: 200 }));
  const early = await h.verify(owner, domain);
  expect(early).toMatchObject({ status: "issuing" });
  expect(early.error).toContain("pass requests on here with their Host header");
  for (let hours = 0; hours < 36 && (await read()).status === "issuing"; hours++) {
    h.clock.advance(60 * MINUTE_MS);
    await h.runtime.jobs.runDue();
  }
  expect(await read()).toMatchObject({ status: "error", is_default: false });
  expect((await h.actions()).filter((action) => action === "domain.fail")).toHaveLength(1);
  expect(h.runtime.contentHosts.named(HOST)).toBeNull();

  // Whoever asks gets another round of tries.
  expect((await h.verify(owner, domain)).status).toBe("issuing");
  h.serveBy("server");
  await h.runtime.jobs.runDue();
  expect((await read()).status).toBe("active");
});

test("a proof of another deployment, or for another name, is none", async () => {
  const domain = await prove();
  const proofs: string[] = [];
  h.serveBy(async (request) => {
    const { pathname } = new URL(request.url);
    const headers = { host: HOST };
    const own = await h.fetch(new Request(`http://${HOST}${pathname}`, { headers }));
    proofs.push(await own.text());
    // That of the probe before this one.
    return new Response(proofs.at(-2) ?? "nothing");
  });
  await h.verify(owner, domain);
  expect((await h.verify(owner, domain)).status).toBe("issuing");
  expect(new Set(proofs).size).toBe(2);
});

test("records that go away before it is served have it pending again", async () => {
  const domain = await prove();
  dns.set(`_docsvc.${HOST}`, {});
  expect(await h.verify(owner, domain)).toMatchObject({ status: "pending", verified_at: null });
  await h.runtime.jobs.runDue();
  expect((await read()).status).toBe("pending");
  await until(() => !h.runtime.use(knownPort).isProven(HOST));
});

test("a name is looked up behind its aliases, in a circle, at our own addresses and at private ones", async () => {
  const domain = await h.add(owner, HOST);
  dns.set(domain.records[1].name, { TXT: ["v=spf1", domain.records[1].value] });
  const error = async () => (await h.verify(owner, domain)).error;
  dns.set(HOST, { CNAME: "a.berg.example" });
  dns.set("a.berg.example", { CNAME: HOST });
  expect(await error()).toContain("round in a circle");
  for (let step = 0; step < 12; step++) dns.set(`s${step}.berg.example`, { CNAME: `s${step + 1}.berg.example` });
  dns.set(HOST, { CNAME: "s0.berg.example" });
  expect(await error()).toContain("more than 10 steps");
  dns.set(HOST, { A: ["10.1.2.3"] });
  expect(await error()).toContain("is at 10.1.2.3, which is no address of the internet");
  dns.set(HOST, { A: ["203.0.113.7", "127.0.0.1"] });
  expect(await error()).toContain(`${HOST} needs a CNAME record to ${TARGET}`);
  dns.set(HOST, { CNAME: "a.berg.example" });
  dns.set("a.berg.example", { CNAME: TARGET });
  expect((await h.verify(owner, domain)).status).toBe("issuing");
});

test("a name that answers with our own addresses in place of the alias leads here", async () => {
  const domain = await h.add(owner, HOST);
  dns.set(domain.records[1].name, { TXT: [domain.records[1].value] });
  dns.set(HOST, { A: ["127.0.0.1"] });
  expect((await h.verify(owner, domain)).status).toBe("issuing");
});

test("a TXT answer too long for one packet is fetched over TCP", async () => {
  const domain = await h.add(owner, HOST);
  const others = Array.from({ length: 30 }, (_, n) => `${n}`.repeat(80));
  dns.set(domain.records[1].name, { TXT: [...others, domain.records[1].value] });
  expect((await h.verify(owner, domain)).status).toBe("issuing");
});

test("another server knows of a domain at once, and again after its connection for notifications was lost", async () => {
  const other = await h.twin();
  const known = () => other.runtime.contentHosts.originOf(owner.workspace_id);
  const domain = await h.activate(owner, HOST);
  await until(() => known() === `https://${HOST}`);
  const host = other.runtime.contentHosts.named(HOST);
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'docsvc bus'`;
  await h.call(`DELETE /api/domains/${domain.id}`, { as: owner });
  await until(() => known() === h.content_url && other.runtime.contentHosts.named(HOST) === null);
  expect(host).not.toBeNull();
});

test("a server that starts knows the domains before its first request", async () => {
  await h.activate(owner, HOST);
  const late = await h.twin();
  expect(late.runtime.contentHosts.originOf(owner.workspace_id)).toBe(`https://${HOST}`);
});

test("checks are throttled by account", async () => {
  const strict = await h.twin({ QUOTA_DOMAIN_CHECK: "2" });
  const domain = await h.add(owner, HOST);
  h.clock.advance(DAY_MS);
  const check = () => strict.call(`POST /api/domains/${domain.id}/verify`, { as: owner });
  expect([(await check()).status, (await check()).status, (await check()).status]).toEqual([200, 200, 429]);
});
