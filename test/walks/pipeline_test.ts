// The one pipeline: what comes before what, and that a call which says no leaves nothing behind.
import { afterEach, expect, test } from "bun:test";
import { bootServer } from "../../kernel/host.ts";
import { handle, refuse } from "../../kernel/plugin.ts";
import { networkOf } from "../../kernel/ports/http.ts";
import { manifest } from "../../plugins/manifest.ts";
import { openHarness } from "../harness/harness.ts";
import { heard, toyMade, toyQuotas, toys, toysEntry, toysPort } from "../toys/plugin.ts";

const vetoes = {
  name: "vetoes",
  operations: [],
  handles: () => [
    handle(toyMade, ({ name }) => {
      if (name === "forbidden") throw refuse.forbidden("policy allows no such toy");
      return `approved ${name}`;
    }),
  ],
};

const h = await openHarness({
  extra: [
    { plugin: toys, entry: toysEntry },
    { plugin: vetoes, entry: { purpose: "Vetoes toys.", needs: ["toys"], toolset: "docs", editions: ["community"] } },
  ],
  manifest: { quotas: { ...manifest.quotas, ...toyQuotas } },
});

afterEach(() => {
  heard.length = 0;
});

const written = () => h.rows("toys", "audit_events", "remembered_answers");

test("a refused or broken operation rolls back its rows and its audit row", async () => {
  const person = await h.person();
  const before = await written();
  const refused = await h.call("POST /api/toys", {
    as: person,
    json: { name: "ball", fail: "refuse", idempotency_key: "r" },
  });
  expect(refused.status).toBe(409);
  const broken = await h.call("POST /api/toys", { as: person, json: { name: "ball", fail: "throw" } });
  expect(broken.status).toBe(500);
  expect(broken.body.error).not.toContain("told to break");
  expect(broken.body.request_id).toBe(broken.headers.get("x-request-id"));
  expect(await written()).toEqual(before);
});

test("refusals come in the order 401, 403, 422, 400, 402, 429", async () => {
  const poor = await h.person({ plan: "free" });
  const foreign = { origin: "https://evil.example" };
  const send = (options: object) => h.call("POST /api/toys", options);
  expect((await send({ json: 1, headers: foreign })).status).toBe(401);
  expect((await send({ as: poor, json: 1, headers: foreign })).status).toBe(403);
  expect((await send({ as: poor, body: "{" })).status).toBe(422);
  expect((await send({ as: poor, json: { name: 1, fail: "neither" } })).status).toBe(422);
  expect((await send({ as: poor, json: { name: "gated", fail: "neither" } })).status).toBe(400);
  expect((await send({ as: poor, json: { name: "gated" } })).status).toBe(402);
  for (let used = 0; used < 5; used++) expect((await send({ as: poor, json: { name: "ball" } })).status).toBe(201);
  expect((await send({ as: poor, json: { name: "gated" } })).status).toBe(402);
  const full = await send({ as: poor, json: { name: "ball" } });
  expect(full.status).toBe(429);
  expect(full.body).toMatchObject({ error: "too many toys (5/minute)", retry_after: 60 });
  expect(full.headers.has("retry-after")).toBe(false);
  h.clock.advance(60_000);
  expect((await send({ as: poor, json: { name: "ball" } })).status).toBe(201);
});

test("an idempotency key answers the first result, to twins at once and to later repeats, and refuses another request", async () => {
  const person = await h.person();
  const send = (name: string) => h.call("POST /api/toys", { as: person, json: { name, idempotency_key: "one" } });
  const twins = await Promise.all([send("ball"), send("ball"), send("ball")]);
  expect(new Set(twins.map((answer) => answer.body.toy_id)).size).toBe(1);
  expect((await send("ball")).body.toy_id).toBe(twins[0]?.body.toy_id);
  expect((await send("kite")).status).toBe(409);
  h.clock.advance(25 * 3600 * 1000);
  expect((await send("kite")).status).toBe(201);
});

test("a repeat does not count against the quota", async () => {
  const person = await h.person();
  const send = () => h.call("POST /api/toys", { as: person, json: { name: "ball", idempotency_key: "same" } });
  for (let tries = 0; tries < 8; tries++) expect((await send()).status).toBe(201);
});

test("one person's idempotency key is nothing to another", async () => {
  const [one, other] = [await h.person(), await h.person()];
  const send = (as: typeof one) => h.call("POST /api/toys", { as, json: { name: "ball", idempotency_key: "shared" } });
  expect((await send(one)).body.toy_id).not.toBe((await send(other)).body.toy_id);
});

test("a hook's handlers are asked in the transaction, and what they answer reaches the asker", async () => {
  const person = await h.person();
  const answer = await h.call("POST /api/toys", { as: person, json: { name: "kite" } });
  expect(answer.body.approvals).toEqual(["approved kite"]);
});

