// A site that crawlers are let in to at a domain, when the domain goes:
// what is in memory of its pages keeps them out at once.
import { expect, test } from "bun:test";
import { DAY_MS, HOUR_MS } from "../../kernel/plugin.ts";
import { openDomainsServer } from "../domains/domains_server.ts";
import { until } from "../harness/until.ts";

const NAME = "docs.berg.example";
const h = await openDomainsServer([NAME]);

test("a domain that is withdrawn under an indexable site keeps crawlers out of its pages and has no sitemap, on every server", async () => {
  const as = await h.person({ role: "owner", plan: "team" });
  const must = async (route: string, json: object) => {
    const { status, body } = await h.call(route, { as, json });
    if (status >= 300) throw new Error(`${route} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const doc = await must("POST /api/docs", { markdown: "# Chapter", visibility: "unlisted" });
  const { id, slug, version } = await must("POST /api/navigations", { name: "The book" });
  await must(`PUT /api/navigations/${id}`, { version, entries: [{ target: `doc:${doc.doc_id}` }] });
  await h.activate(as, NAME);
  await must("PUT /api/wiki-site", { enabled: true, navigation: slug, domain: NAME });
  await until(async () => (await h.call("PUT /api/wiki-site", { as, json: { indexable: true } })).status === 200);

  const servers = [h, await h.twin()];
  const at = (server: (typeof servers)[number], path: string) =>
    server.fetch(
      new Request(`http://${NAME}${path}`, { headers: { host: NAME, accept: "text/html" }, redirect: "manual" }),
    );
  const crawled = async (server: (typeof servers)[number]) => [
    (await at(server, `/w/${doc.doc_id}`)).headers.get("x-robots-tag"),
    (await at(server, "/w/sitemap.xml")).status,
  ];
  for (const server of servers) await until(async () => Bun.deepEquals(await crawled(server), [null, 200]));
  // From memory now.
  for (const server of servers) expect(await crawled(server)).toEqual([null, 200]);

  h.dns.set(NAME, {});
  h.clock.advance(DAY_MS + HOUR_MS);
  await h.runtime.jobs.runDue();
  for (const server of servers) {
    await until(async () => Bun.deepEquals(await crawled(server), ["noindex, nofollow", 404]));
  }
});
