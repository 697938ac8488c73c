// Somebody with everything that a person can hold is switched off by the provider:
// the very next request by any of it is refused, on two servers.
import { afterAll, expect, test } from "bun:test";
import { issueSession } from "../../kernel/ports/auth.ts";
import { signinPort } from "../../plugins/signin/port.ts";
import { follow } from "../content/published.ts";
import type { Answer, Harness, Person } from "../harness/harness.ts";
import { codeOf, exchange, openOauthServer, request } from "../oauth/oauth_server.ts";
import { createVisitor } from "../signin/visitor.ts";
import { OPENED, openReceiver } from "../webhooks/receiver.ts";
import { openProvider, patch } from "./provider.ts";

const o = await openOauthServer({ ...OPENED, QUOTA_BAD_TICKET: "1000" });
const { h } = o;
const twin = await h.twin();
const receiver = openReceiver();
afterAll(() => o.close());

type Probe = (on: Harness) => Promise<number>;

const status = async (answer: Promise<{ status: number }>) => (await answer).status;
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const pathOf = (url: string) => new URL(url).pathname;

async function must(asked: Promise<Answer>): Promise<Answer["body"]> {
  const { status, body } = await asked;
  if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Addresses that the person has given out, by session or token. */
async function ticketsOf(as: Person, doc_id: string, by: { with_cookie: boolean }): Promise<Record<string, Probe>> {
  const download = await must(h.call(`POST /api/docs/${doc_id}/download`, { as, json: {}, ...by }));
  const upload = await must(h.call("POST /api/uploads", { as, json: { filename: "a.txt" }, ...by }));
  const bundle = await must(h.call("POST /api/bundles", { as, json: {}, ...by }));
  const how = by.with_cookie ? "session" : "token";
  return {
    [`download address of a ${how}`]: (on) => status(on.open(pathOf(download.url))),
    [`upload page of a ${how}`]: (on) => status(on.call(`GET ${pathOf(upload.upload_url)}`)),
    // A part, so that the ticket stays open for the next server.
    [`upload to an address of a ${how}`]: (on) => {
      const headers = { "content-range": "bytes 0-0/9" };
      return status(on.call(`PUT ${pathOf(upload.upload_url)}`, { body: "x", headers })).then((seen) =>
        // The second server hears that the part is there.
        seen === 409 ? 202 : seen,
      );
    },
    [`bundle of a ${how}`]: (on) => status(on.call(`HEAD ${pathOf(bundle.url)}`)),
  };
}

/** A person with one of everything, and for each thing a request that uses it. */
async function withEverything(owner: Person) {
  const as = await h.person({ role: "admin", workspace_id: owner.workspace_id });
  const { doc_id } = await must(h.call("POST /api/docs", { as, json: { html: "<p>mine" } }));
  const given = async (to: object) => {
    const doc = await must(h.call("POST /api/docs", { as: owner, json: { html: "<p>x", visibility: "restricted" } }));
    await must(h.call(`POST /api/docs/${doc.doc_id}/access`, { as: owner, json: { level: "edit", ...to } }));
    return doc.doc_id as string;
  };
  const group = await must(h.call("POST /api/groups", { as: owner, json: { name: `Crew ${as.user_id}` } }));
  await must(h.call(`POST /api/groups/${group.id}/members`, { as: owner, json: { email: as.email } }));
  const direct = await given({ subject_type: "user", subject: as.email });
  const byGroup = await given({ subject_type: "group", subject: group.slug });
  const root = await must(h.call("POST /api/roots", { as, json: { name: `Root ${as.user_id}` } }));
  const webhook = await must(h.call("POST /api/webhooks", { as, json: { url: receiver.url, events: ["doc.*"] } }));
  const open = await must(h.call("POST /api/docs", { as: owner, json: { html: "<p>w", visibility: "workspace" } }));
  const reader = createVisitor(h.fetch, h.base_url);
  const [name = "", value = ""] = as.cookie.split("=", 2);
  reader.cookies.set(new URL(h.base_url).host, new Map([[name, value]]));
  const seen = await follow(reader, open.url);
  expect(seen.response.status).toBe(200);
  const viewer = reader.cookies.get(new URL(h.content_url).host) ?? new Map<string, string>();
  const viewing = { headers: { cookie: [...viewer].map((pair) => pair.join("=")).join("; "), accept: "text/html" } };
  const connection = await o.connect(as);
  const client_id = await o.client();
  const { verifier, challenge } = o.pkce();
  const code = codeOf(await o.decide(as, await o.authorize(as, request(client_id, challenge))));
  const { sql } = h.runtime.database;
  const link = await h.runtime.use(signinPort).createLoginLink(sql, { user_id: as.user_id, now: h.clock.now() });
  const tool = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_docs", arguments: {} } };

  /** Used as often as one likes while the person is let in. */
  const held: Record<string, Probe> = {
    session: (on) => status(on.call("GET /api/me", { as, with_cookie: true })),
    "write by session": (on) =>
      status(on.call(`PATCH /api/docs/${doc_id}`, { as, with_cookie: true, json: { title: "t" } })),
    token: (on) => status(on.call("GET /api/docs", { as })),
    "token over MCP": (on) => status(on.call("POST /mcp", { as, json: tool })),
    "connection over REST": (on) => status(on.call("GET /api/docs", bearer(connection.access_token))),
    "connection over MCP": (on) => status(on.call("POST /mcp", { ...bearer(connection.access_token), json: tool })),
    "direct grant": (on) => status(on.call(`GET /api/docs/${direct}`, { as })),
    "grant to a group": (on) => status(on.call(`GET /api/docs/${byGroup}`, { as })),
    "root that they made": (on) => status(on.call(`GET /api/roots/${root.slug}/access`, { as })),
    "webhook that they made": (on) => status(on.call(`GET /api/webhooks/${webhook.id}`, { as })),
    "following events": (on) => status(on.call("GET /api/events", { as })),
    "page on the content host": (on) => status(on.open(seen.url.pathname + seen.url.search, viewing)),
    "address of the document there": (on) => status(on.open(pathOf(open.url), viewing)),
    ...(await ticketsOf(as, doc_id, { with_cookie: true })),
    ...(await ticketsOf(as, doc_id, { with_cookie: false })),
  };
  /** Good for one use, which the test keeps until they are switched off. */
  const waiting: Record<string, () => Promise<number>> = {
    "refresh token": () => status(o.refresh(connection, connection.refresh_token)),
    "authorization code": () => status(o.token(exchange(client_id, code, verifier))),
    "mailed sign-in link": () => status(reader.submit(pathOf(link))),
  };
  return { as, doc_id, held, waiting, root, direct, webhook };
}

async function useAll(on: Harness, held: Record<string, Probe>): Promise<Record<string, number>> {
  const seen: Record<string, number> = {};
  for (const [what, probe] of Object.entries(held)) seen[what] = await probe(on);
  return seen;
}

/** Of the answers those that let in; a redirect is one only where it does not lead to signing in. */
const letIn = (seen: Record<string, number>) => Object.entries(seen).filter(([, code]) => code < 300);

for (const [how, route, isHeld] of [
  ["PATCH active: false", "PATCH", false],
  ["DELETE", "DELETE", false],
  ["PATCH, of somebody whose documents may not leave", "PATCH", true],
] as const) {
  test(`by ${how} everything that they held is refused at the next request on both servers, and stays ended once they are back`, async () => {
    const p = await openProvider(h);
    const { as, doc_id, held, waiting, root, direct, webhook } = await withEverything(p.owner);
    if (isHeld) await must(h.call(`POST /api/docs/${doc_id}/legal-hold`, { as: p.owner, json: { on: true } }));
    for (const on of [h, twin]) {
      const seen = await useAll(on, held);
      expect(letIn(seen).map(([what]) => what)).toEqual(
        Object.keys(held).filter((what) => what !== "address of the document there"),
      );
      expect(seen["address of the document there"]).toBe(302);
    }
    const off = patch({ op: "replace", path: "active", value: false });
    const answer = await p.send(`${route} /Users/${as.user_id}`, route === "PATCH" ? off : undefined);
    expect(answer.status).toBe(route === "PATCH" ? 200 : 204);
    expect(letIn(await useAll(h, held))).toEqual([]);
    await twin.runtime.database.bus.catchUp();
    expect(letIn(await useAll(twin, held))).toEqual([]);
    for (const [what, once] of Object.entries(waiting)) expect([what, (await once()) >= 400]).toEqual([what, true]);
    // What belongs to the company stays with it.
    expect((await h.call(`GET /api/webhooks/${webhook.id}`, { as: p.owner })).body.active).toBe(true);
    expect((await h.call(`GET /api/roots/${root.slug}`, { as: p.owner })).body.can_manage).toBe(true);

    await p.made(`PATCH /Users/${as.user_id}`, patch({ op: "replace", path: "active", value: true }));
    expect(letIn(await useAll(h, held))).toEqual([]);
    const epoch = (await h.runtime.identifier.identifyId(as.user_id))?.epoch ?? -1;
    const cookie = issueSession(h.runtime.signer, { user_id: as.user_id, epoch }, h.clock.now()).split(";")[0] ?? "";
    const back = (path: string) => status(h.call(path, { as: { ...as, cookie }, with_cookie: true }));
    expect(await back("GET /api/me")).toBe(200);
    expect(await back(`GET /api/docs/${direct}`)).toBe(404);
    if (!isHeld) expect(await back(`GET /api/roots/${root.slug}`)).toBe(404);
  });
}
