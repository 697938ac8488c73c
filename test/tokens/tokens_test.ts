// Who am I, and bearer tokens: made in a session, shown once, revoked at once.
import { expect, test } from "bun:test";
import { SESSION_COOKIE } from "../../kernel/host.ts";
import { DAY_MS, sha256Bytes } from "../../kernel/plugin.ts";
import { openSigninServer } from "../signin/signin_server.ts";
import type { Visitor } from "../signin/visitor.ts";

const server = await openSigninServer({ QUOTA_TOKEN_MINT: "100" });
const strict = await openSigninServer();

function post(visitor: Visitor, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return visitor.send(path, {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: { "content-type": "application/json", accept: "application/json", ...headers },
  });
}

interface Made {
  id: number;
  name: string;
  prefix: string;
  token: string;
  expires_at: string | null;
}

async function make(visitor: Visitor, body: unknown): Promise<Made> {
  const answer = await post(visitor, "/api/tokens", body);
  expect(answer.status).toBe(201);
  return (await answer.json()) as Made;
}

async function countTokens(): Promise<number> {
  const [row] = await server.sql<{ count: number }[]>`select count(*)::int as count from tokens`;
  return row?.count ?? 0;
}

test("me answers the person, the workspace and the app's address, by cookie and by token", async () => {
  const expected = {
    email: "anna@example.com",
    name: null,
    workspace: { slug: "berg", name: "Berg", plan: "team" },
    is_admin: true,
    app_url: "http://localhost:3000/app",
  };
  expect(await (await server.signedIn(server.anna).open("/api/me")).json()).toEqual(expected);
  const authorization = `Bearer ${await server.mint(server.anna)}`;
  expect(await (await server.visitor().open("/api/me", { authorization })).json()).toEqual(expected);
});

test("me is a 401 in the framework's voice for nobody, for junk and for a disabled account", async () => {
  const disabled = `Bearer ${await server.mint(server.otto)}`;
  const junk = ["", "Bearer nonsense", "Basic YTpi", disabled];
  for (const authorization of junk) {
    const answer = await server.visitor().open("/api/me", { accept: "application/json", authorization });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ detail: "authentication required", request_id: expect.any(String) });
  }
  expect((await server.signedIn(server.otto).open("/api/me")).status).toBe(401);
});

test("a made token works, is shown once and kept as a hash, and lives 365 days unless told", async () => {
  const anna = server.signedIn(server.anna);
  const before = (await server.actions()).length;
  const made = await make(anna, { name: "  build server " });
  expect(made).toEqual({
    id: expect.any(Number),
    name: "build server",
    prefix: expect.stringMatching(/^[0-9a-f]{8}$/),
    token: expect.stringMatching(/^dsk_[0-9a-f]{8}_[A-Za-z0-9_-]{43}$/),
    expires_at: new Date(server.clock.now().getTime() + 365 * DAY_MS).toISOString(),
  });
  expect((await server.actions()).slice(before)).toEqual(["token.create"]);
  const [row] = await server.sql`select secret_sha256 from tokens where token_id = ${made.id}`;
  expect(row?.["secret_sha256"]).toEqual(Buffer.from(sha256Bytes(made.token.slice("dsk_00000000_".length))));
  const list = await (await anna.open("/api/tokens")).text();
  expect(list).toContain(made.prefix);
  expect(list).not.toContain(made.token.slice(-20));

  const authorization = `Bearer ${made.token}`;
  expect((await server.visitor().open("/api/me", { authorization })).status).toBe(200);
  await server.runtime.identifier.settle();
  const { tokens } = (await (await anna.open("/api/tokens")).json()) as {
    tokens: { id: number; last_used_at: string }[];
  };
  expect(tokens.find((token) => token.id === made.id)).toMatchObject({
    last_used_at: server.clock.now().toISOString(),
    revoked: false,
  });
});

