// A server in a process of its own with everything around it that a company brings:
// name server, identity provider, payment processor, ACME authority.
import { afterAll } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openProcessor } from "../billing/stripe_stand_in.ts";
import { makeReadyPlace } from "../faults/server_process.ts";
import { makeCertificate } from "../harness/certificate.ts";
import { freePort } from "../harness/free_port.ts";
import { startNameServer } from "../harness/name_server.ts";
import { findPebble, startPebble } from "../harness/pebble.ts";
import { startRealProvider } from "../signin/real_provider.ts";
import { createVisitor, type Visitor } from "../signin/visitor.ts";

/** The name that custom domains lead to. */
const TARGET = "cname.service.example";

/** Starts all of it; it ends after the file's tests. */
export async function openCompanyPlace() {
  const undo: (() => unknown)[] = [];
  afterAll(async () => {
    for (const task of undo.reverse()) await task();
  });
  const folder = mkdtempSync(join(tmpdir(), "docsvc-company-"));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  const keep = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const tls = makeCertificate("localhost");
  const dns = await startNameServer();
  undo.push(dns.close);
  dns.set(TARGET, { A: ["127.0.0.1"] });
  const program = findPebble();
  const pebble = program ? await startPebble(program, dns.address) : null;
  if (pebble) undo.push(pebble.close);
  const processor = openProcessor({ start: new Date() });
  undo.push(processor.close);
  const https_port = await freePort();
  const authority = (await pebble?.authority()) ?? null;
  const place = await makeReadyPlace({
    EDITION: "cloud",
    SSO_TEST_FIRST: "true",
    DNS_SERVERS: dns.address,
    SSO_ALLOW: "localhost",
    SSO_CA_FILE: keep("sso.pem", tls.cert),
    ...processor.env,
    ...(pebble && authority
      ? {
          DOMAINS_CNAME_TARGET: TARGET,
          DOMAINS_ALLOW: "127.0.0.0/8",
          DOMAINS_CA_FILE: keep("acme.pem", authority),
          DOMAINS_PROBE_PORT: String(https_port),
          HTTPS_PORT: String(https_port),
          HTTP_PORT: String(pebble.http_port),
          ACME_DIRECTORY: pebble.directory_url,
          ACME_CA_FILE: pebble.ca_file,
        }
      : {}),
  });
  undo.push(place.remove);
  const provider = await startRealProvider({ redirect_uri: `${place.base_url}/auth/sso/callback`, tls });
  undo.push(provider.close);
  const server = await place.start();
  undo.push(server.stop);
  const { origin } = new URL(place.base_url);
  return {
    place,
    dns,
    provider,
    processor,
    /** Null where there is no ACME authority to try with. */
    own_host: authority === null ? null : { https_port, authority },
    /** A browser. */
    visitor: () => createVisitor((request) => fetch(request), place.base_url),
    /** A call of the API that has to be answered with a success: `ask("POST /api/docs", browserOrToken, json)`. */
    async ask<T = Record<string, never>>(route: string, by: Visitor | string | null, json?: unknown): Promise<T> {
      const { status, text } = await send(route, by, json);
      if (status >= 300) throw new Error(`${route} answered ${status}: ${text}`);
      return (text === "" ? null : JSON.parse(text)) as T;
    },
    /** The same whose answer may be a refusal. */
    send,
  };

  async function send(route: string, by: Visitor | string | null, json?: unknown) {
    const [method = "GET", path = ""] = route.split(" ");
    const headers = {
      accept: "application/json",
      ...(json === undefined ? {} : { "content-type": "application/json" }),
      ...(typeof by === "string" ? { authorization: `Bearer ${by}` } : { origin }),
    };
    const init = { method, headers, ...(json === undefined ? {} : { body: JSON.stringify(json) }) };
    const browser = by === null || typeof by === "string" ? createVisitor((one) => fetch(one), place.base_url) : by;
    const response = await browser.send(path, init);
    return { status: response.status, text: await response.text() };
  }
}
