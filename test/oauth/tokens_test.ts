// Codes and refresh tokens: what they are good for once, what they are good for twice, and what ends with them.
import { afterAll, describe, expect, test } from "bun:test";
import { parseToken } from "../../kernel/host.ts";
import { DAY_MS } from "../../kernel/plugin.ts";
import { codeOf, exchange, openOauthServer, REDIRECT, request } from "./oauth_server.ts";

const runtime = await openOauthServer();
const { h } = runtime;
afterAll(() => runtime.close());

async function freshCode() {
  const person = await h.person();
  const id = await runtime.client();
  const { verifier, challenge } = runtime.pkce();
  const code = codeOf(await runtime.decide(person, await runtime.authorize(person, request(id, challenge))));
  return { person, form: exchange(id, code, verifier) };
}

async function reuseRows() {
  return (await h.audit()).filter((row) => row.action === "oauth.reuse");
}

describe("the token answer", () => {
  test("has the documented members, is kept by nobody and readable from anywhere", async () => {
    const { form } = await freshCode();
    const answer = await runtime.token(form);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^dsk_[0-9a-f]{8}_[A-Za-z0-9_-]{43}$/),
      token_type: "Bearer",
      expires_in: (30 * DAY_MS) / 1000,
      refresh_token: expect.stringMatching(/^dsr_[A-Za-z0-9_-]{43}$/),
      scope: "mcp",
    });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  });

  test("never lasts longer than 30 days, nor than the consent", async () => {
    const person = await h.person();
    expect((await runtime.connect(person, { choice: { days: "365" } })).expires_in).toBe((30 * DAY_MS) / 1000);
    expect((await runtime.connect(person, { choice: { days: "1" } })).expires_in).toBe(DAY_MS / 1000);
  });
});

describe("an exchange is refused", () => {
  test.each([
    ["unsupported_grant_type", { grant_type: "password" }],
    ["invalid_request", { grant_type: "" }],
    ["invalid_request", { code: "" }],
    ["invalid_request", { code_verifier: "" }],
    ["invalid_request", { redirect_uri: "" }],
    ["invalid_request", { client_id: "" }],
    ["invalid_grant", { code: "unknown" }],
    ["invalid_grant", { code_verifier: "A".repeat(43) }],
    ["invalid_grant", { redirect_uri: `${REDIRECT}/` }],
    ["invalid_grant", { redirect_uri: REDIRECT.replace("4567", "4568") }],
    ["invalid_grant", { redirect_uri: REDIRECT.toUpperCase() }],
    ["invalid_grant", { redirect_uri: `${REDIRECT}?` }],
    ["invalid_grant", { redirect_uri: REDIRECT.replace("callback", "%63allback") }],
    ["invalid_target", { resource: "https://elsewhere.example" }],
  ])("with %s for %o, and the code is still good", async (error, change) => {
    const { form } = await freshCode();
    const refused = await runtime.token({ ...form, ...change });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ error, error_description: expect.any(String) });
    expect(refused.headers.get("cache-control")).toBe("no-store");
    expect(refused.headers.get("access-control-allow-origin")).toBe("*");
    expect((await runtime.token(form)).status).toBe(200);
  });

  test("as JSON, and told that it has to be form-encoded", async () => {
    const { form } = await freshCode();
    const refused = await runtime.h.call("POST /oauth/token", { json: form });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      error: "invalid_request",
      error_description:
        "body must be form-encoded, as application/x-www-form-urlencoded or multipart/form-data; it came as 'application/json'",
    });
    expect((await runtime.token(form)).status).toBe(200);
  });

  test("with 401 invalid_client for a client that nobody registered", async () => {
    const { form } = await freshCode();
    const refused = await runtime.token({ ...form, client_id: "ahc_nobody" });
    expect([refused.status, refused.body.error]).toEqual([401, "invalid_client"]);
  });

  test("with invalid_grant for another client, and after 300 seconds", async () => {
    const { form } = await freshCode();
    expect((await runtime.token({ ...form, client_id: await runtime.client() })).body.error).toBe("invalid_grant");
    h.clock.advance(300_000);
    expect((await runtime.token(form)).body.error).toBe("invalid_grant");
  });

  test("with invalid_request when it is JSON, or says something twice", async () => {
    const { form } = await freshCode();
    expect((await h.call("POST /oauth/token", { json: form })).body.error).toBe("invalid_request");
    const twice = new URLSearchParams(form);
    twice.append("code", "other");
    expect((await h.call("POST /oauth/token", { body: twice })).body.error).toBe("invalid_request");
  });
});