test("ttl_days 0 never ends, 1 ends after a day", async () => {
  const person = await server.addPerson("tina@example.com", "member");
  expect(await make(server.signedIn(person), { name: "forever", ttl_days: 0 })).toMatchObject({ expires_at: null });
  const authorization = `Bearer ${await server.mint(person, 1)}`;
  expect((await server.visitor().open("/api/me", { authorization })).status).toBe(200);
  server.clock.advance(DAY_MS);
  expect((await server.visitor().open("/api/me", { authorization })).status).toBe(401);
});

test("making a token refuses bad values with 400 and bad shapes with 422, and makes nothing", async () => {
  const anna = server.signedIn(server.anna);
  const [tokens, actions] = [await countTokens(), await server.actions()];
  for (const body of [
    { name: "" },
    { name: "   " },
    { name: "n".repeat(101) },
    { name: "a\0b" },
    { name: "deploy\u202etoken" },
    { name: "a\nb" },
    { name: "ok", ttl_days: -1 },
    { name: "ok", ttl_days: 3651 },
  ]) {
    expect((await post(anna, "/api/tokens", body)).status).toBe(400);
  }
  for (const body of ["{", {}, { name: 7 }, { name: "ok", ttl_days: "1" }, { name: "ok", ttl_days: 1.5 }, []]) {
    expect((await post(anna, "/api/tokens", body)).status).toBe(422);
  }
  expect(await countTokens()).toBe(tokens);
  expect(await server.actions()).toEqual(actions);
});

test("a token may not make tokens: 403, and nothing is made", async () => {
  const authorization = `Bearer ${await server.mint(server.anna)}`;
  const tokens = await countTokens();
  const refused = await post(server.visitor(), "/api/tokens", { name: "more" }, { authorization });
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ error: expect.stringContaining("a token may not make tokens") });
  expect(await countTokens()).toBe(tokens);
});

test("an expired cookie beside a valid token is a 401: a cookie that is sent is the credential", async () => {
  const authorization = `Bearer ${await server.mint(server.anna, 0)}`;
  const visitor = server.signedIn(server.anna);
  const cookie = `${SESSION_COOKIE}=${visitor.cookies.get("localhost:3000")?.get(SESSION_COOKIE)}`;
  server.clock.advance(90 * DAY_MS);
  expect((await server.visitor().open("/api/me", { authorization, cookie })).status).toBe(401);
  expect((await server.visitor().open("/api/me", { authorization, cookie: `${SESSION_COOKIE}=` })).status).toBe(401);
  expect((await server.visitor().open("/api/me", { authorization })).status).toBe(200);
});

test("a foreign origin may neither make nor revoke: 403", async () => {
  const anna = server.signedIn(server.anna);
  const made = await make(anna, { name: "kept" });
  const tokens = await countTokens();
  for (const origin of ["https://evil.example", "null", server.runtime.config.content_url]) {
    expect((await post(anna, "/api/tokens", { name: "x" }, { origin })).status).toBe(403);
    expect((await post(anna, `/api/tokens/${made.id}/revoke`, {}, { origin })).status).toBe(403);
  }
  expect(await countTokens()).toBe(tokens);
  expect((await server.visitor().open("/api/me", { authorization: `Bearer ${made.token}` })).status).toBe(200);
});

test("a revoked token is a 401 on the next request and stays in the list", async () => {
  const anna = server.signedIn(server.anna);
  const made = await make(anna, { name: "leaked" });
  const authorization = `Bearer ${made.token}`;
  expect((await server.visitor().open("/api/me", { authorization })).status).toBe(200);
  const before = (await server.actions()).length;
  const answer = await post(anna, `/api/tokens/${made.id}/revoke`, {});
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ revoked: true });
  expect((await server.visitor().open("/api/me", { authorization })).status).toBe(401);
  expect((await server.actions()).slice(before)).toEqual(["token.revoke"]);
  const [noted] =
    await server.sql`select meta from audit_events where action = 'token.revoke' order by event_id desc limit 1`;
  expect(noted?.["meta"]).toMatchObject({ name: "leaked" });
  const { tokens } = (await (await anna.open("/api/tokens")).json()) as { tokens: { id: number; revoked: boolean }[] };
  expect(tokens.find((token) => token.id === made.id)?.revoked).toBe(true);
});

