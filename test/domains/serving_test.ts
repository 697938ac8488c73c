// A registered domain at work: documents open and are given out there on every server, and nothing breaks when it goes.
import { expect, test } from "bun:test";
import { DAY_MS, HOUR_MS } from "../../kernel/plugin.ts";
import { until } from "../harness/until.ts";
import { createVisitor } from "../signin/visitor.ts";
import { openDomainsServer } from "./domains_server.ts";

const NAME = "docs.berg.example";
const h = await openDomainsServer([NAME]);
const owner = await h.person({ role: "owner" });
const stranger = await h.person({ role: "owner" });

async function publish(fields: Record<string, unknown>, as = owner) {
  const { status, body } = await h.call("POST /api/docs", { as, json: { html: "<h1>Plan</h1>", ...fields } });
  expect(status).toBe(201);
  return { ...body, at: `/d/${body.slug}/` };
}

const at = (host: string, path: string, by: Pick<typeof h, "fetch"> = h) =>
  by.fetch(new Request(`http://${host}${path}`, { headers: { host }, redirect: "manual" }));

const urlOf = async (doc_id: string, by: Pick<typeof h, "call"> = h) =>
  (await by.call(`GET /api/docs/${doc_id}`, { as: owner })).body.url;

test("documents move to the domain and back with its state, by no link that breaks, on every server", async () => {
  const shared = new URL(h.content_url).host;
  const doc = await publish({ visibility: "unlisted" });
  const foreign = await publish({ visibility: "unlisted" }, stranger);
  expect(doc.url).toBe(h.content_url + doc.at);
  expect((await at(NAME, doc.at)).status).toBe(404);
  const other = await h.twin();
  const domain = await h.activate(owner, NAME);
  for (const server of [h, other]) {
    await until(async () => (await urlOf(doc.doc_id, server)) === `https://${NAME}${doc.at}`);
    for (const host of [NAME, shared]) expect([host, (await at(host, doc.at, server)).status]).toEqual([host, 200]);
    expect((await at(NAME, foreign.at, server)).status).toBe(404);
    const held = [NAME, shared].map(async (host) =>
      (await at(host, doc.at, server)).headers.get("strict-transport-security"),
    );
    expect(await Promise.all(held)).toEqual(["max-age=31536000", null]);
  }
  expect((await h.call(`GET /api/docs/${foreign.doc_id}`, { as: stranger })).body.url).toBe(foreign.url);

  h.dns.set(NAME, {});
  h.clock.advance(DAY_MS + HOUR_MS);
  await h.runtime.jobs.runDue();
  for (const server of [h, other]) {
    await until(async () => (await urlOf(doc.doc_id, server)) === h.content_url + doc.at);
    for (const host of [NAME, shared]) expect([host, (await at(host, doc.at, server)).status]).toEqual([host, 200]);
  }

  expect((await h.call(`DELETE /api/domains/${domain.id}`, { as: owner })).status).toBe(200);
  for (const server of [h, other]) {
    await until(async () => (await at(NAME, doc.at, server)).status === 404);
    expect((await at(shared, doc.at, server)).status).toBe(200);
  }
});

test("a member opens a restricted document there, and the cookie ends with the registration", async () => {
  const first = await h.activate(owner, NAME);
  const doc = await publish({});
  expect(doc.url).toBe(`https://${NAME}${doc.at}`);
  const visitor = createVisitor(
    (request) => h.fetch(new Request(request.url.replace(/^https:/, "http:"), request)),
    h.base_url,
  );
  const [name = "", value = ""] = owner.cookie.split("=");
  visitor.cookies.set(new URL(h.base_url).host, new Map([[name, value]]));
  async function go(): Promise<Response> {
    let url = new URL(doc.url);
    for (;;) {
      const response = await visitor.open(url.href);
      const location = response.headers.get("location");
      if (location === null) return response;
      url = new URL(location, url);
    }
  }
  expect(await (await go()).text()).toBe("<h1>Plan</h1>");
  const jar = new Map(visitor.cookies.get(NAME));
  expect(jar.has("__Host-docsvc_viewer")).toBe(true);
  await h.call(`DELETE /api/domains/${first.id}`, { as: owner });
  await until(() => h.runtime.contentHosts.named(NAME) === null);
  await h.activate(owner, NAME);
  visitor.cookies.set(NAME, jar);
  const answer = await visitor.open(doc.url);
  expect(answer.headers.get("location")).toStartWith(`${h.base_url}/viewer/authorize?`);
  expect((await go()).status).toBe(200);
});