describe("used twice", () => {
  test("a code revokes the tokens that it gave, and their refresh token", async () => {
    const { form } = await freshCode();
    const given = (await runtime.token(form)).body;
    expect(await runtime.holds(given.access_token)).toBe(true);
    expect((await runtime.token(form)).body.error).toBe("invalid_grant");
    expect(await runtime.holds(given.access_token)).toBe(false);
    const again = await runtime.refresh({ client_id: form["client_id"] ?? "" }, given.refresh_token);
    expect(again.body.error).toBe("invalid_grant");
    expect((await reuseRows()).at(-1)).toMatchObject({ target_type: "connection", meta: { what: "code" } });
  });

  test("a code again and again, one after the other and by many at once, is noted once", async () => {
    const { form } = await freshCode();
    const before = (await reuseRows()).length;
    await runtime.token(form);
    const answers = await Promise.all(Array.from({ length: 8 }, () => runtime.token(form)));
    answers.push(await runtime.token(form));
    for (const { status, body } of answers) expect([status, body.error]).toEqual([400, "invalid_grant"]);
    expect((await reuseRows()).length).toBe(before + 1);
  });

  test("a code by two at once gives one pair at most, which is revoked", async () => {
    const { form } = await freshCode();
    const answers = await Promise.all([runtime.token(form), runtime.token(form)]);
    expect(answers.map((one) => one.status).sort()).toEqual([200, 400]);
    const given = answers.find((one) => one.status === 200)?.body;
    expect(await runtime.holds(given.access_token)).toBe(false);
  });

  test("a refresh token by two at once gives both the same pair", async () => {
    const first = await runtime.connect(await h.person());
    const [one, two] = await Promise.all([
      runtime.refresh(first, first.refresh_token),
      runtime.refresh(first, first.refresh_token),
    ]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(one.body).toEqual(two.body);
    expect(await runtime.holds(one.body.access_token)).toBe(true);
    expect(await runtime.holds(first.access_token)).toBe(false);
  });

  test("a refresh token gets the same pair for 60 seconds, then ends everything that came of its code", async () => {
    const first = await runtime.connect(await h.person());
    const next = (await runtime.refresh(first, first.refresh_token)).body;
    h.clock.advance(59_000);
    const again = (await runtime.refresh(first, first.refresh_token)).body;
    expect(again).toEqual({ ...next, expires_in: next.expires_in - 59 });
    h.clock.advance(2_000);
    expect((await runtime.refresh(first, first.refresh_token)).body.error).toBe("invalid_grant");
    expect(await runtime.holds(next.access_token)).toBe(false);
    expect((await runtime.refresh(first, next.refresh_token)).body.error).toBe("invalid_grant");
    expect((await reuseRows()).at(-1)).toMatchObject({ meta: { what: "refresh token" } });
  });

  test.each(["access_token", "refresh_token"])("the minute ends once the new %s is used", async (used) => {
    const first = await runtime.connect(await h.person());
    const next = (await runtime.refresh(first, first.refresh_token)).body;
    let latest = next;
    if (used === "refresh_token") latest = (await runtime.refresh(first, next.refresh_token)).body;
    else {
      expect(await runtime.holds(next.access_token)).toBe(true);
      await h.runtime.identifier.settle();
    }
    expect((await runtime.refresh(first, first.refresh_token)).body.error).toBe("invalid_grant");
    expect(await runtime.holds(latest.access_token)).toBe(false);
  });

  test("a refresh token ends its own family and no other of the same connection", async () => {
    const person = await h.person();
    const first = await runtime.connect(person);
    const { verifier, challenge } = runtime.pkce();
    const page = await runtime.authorize(person, request(first.client_id, challenge));
    const other = (await runtime.token(exchange(first.client_id, codeOf(page), verifier))).body;
    await runtime.refresh(first, first.refresh_token);
    h.clock.advance(61_000);
    await runtime.refresh(first, first.refresh_token);
    expect(await runtime.holds(other.access_token)).toBe(true);
  });
});

describe("a refresh", () => {
  test("gives a new pair, revokes the old access token and keeps the deadline", async () => {
    const first = await runtime.connect(await h.person(), { choice: { days: "40" } });
    h.clock.advance(20 * DAY_MS);
    const next = (await runtime.refresh(first, first.refresh_token)).body;
    expect(next.expires_in).toBe((20 * DAY_MS) / 1000);
    expect(next.refresh_token).not.toBe(first.refresh_token);
    expect(await runtime.holds(first.access_token)).toBe(false);
    expect(await runtime.holds(next.access_token)).toBe(true);
    h.clock.advance(20 * DAY_MS);
    expect((await runtime.refresh(first, next.refresh_token)).body.error).toBe("invalid_grant");
  });

  test("is refused to another client and to a person who is switched off", async () => {
    const person = await h.person();
    const first = await runtime.connect(person);
    const other = { client_id: await runtime.client() };
    expect((await runtime.refresh(other, first.refresh_token)).body.error).toBe("invalid_grant");
    await h.runtime.database.sql`update users set disabled_at = ${h.clock.now()} where user_id = ${person.user_id}`;
    expect((await runtime.refresh(first, first.refresh_token)).body.error).toBe("invalid_grant");
  });

  test("is not lengthened by a later consent", async () => {
    const person = await h.person();
    const first = await runtime.connect(person, { choice: { days: "2" } });
    await runtime.connect(person, { client_id: first.client_id, choice: { days: "90" } });
    h.clock.advance(3 * DAY_MS);
    expect((await runtime.refresh(first, first.refresh_token)).body.error).toBe("invalid_grant");
  });
});

describe("revocation", () => {
  const revoke = (form: Record<string, string>) => h.call("POST /oauth/revoke", { body: new URLSearchParams(form) });

  test.each(["access_token", "refresh_token"] as const)("by the %s ends the connection at once", async (kind) => {
    const person = await h.person();
    const given = await runtime.connect(person);
    const answer = await revoke({ token: given[kind], client_id: given.client_id });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(await runtime.holds(given.access_token)).toBe(false);
    expect((await runtime.refresh(given, given.refresh_token)).body.error).toBe("invalid_grant");
    const asked = await runtime.authorize(person, request(given.client_id, runtime.pkce().challenge));
    expect(asked.status).toBe(200);
  });

  test("is 200 for an unknown token, and ends nothing for another client or by a static token", async () => {
    const person = await h.person();
    const given = await runtime.connect(person);
    const client_id = await runtime.client();
    for (const token of [
      "dsr_unknown",
      "dsk_00000000_unknown",
      given.access_token,
      given.refresh_token,
      person.token,
    ]) {
      expect((await revoke({ token, client_id })).status).toBe(200);
    }
    expect((await revoke({ token: person.token, client_id: given.client_id })).status).toBe(200);
    expect(await runtime.holds(given.access_token)).toBe(true);
    expect(await runtime.holds(person.token)).toBe(true);
    expect((await revoke({ client_id })).status).toBe(400);
  });

  test("of the token in the app ends the connection too", async () => {
    const person = await h.person();
    const given = await runtime.connect(person);
    const { tokens } = (await h.call("GET /api/tokens", { as: person })).body;
    const { prefix } = parseToken(given.access_token) ?? {};
    const row = tokens.find((one: { prefix: string }) => one.prefix === prefix);
    expect(row).toMatchObject({ client: "Probe", limits: null, name: "Probe" });
    expect((await h.call(`POST /api/tokens/${row.id}/revoke`, { as: person })).status).toBe(200);
    expect(await runtime.holds(given.access_token)).toBe(false);
    expect((await runtime.refresh(given, given.refresh_token)).body.error).toBe("invalid_grant");
    expect((await h.call("GET /api/connections", { as: person })).body.connections).toEqual([]);
  });

  test.each(["their person", "an owner"])(
    "ends the connection where %s revokes a token that its program has just exchanged for the next",
    async (who) => {
      const owner = await h.person();
      const member = await h.person({ role: "member", workspace_id: owner.workspace_id });
      const given = await runtime.connect(member);
      const [row] = (await h.call("GET /api/tokens", { as: member })).body.tokens;
      const next = (await runtime.refresh(given, given.refresh_token)).body;
      const before = (await h.audit()).length;
      const revoked =
        who === "an owner"
          ? await h.call(`POST /api/workspace/tokens/${row.id}/revoke`, { as: owner, with_cookie: true })
          : await h.call(`POST /api/tokens/${row.id}/revoke`, { as: member });
      expect([revoked.status, revoked.body]).toEqual([200, { revoked: true }]);
      expect(await runtime.holds(next.access_token)).toBe(false);
      expect((await runtime.refresh(given, next.refresh_token)).body.error).toBe("invalid_grant");
      expect((await h.audit()).slice(before).map((one) => one.action)).toEqual(["token.revoke"]);
    },
  );

  test("on one server stops the token on another at once", async () => {
    const given = await runtime.connect(await h.person());
    const twin = await h.twin();
    const headers = { authorization: `Bearer ${given.access_token}` };
    expect((await twin.call("GET /api/me", { headers })).status).toBe(200);
    await revoke({ token: given.access_token, client_id: given.client_id });
    await twin.runtime.database.bus.catchUp();
    expect((await twin.call("GET /api/me", { headers })).status).toBe(401);
  });
});
