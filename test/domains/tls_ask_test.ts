// May a certificate be got for a name: answered from memory, to neighbours who ask for themselves.
import { expect, test } from "bun:test";
import { createHosts } from "../../hosts/hosts.ts";
import { knownPort } from "../../plugins/domains/port.ts";
import { until } from "../until.ts";
import { openDomainsHouse } from "./domains_house.ts";

const HOST = "docs.berg.example";
const h = await openDomainsHouse([HOST], { env: { TRUSTED_PROXIES: "192.0.2.0/24" } });
const owner = await h.person({ role: "owner", email: "olga@berg.example" });
const hosts = createHosts(h.house);

interface Asking {
  from?: string;
  method?: string;
  host?: string;
  headers?: Record<string, string>;
}

async function ask(
  query: string,
  { from = "127.0.0.1", method = "GET", host = "app:3000", headers = {} }: Asking = {},
) {
  const request = new Request(`http://${host}/internal/tls-ask${query}`, { method, headers: { host, ...headers } });
  return (await hosts.fetch(request, () => from)).status;
}

test("a name is known from its proof to its end, and no other is", async () => {
  const domain = await h.add(owner, HOST);
  expect(await ask(`?domain=${HOST}`)).toBe(404);
  h.setRecords(domain);
  await h.verify(owner, domain);
  await until(() => h.house.use(knownPort).isProven(HOST));
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

test("only a program of this machine or a trusted proxy is answered, under whatever Host, and not for others", async () => {
  const own = "?domain=localhost";
  for (const from of ["127.0.0.1", "::1", "::ffff:127.0.0.1", "192.0.2.7"]) {
    for (const host of ["app:3000", "localhost:3000", "127.0.0.1:3000"]) {
      expect([from, host, await ask(own, { from, host })]).toEqual([from, host, 200]);
    }
  }
  for (const from of ["203.0.113.9", "10.0.0.1", "2001:db8::1"]) {
    for (const host of ["app:3000", "localhost:3000", "127.0.0.1:3000"]) {
      expect([from, host, await ask(own, { from, host })]).toEqual([from, host, 404]);
    }
  }
  for (const name of ["x-forwarded-for", "forwarded"]) {
    expect(await ask(own, { from: "192.0.2.7", headers: { [name]: "203.0.113.9" } })).toBe(404);
  }
});
