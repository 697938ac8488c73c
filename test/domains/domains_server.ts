// What the tests of custom domains share:
// a server with a name server of the test's own, and a proxy that speaks https for its domains.
import { afterAll } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { knownPort } from "../../plugins/domains/known.ts";
import { makeCertificate } from "../harness/certificate.ts";
import { type Harness, openHarness, type ParsedBody, type Person } from "../harness/harness.ts";
import { type NameServer, startNameServer } from "../harness/name_server.ts";
import { until } from "../harness/until.ts";

/** The name that custom domains of the server lead to. */
export const TARGET = "cname.service.example";

interface Options {
  env?: Record<string, string>;
  /** A name server that is there already. */
  dns?: NameServer;
  /** PEM of what certificates are believed to come from, beside those of the proxy. */
  authority?: string;
  /** Opens the server itself, where that is to be behind a listener. */
  open?: (env: Record<string, string>) => Promise<Harness>;
}

/** Opens it. `hostnames` are those for which the proxy has a certificate that the server believes. */
export async function openDomainsServer(hostnames: readonly string[], options: Options = {}) {
  const folder = mkdtempSync(join(tmpdir(), "docsvc-domains-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const certificates = hostnames.map((name) => ({ serverName: name, ...makeCertificate(name) }));
  const authorities = join(folder, "ca.pem");
  const own = certificates.length > 0 ? certificates : [makeCertificate("none.example")];
  writeFileSync(authorities, [...own.map(({ cert }) => cert), options.authority ?? ""].join("\n"));
  const dns = options.dns ?? (await startNameServer());
  afterAll(() => dns.close());
  let answer: ((request: Request) => Promise<Response>) | null = null;
  const proxy = Bun.serve({
    port: 0,
    idleTimeout: 120,
    hostname: "127.0.0.1",
    tls: own,
    fetch: (request) => answer?.(request) ?? new Response("nobody is here", { status: 502 }),
  });
  afterAll(() => proxy.stop(true));
  dns.set(TARGET, { A: ["127.0.0.1"] });
  const { open = (env) => openHarness({ env }) } = options;
  const h = await open({
    DNS_SERVERS: dns.address,
    DOMAINS_CNAME_TARGET: TARGET,
    DOMAINS_ALLOW: "127.0.0.0/8",
    DOMAINS_CA_FILE: authorities,
    DOMAINS_PROBE_PORT: String(proxy.port),
    QUOTA_DOMAIN_CHECK: "10000",
    ...options.env,
  });
  const passOn = (to: Harness) => (request: Request) => {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    const host = (headers.get("host") ?? "").replace(/:\d+$/, "");
    headers.set("host", host);
    return to.fetch(
      new Request(`http://${host}${pathname}${search}`, { method: request.method, headers, redirect: "manual" }),
    );
  };
  answer = passOn(h);

  async function call(route: string, as: Person, json?: unknown, with_cookie = false): Promise<ParsedBody> {
    const { status, body } = await h.call(route, { as, with_cookie, ...(json === undefined ? {} : { json }) });
    if (status >= 300) throw new Error(`${route} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  }
  const find = (body: ParsedBody, hostname: string) =>
    body.domains.find((one: { hostname: string }) => one.hostname === hostname);
  const read = async (as: Person, hostname: string) => find(await call("GET /api/domains", as), hostname);
  const add = async (as: Person, hostname: string) => find(await call("POST /api/domains", as, { hostname }), hostname);
  const verify = async (as: Person, domain: { id: number; hostname: string }, { in_session = false } = {}) =>
    find(await call(`POST /api/domains/${domain.id}/verify`, as, undefined, in_session), domain.hostname);
  /** Sets both records of a domain. */
  function setRecords(domain: ParsedBody): void {
    const [alias, proof] = domain.records;
    dns.set(alias.name, { CNAME: alias.value });
    dns.set(proof.name, { TXT: [proof.value] });
  }

  return {
    ...h,
    sql: h.runtime.database.sql,
    dns,
    read,
    add,
    verify,
    setRecords,
    /** Registers, proves and probes a domain, until it is served here; by a token alone people are not sent there signed in. */
    async activate(as: Person, hostname: string, { in_session = true } = {}): Promise<ParsedBody> {
      const domain = await add(as, hostname);
      setRecords(domain);
      await verify(as, domain);
      await until(() => h.runtime.use(knownPort).isProven(hostname));
      const active = await verify(as, domain, { in_session });
      if (active.status !== "active") throw new Error(`${hostname} is ${active.status}: ${active.error}`);
      await until(() => h.runtime.contentHosts.named(hostname) !== null);
      return active;
    },
    /** As on the first day: no domain, no record of one in DNS, and the server behind the proxy. */
    async startOver(): Promise<void> {
      await h.runtime.database.sql`truncate custom_domains, audit_events, notifications`;
      await h.runtime.database.sql`delete from jobs where kind = 'domains.provision'`;
      await h.runtime.use(knownPort).load();
      answer = passOn(h);
      dns.fail(null);
      for (const name of hostnames) for (const at of [name, `_docsvc.${name}`]) dns.set(at, {});
    },
    /** What stands behind the proxy from now on; null is nobody. */
    serveBy(by: "server" | null | ((request: Request) => Promise<Response>)): void {
      answer = by === "server" ? passOn(h) : by;
    },
    actions: async (): Promise<string[]> => (await h.audit()).map((event) => event.action),
  };
}
