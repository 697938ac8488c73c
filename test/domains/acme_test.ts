// A custom domain where the server ends TLS itself: its certificate is ordered, waited for, served by name and let go.
import { afterAll, expect, test } from "bun:test";
import { readCertificate } from "../../plugins/certificates/port.ts";
import { listenTo } from "../certificates/listening.ts";
import { freePort } from "../harness/free_port.ts";
import { startNameServer } from "../harness/name_server.ts";
import { findPebble, startPebble } from "../harness/pebble.ts";
import { until } from "../harness/until.ts";
import { openDomainsServer } from "./domains_server.ts";
import { httpsGet } from "./https_get.ts";

const HOST = "docs.berg.example";
const program = findPebble();

test.skipIf(!program)(
  "a domain waits as dns_ok while the authority refuses, and is served once it has issued",
  async () => {
    const dns = await startNameServer();
    const pebble = await startPebble(program ?? "", dns.address);
    afterAll(pebble.close);
    const port = await freePort();
    const ca = await pebble.authority();
    const h = await openDomainsServer([], {
      dns,
      authority: ca,
      env: {
        BASE_URL: "https://app.service.example",
        CONTENT_URL: "https://content.service.example",
        HTTPS_PORT: String(port),
        HTTP_PORT: String(pebble.http_port),
        ACME_DIRECTORY: pebble.directory_url,
        ACME_CA_FILE: pebble.ca_file,
        DOMAINS_PROBE_PORT: String(port),
      },
    });
    const owner = await h.person({ role: "owner", email: "olga@berg.example" });
    expect((await h.call("GET /api/domains", { as: owner })).body.provisioning).toBe("acme");
    const domain = await h.add(owner, HOST);
    h.setRecords(domain);
    expect((await h.verify(owner, domain)).status).toBe("issuing");
    // Nobody answers the authority's challenge.
    await h.runtime.jobs.runDue();
    const waiting = await h.read(owner, HOST);
    expect(waiting).toMatchObject({ status: "dns_ok" });
    expect(waiting.error).toContain("no certificate yet: ");

    afterAll(await listenTo(h.runtime));
    // The authority follows no alias of our name server.
    dns.set(HOST, { A: ["127.0.0.1"] });
    const later = await readCertificate(h.sql, HOST);
    h.clock.set(later?.due_at ?? h.clock.now());
    await until(async () => {
      h.clock.advance(60_000);
      await h.runtime.jobs.runDue();
      return (await h.read(owner, HOST)).status === "active";
    });
    await until(() => h.runtime.contentHosts.named(HOST) !== null);
    const json = { html: "<title>Plan</title><p>served here</p>", visibility: "unlisted" };
    const { slug } = (await h.call("POST /api/docs", { as: owner, json })).body;
    const answer = await httpsGet(HOST, { port, path: `/d/${slug}/`, ca });
    expect([answer.status, answer.body]).toEqual([200, expect.stringContaining("served here")]);

    await h.call(`DELETE /api/domains/${domain.id}`, { as: owner });
    expect(await readCertificate(h.sql, HOST)).toBeNull();
  },
);