test("a token that is revoked again is revoked once: nothing is noted of it", async () => {
  const anna = server.signedIn(server.anna);
  const made = await make(anna, { name: "twice" });
  const before = (await server.actions()).length;
  const revoke = () => post(anna, `/api/tokens/${made.id}/revoke`, {});
  const answers = [...(await Promise.all([revoke(), revoke(), revoke()])), await revoke()];
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
  expect((await server.actions()).slice(before)).toEqual(["token.revoke"]);
});

test("a token may revoke a token of its own person, itself too", async () => {
  const made = await make(server.signedIn(server.anna), { name: "suicidal" });
  const authorization = `Bearer ${made.token}`;
  expect((await post(server.visitor(), `/api/tokens/${made.id}/revoke`, {}, { authorization })).status).toBe(200);
  expect((await server.visitor().open("/api/me", { authorization })).status).toBe(401);
});

test("revoking another person's token is the same 404 as an unknown one, and a malformed id a 4xx", async () => {
  const made = await make(server.signedIn(server.anna), { name: "annas" });
  const other = server.signedIn(await server.addPerson("other@example.com", "owner"));
  const bodies: unknown[] = [];
  for (const id of [made.id, 999_999]) {
    const answer = await post(other, `/api/tokens/${id}/revoke`, {});
    expect(answer.status).toBe(404);
    bodies.push({ ...((await answer.json()) as object), request_id: null });
  }
  expect(bodies[0]).toEqual(bodies[1]);
  for (const [id, status] of [
    ["x", 422],
    ["1.5", 422],
    ["-1", 400],
    ["0", 400],
    ["99999999999999999999", 400],
  ] as const) {
    expect((await post(other, `/api/tokens/${id}/revoke`, {})).status).toBe(status);
  }
  expect((await server.visitor().open("/api/me", { authorization: `Bearer ${made.token}` })).status).toBe(200);
});

test("a list holds only one's own tokens", async () => {
  const person = await server.addPerson("lone@example.com", "owner");
  expect(await (await server.signedIn(person).open("/api/tokens")).json()).toEqual({ tokens: [] });
});

test("making tokens is throttled per address with 429", async () => {
  const anna = strict.signedIn(strict.anna);
  for (let count = 0; count < 10; count++) expect((await post(anna, "/api/tokens", { name: "t" })).status).toBe(201);
  const refused = await post(anna, "/api/tokens", { name: "t" });
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ detail: "too many requests", retry_after: 3600 });
});

test("a name that turns the text beside it is refused by what is wrong with it", async () => {
  const refused = await post(server.signedIn(server.anna), "/api/tokens", { name: "deploy\u2066x" });
  expect(await refused.json()).toMatchObject({
    error: "name holds U+2066, which shows nothing itself; remove it",
  });
});

test("people change their own name in a session, others see it at once, and a token does not", async () => {
  const anna = server.signedIn(server.anna);
  const rename = (body: object, headers: Record<string, string> = {}, by = anna) =>
    by.send("/api/me", {
      method: "PATCH",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", accept: "application/json", ...headers },
    });
  const before = await server.actions();
  const renamed = await rename({ name: " Anna Berg " });
  expect([renamed.status, await renamed.json()]).toMatchObject([200, { name: "Anna Berg" }]);
  expect((await rename({ name: "Anna Berg" })).status).toBe(200);
  expect((await server.actions()).slice(before.length)).toEqual(["member.name"]);
  const me = await anna.open("/api/me", { accept: "application/json" });
  expect(await me.json()).toMatchObject({ email: "anna@example.com", name: "Anna Berg" });
  const authorization = `Bearer ${await server.mint(server.anna)}`;
  const refused = await rename({ name: "Somebody else" }, { authorization }, server.visitor());
  expect(refused.status).toBe(403);
  for (const name of ["", "\u200b", "A\u202enna", "n".repeat(101)]) expect((await rename({ name })).status).toBe(400);
  for (const body of [{}, { name: null }, { name: 1 }]) expect((await rename(body)).status).toBe(422);
});
