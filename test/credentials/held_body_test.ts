// Requests whose body is held back while their sender is put out: what was begun before ends with the rest.
import { expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";
import { must } from "../roots/space.ts";

const h = await openHarness();

interface Held {
  /** The server has found out who calls, and waits for the body. */
  begun: Promise<void>;
  /** Lets the body go. */
  finish(): Promise<{ status: number; body: Record<string, unknown> }>;
}

function hold(
  method: string,
  path: string,
  { headers, text }: { headers: Record<string, string>; text: string },
): Held {
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        begun.resolve();
        await released.promise;
        controller.enqueue(new TextEncoder().encode(text));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const host = new URL(h.base_url).host;
  const sent = { host, "content-type": "application/json", "content-length": String(text.length), ...headers };
  const answering = h.fetch(new Request(h.base_url + path, { method, headers: sent, body }));
  return {
    begun: begun.promise,
    finish: async () => {
      released.resolve();
      const answer = await answering;
      return { status: answer.status, body: await answer.json() };
    },
  };
}

const byCookie = ({ cookie }: Person) => ({ cookie });
const byToken = ({ token }: Person) => ({ authorization: `Bearer ${token}` });
const LOST = { detail: "authentication lost; retry the request" };

async function tokensOf(person: Person): Promise<number> {
  const rows = await h.runtime.database.sql`select from tokens where user_id = ${person.user_id}`;
  return rows.count;
}

test("a session that signs out everywhere makes no token by what it had begun, and neither does one that a manager ends", async () => {
  const owner = await h.person();
  for (const isByManager of [false, true]) {
    const as = await h.person({ role: "member", workspace_id: owner.workspace_id });
    const held = hold("POST", "/api/tokens", { headers: byCookie(as), text: '{"name":"stay","ttl_days":0}' });
    await held.begun;
    const ended = isByManager
      ? h.call(`POST /api/members/${as.user_id}/sign-out`, { as: owner, with_cookie: true, json: { tokens: true } })
      : h.call("POST /auth/logout-all", { as, with_cookie: true });
    await must(ended);
    const before = await tokensOf(as);
    expect(await held.finish()).toMatchObject({ status: 401, body: LOST });
    expect(await tokensOf(as)).toBe(before);
  }
});

test("a token that is revoked writes nothing by what it had begun, as JSON or as an upload", async () => {
  for (const [method, path, text] of [
    ["POST", "/api/docs", '{"html":"late","title":"Late"}'],
    ["PUT", "/api/upload?filename=late.txt", "late"],
  ] as const) {
    const as = await h.person();
    const { tokens } = (await must(h.call("GET /api/tokens", { as }))).body;
    const held = hold(method, path, { headers: byToken(as), text });
    await held.begun;
    await must(h.call(`POST /api/tokens/${tokens[0].id}/revoke`, { as, with_cookie: true }));
    expect(await held.finish()).toMatchObject({ status: 401, body: LOST });
    const docs = await h.runtime.database.sql`select from documents where workspace_id = ${as.workspace_id}`;
    expect([path, docs.count]).toEqual([path, 0]);
  }
});

test("whoever is no admin any more changes nothing by what they had begun as one", async () => {
  const owner = await h.person();
  const as = await h.person({ role: "admin", workspace_id: owner.workspace_id });
  const held = hold("PUT", "/api/policy", { headers: byCookie(as), text: '{"min_retention_days":3}' });
  await held.begun;
  await must(h.call(`PATCH /api/members/${as.user_id}`, { as: owner, json: { role: "member" } }));
  expect((await held.finish()).status).toBe(403);
  expect((await h.call("GET /api/policy", { as: owner })).body.min_retention_days).toBeNull();
});

test("an upload whose token ends by its own time while it arrives is taken", async () => {
  const as = await h.person();
  const made = await must(h.call("POST /api/tokens", { as, with_cookie: true, json: { name: "short", ttl_days: 1 } }));
  const headers = { authorization: `Bearer ${made.body.token}` };
  const held = hold("PUT", "/api/upload?filename=long.txt", { headers, text: "long" });
  await held.begun;
  h.clock.advance(2 * 86_400_000);
  expect((await held.finish()).status).toBe(201);
  expect((await h.call("GET /api/me", { headers })).status).toBe(401);
});
