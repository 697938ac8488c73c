// What is served is looked at daily:
// a name that leads elsewhere or does not answer falls back without breaking links, and comes back by itself.
import { beforeEach, expect, test } from "bun:test";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../kernel/plugin.ts";
import { until } from "../harness/until.ts";
import { openDomainsServer, TARGET } from "./domains_server.ts";

const HOST = "docs.berg.example";
const h = await openDomainsServer([HOST]);
const { sql, dns } = h;
const owner = await h.person({ role: "owner", email: "olga@berg.example" });

beforeEach(h.startOver);

async function after(ms: number): Promise<void> {
  h.clock.advance(ms);
  await h.runtime.jobs.runDue();
  await h.runtime.relay.relayAll();
  await h.runtime.jobs.runDue();
}

const read = () => h.read(owner, HOST);
const origin = () => h.runtime.contentHosts.originOf(owner.workspace_id);
const told = async () =>
  (await sql<{ kind: string }[]>`select kind from notifications order by notification_id`).map(({ kind }) => kind);

test("a name that leads elsewhere is noticed within a day, links go to the shared host, and what comes is answered", async () => {
  await h.activate(owner, HOST);
  dns.set(HOST, { CNAME: "pages.elsewhere.example" });
  await after(DAY_MS + HOUR_MS);
  const failing = await read();
  expect(failing).toMatchObject({ status: "error", is_default: true });
  expect(failing.error).toContain(
    `${HOST} is an alias of pages.elsewhere.example; ${HOST} needs a CNAME record to ${TARGET}`,
  );
  await until(() => origin() === h.content_url);
  expect((await h.call("GET /api/domains", { as: owner })).body.link_host).toBeNull();
  expect(h.runtime.contentHosts.named(HOST)).not.toBeNull();
  expect((await h.call("POST /api/domains/default", { as: owner, json: { domain_id: failing.id } })).status).toBe(400);

  dns.set(HOST, { CNAME: TARGET });
  await after(2 * HOUR_MS);
  expect(await read()).toMatchObject({ status: "active", error: null });
  await until(() => origin() === `https://${HOST}`);
  expect(await told()).toEqual(["domain.fail", "domain.recover"]);
  const fail = (await h.audit()).find(({ action }) => action === "domain.fail");
  expect(fail).toMatchObject({ actor: "system", target_type: "domain" });
});

test("a name that stays away for 30 days is unproven, and does not come back by itself", async () => {
  await h.activate(owner, HOST);
  dns.set(HOST, {});
  await after(DAY_MS + HOUR_MS);
  await after(29 * DAY_MS);
  expect((await read()).status).toBe("error");
  await after(2 * DAY_MS);
  expect(await read()).toMatchObject({ status: "pending", is_default: false, verified_at: null });
  await until(() => h.runtime.contentHosts.named(HOST) === null);
  dns.set(HOST, { CNAME: TARGET });
  await after(DAY_MS);
  const domain = await read();
  expect(domain.status).toBe("pending");
  expect((await h.verify(owner, domain)).status).toBe("issuing");
  expect(await told()).toEqual(["domain.fail", "domain.lapse"]);
});

test("name servers that fail or stay silent change nothing, however long", async () => {
  const domain = await h.activate(owner, HOST);
  for (const how of ["servfail", "silent"] as const) {
    dns.fail(how);
    await after(20 * DAY_MS);
    const seen = await h.verify(owner, domain);
    expect(seen).toMatchObject({ status: "active", is_default: true });
    expect(seen.error).toContain("the name servers do not answer");
  }
  dns.fail(null);
  await after(2 * HOUR_MS);
  expect(await read()).toMatchObject({ status: "active", error: null });
  expect(await told()).toEqual([]);
});

test("https that is out for a moment changes nothing, and for an hour has links go to the shared host", async () => {
  const domain = await h.activate(owner, HOST);
  h.serveBy(null);
  await h.verify(owner, domain);
  h.clock.advance(MINUTE_MS);
  const blink = await h.verify(owner, domain);
  expect(blink).toMatchObject({ status: "active" });
  expect(blink.error).toContain("answered by something else than this service (status 502)");
  await after(HOUR_MS);
  expect((await read()).status).toBe("error");
  h.serveBy("server");
  expect(await h.verify(owner, domain)).toMatchObject({ status: "active", error: null });
});

test("a domain without its TXT record stays while its name leads here, and says what is missing", async () => {
  await h.activate(owner, HOST);
  dns.set(`_docsvc.${HOST}`, {});
  await after(60 * DAY_MS);
  const domain = await read();
  expect(domain).toMatchObject({ status: "active", is_default: true });
  expect(domain.error).toContain(`No TXT record at _docsvc.${HOST}`);
  expect(await told()).toEqual([]);
});

test("a choice of the shared host stands when a domain comes back", async () => {
  await h.activate(owner, HOST, { in_session: false });
  await h.call("POST /api/domains/default", { as: owner, json: { domain_id: null } });
  dns.set(HOST, {});
  await after(DAY_MS + HOUR_MS);
  dns.set(HOST, { CNAME: TARGET });
  await after(2 * HOUR_MS);
  expect(await read()).toMatchObject({ status: "active", is_default: false });
});