test("a handler that refuses ends the operation and leaves nothing", async () => {
  const person = await h.person();
  const before = await written();
  const answer = await h.call("POST /api/toys", { as: person, json: { name: "forbidden" } });
  expect(answer.status).toBe(403);
  expect(answer.body.error).toBe("policy allows no such toy");
  expect(await written()).toEqual(before);
});

test("a port gives what its plugin provides, and one without a provider is refused", async () => {
  expect(await h.runtime.use(toysPort).count(h.runtime)).toBeGreaterThan(0);
  expect(() => h.runtime.use({ name: "nobody" })).toThrow('port "nobody" has no provider');
});

test("a committed audit row reaches its listener once it was relayed, and a refused call's never does", async () => {
  const person = await h.person();
  const made = await h.call("POST /api/toys", { as: person, json: { name: "ball" } });
  await h.call("POST /api/toys", { as: person, json: { name: "ball", fail: "refuse" } });
  await h.runtime.relay.relayAll();
  await h.runtime.jobs.runDue();
  const mine = heard.filter((event) => event.target_id === String(made.body.toy_id));
  expect(mine).toEqual([{ action: "toy.make", target_id: String(made.body.toy_id) }]);
});

test("the audit row names the person, the surface, the token and the request", async () => {
  const person = await h.person();
  const answer = await h.call("POST /api/toys", { as: person, json: { name: "ball" } });
  const row = (await h.audit()).at(-1);
  expect(row).toMatchObject({ action: "toy.make", actor: person.email });
  expect(row?.meta).toMatchObject({
    name: "ball",
    via: "api",
    token: "test",
    request_id: answer.headers.get("x-request-id"),
  });
  await h.call("POST /api/toys", { as: person, with_cookie: true, json: { name: "ball" } });
  expect((await h.audit()).at(-1)?.meta).toMatchObject({ via: "web" });
});

test("a cookie that is sent is the credential: an expired one is 401 beside a valid token", async () => {
  const person = await h.person();
  const headers = { cookie: "__Host-docsvc_session=stale", authorization: `Bearer ${person.token}` };
  expect((await h.call("GET /api/docs", { headers })).status).toBe(401);
});

test("two providers of one port do not boot", async () => {
  const { config, database, clock, log } = h.runtime;
  const twice = { ...toys, name: "again", operations: [], on: [], jobs: undefined, migrations: undefined };
  const entry = { purpose: "x", needs: ["toys"], toolset: "docs", editions: ["community"] };
  const plugins = { toys: toysEntry, again: entry };
  const parts = {
    config,
    database,
    clock,
    log,
    plugins: [toys, twice],
    manifest: { ...manifest, quotas: { ...manifest.quotas, ...toyQuotas }, plugins },
  };
  expect(bootServer(parts)).rejects.toThrow('port "toys" is provided twice');
});

test("a throttle counts an IPv6 customer by their /64 and everybody else by their address", () => {
  expect(networkOf("203.0.113.9")).toBe("203.0.113.9");
  expect(networkOf("2001:db8:1:2:aaaa::1")).toBe(networkOf("2001:db8:1:2::ffff"));
  expect(networkOf("2001:db8:1:2::1")).not.toBe(networkOf("2001:db8:1:3::1"));
});

test("what anybody may send is small: a form of 300 KiB to the sign-in is refused before it is parsed", async () => {
  const headers = { "content-type": "application/x-www-form-urlencoded", origin: h.base_url };
  const answer = await h.call("POST /auth/login", { body: "a&".repeat(150 * 1024), headers });
  expect(answer.status).toBe(413);
});

test("a batch of more than 50 messages is refused whole", async () => {
  const person = await h.person();
  const batch = Array.from({ length: 51 }, (_none, id) => ({ jsonrpc: "2.0", id, method: "tools/list" }));
  const headers = { accept: "application/json, text/event-stream" };
  const answer = await h.call("POST /mcp", { as: person, json: batch, headers });
  expect(answer.status).toBe(400);
  expect(answer.body.error.message).toContain("send at most 50");
});

test("a host name that is not ours is a 404 that carries a request id like every answer", async () => {
  const answer = await h.fetch(
    new Request("http://elsewhere.example/api/me", { headers: { host: "elsewhere.example" } }),
  );
  expect(answer.status).toBe(404);
  expect((await answer.json()).request_id).toBe(answer.headers.get("x-request-id"));
});

test("a wrong method is a 405 that names the right ones", async () => {
  const answer = await h.call("DELETE /healthz");
  expect(answer.status).toBe(405);
  expect(answer.headers.get("allow")).toBe("GET, HEAD");
});
