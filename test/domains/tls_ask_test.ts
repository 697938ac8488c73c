// May a certificate be got for a name: answered from memory, and never through a proxy for others.
import { expect, test } from "bun:test";
import { knownPort } from "../../plugins/domains/known.ts";
import type { Harness } from "../harness/harness.ts";
import { until } from "../harness/until.ts";
import { openDomainsServer } from "./domains_server.ts";

const HOST = "docs.berg.example";
const h = await openDomainsServer([HOST], { env: { TRUSTED_PROXIES: "127.0.0.1" } });
const owner = await h.person({ role: "owner", email: "olga@berg.example" });

interface Asking {
  /** Another one than the server's own. */
  server?: Harness;
  method?: string;
  host?: string;
  headers?: Record<string, string>;
}

async function ask(query: string, { method = "GET", host = "app:3000", headers = {}, server }: Asking = {}) {
  const request = new Request(`http://${host}/internal/tls-ask${query}`, { method, headers: { host, ...headers } });
  return (await (server ?? h).fetch(request)).status;
}

test("a name is known from its proof to its end, and no other is", async () => {
  const domain = await h.add(owner, HOST);
  expect(await ask(`?domain=${HOST}`)).toBe(404);
  h.setRecords(domain);
  await h.verify(owner, domain);
  await until(() => h.runtime.use(knownPort).isProven(HOST));
  for (const query of [`?domain=${HOST}`, "?domain=DOCS.berg.example.", `?x=1&domain=${HOST}`]) {
    expect([query, await ask(query)]).toEqual([query, 200]);
  }
  const unknown = [
    "",
    "?",
    "?domain=",
    "?domain=berg.example",
    `?domain=a.${HOST}`,
    `?domain=${"a".repeat(400)}`,
    "?domain=%ff",
  ];
  for (const query of unknown) expect([query, await ask(query)]).toEqual([query, 404]);
  expect(await ask(`?domain=${HOST}`, { method: "HEAD" })).toBe(200);
  await h.call(`DELETE /api/domains/${domain.id}`, { as: owner });
  await until(async () => (await ask(`?domain=${HOST}`)) === 404);
});

test("the service's own names are known", async () => {
  expect(await ask("?domain=localhost")).toBe(200);
  expect(await ask("?domain=127.0.0.1")).toBe(200);
});

test("whatever Host it is asked under it answers, and through a proxy never", async () => {
  for (const host of ["app:3000", "localhost:3000", "127.0.0.1:3000"]) {
    expect([host, await ask("?domain=localhost", { host })]).toEqual([host, 200]);
    const headers = { "x-forwarded-for": "203.0.113.9" };
    expect([host, await ask("?domain=localhost", { host, headers })]).toEqual([host, 404]);
  }
  expect(await ask("?domain=localhost", { method: "POST" })).toBe(404);
});

test("a name that leads elsewhere gets no certificate until it is back", async () => {
  await h.activate(owner, HOST);
  h.dns.set(HOST, { CNAME: "pages.elsewhere.example" });
  const domain = await h.read(owner, HOST);
  expect((await h.verify(owner, domain)).status).toBe("error");
  await until(async () => (await ask(`?domain=${HOST}`)) === 404);
  h.dns.set(HOST, { CNAME: domain.records[0].value });
  expect((await h.verify(owner, domain)).status).toBe("active");
  await until(async () => (await ask(`?domain=${HOST}`)) === 200);
});

test("a server that ends TLS itself answers nobody", async () => {
  const server = await h.twin({ HTTPS_PORT: "8443" });
  expect(await ask("?domain=localhost", { server })).toBe(404);
});
