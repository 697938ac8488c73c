// A custom domain behind a real Caddy with the repository's Caddyfile: certificates on demand, for proven names alone.
import { afterAll, expect, test } from "bun:test";
import { freePort } from "../harness/free_port.ts";
import { startNameServer } from "../harness/name_server.ts";
import { findPebble, startPebble } from "../harness/pebble.ts";
import { until } from "../harness/until.ts";
import { adapt, findCaddy, startCaddy } from "./caddy_process.ts";
import { openDomainsServer } from "./domains_server.ts";
import { httpsGet } from "./https_get.ts";

const HOST = "docs.berg.example";
const HOSTS = { APP_HOST: "app.service.example", CONTENT_HOST: "content.service.example" };

const program = findCaddy();
const pebble_program = findPebble();

test.skipIf(!program)("the Caddyfile is sound, and asks before it gets a certificate on demand", () => {
  const config = JSON.parse(adapt(program ?? "", HOSTS));
  expect(JSON.stringify(config.apps.tls.automation.on_demand)).toContain("http://app:3000/internal/tls-ask");
});

test.skipIf(!program || !pebble_program)(
  "a domain gets its certificate at the first probe, serves its workspace's documents alone, and no other name gets one",
  async () => {
    const dns = await startNameServer();
    const pebble = await startPebble(pebble_program ?? "", dns.address);
    afterAll(pebble.close);
    const ca = await pebble.authority();
    const upstream_port = await freePort();
    const caddy = await startCaddy(program ?? "", { ...HOSTS, pebble, upstream_port });
    afterAll(caddy.close);
    const h = await openDomainsServer([], {
      dns,
      authority: ca,
      env: {
        BASE_URL: `https://${HOSTS.APP_HOST}`,
        CONTENT_URL: `https://${HOSTS.CONTENT_HOST}`,
        TRUSTED_PROXIES: "127.0.0.1",
        DOMAINS_PROBE_PORT: String(caddy.https_port),
      },
    });
    const upstream = Bun.serve({ port: upstream_port, hostname: "127.0.0.1", idleTimeout: 120, fetch: h.fetch });
    afterAll(() => upstream.stop(true));
    const owner = await h.person({ role: "owner", email: "olga@berg.example" });
    const other = await h.person({ role: "owner", email: "rita@tal.example" });
    const publish = async (as: typeof owner) => {
      const json = { html: `<title>Plan</title><p>of ${as.email}</p>`, visibility: "unlisted" };
      return (await h.call("POST /api/docs", { as, json })).body;
    };
    const [own, foreign] = [await publish(owner), await publish(other)];
    const get = (host: string, path: string) => httpsGet(host, { port: caddy.https_port, path, ca });

    const domain = await h.add(owner, HOST);
    h.setRecords(domain);
    // The authority asks the name server too, and finds Caddy where the name leads.
    dns.set(HOST, { A: ["127.0.0.1"] });
    await expect(get(HOST, "/")).rejects.toThrow();
    expect(await h.verify(owner, domain)).toMatchObject({ status: "issuing" });
    await until(async () => (await h.verify(owner, domain)).status === "active");
    await until(() => h.runtime.contentHosts.named(HOST) !== null);

    const answer = await get(HOST, `/d/${own.slug}/`);
    expect([answer.status, answer.body]).toEqual([200, expect.stringContaining("of olga@berg.example")]);
    expect((await get(HOST, `/d/${foreign.slug}/`)).status).toBe(404);
    // What is asked for by the proxy is answered to nobody through it.
    expect((await get(HOST, `/internal/tls-ask?domain=${HOST}`)).status).toBe(404);
    await expect(get("other.berg.example", "/")).rejects.toThrow();

    await h.call(`DELETE /api/domains/${domain.id}`, { as: owner });
    await until(async () => (await get(HOST, `/d/${own.slug}/`)).status === 404);
  },
);
