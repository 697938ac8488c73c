// A custom domain that another server has removed, while this one hears nothing of it:
// no answer of any kind goes out under its name.
import { afterAll, expect, test } from "bun:test";
import { knownPort } from "../../plugins/domains/known.ts";
import { throughRelay } from "../harness/bus_relay.ts";
import { openHarness } from "../harness/harness.ts";
import { until } from "../harness/until.ts";
import { openDomainsServer } from "./domains_server.ts";

const HOST = "docs.berg.example";
const between = throughRelay();
const h = await openDomainsServer([HOST], { open: (env) => openHarness({ env, reach: between.reach }) });
const relay = between.relay();
afterAll(() => relay.release());
const other = await h.twin();
const owner = await h.person({ role: "owner", email: "olga@berg.example" });
const { bus } = h.runtime.database;

async function ask(host: string, path: string, accept = "*/*"): Promise<number> {
  const request = new Request(`http://${host}${path}`, { headers: { host, accept }, redirect: "manual" });
  return (await h.fetch(request)).status;
}

const made = await h.call("POST /api/docs", { as: owner, json: { html: "<p>x</p>", visibility: "unlisted" } });

/** What is asked, and what it is answered while the domain is in use. */
const kinds: [() => Promise<number>, number][] = [
  [() => ask("app:3000", `/internal/tls-ask?domain=${HOST}`), 200],
  [() => ask(HOST, `/d/${made.body.slug}/`), 200],
  [() => ask(HOST, "/"), 302],
  [() => ask(HOST, "/", "text/html"), 302],
  [() => ask(HOST, "/w/", "text/html"), 404],
];

test.each<[string, () => void]>([
  ["two seconds of silence", () => h.clocks.run(2000, bus.hears)],
  ["a pause of its own", () => h.clocks.pause(600)],
])("after %s a server serves no domain that is not in use any more", async (_name, pass) => {
  await until(bus.hears);
  const domain = await h.activate(owner, HOST);
  for (const [asked, open] of kinds) expect(await asked()).toBe(open);
  relay.hold();
  try {
    const { status } = await other.call(`DELETE /api/domains/${domain.id}`, { as: owner });
    expect(status).toBeLessThan(300);
    expect(h.runtime.use(knownPort).isProven(HOST)).toBe(true);
    pass();
    for (const [asked] of kinds) expect(await asked()).toBe(404);
    expect(h.runtime.use(knownPort).isProven(HOST)).toBe(false);
  } finally {
    relay.release();
  }
});
