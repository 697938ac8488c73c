// The way from a client's request to its code: the order of checks, consent, and what a later request gets.
import { afterAll, describe, expect, test } from "bun:test";
import { DAY_MS } from "../../kernel/plugin.ts";
import { codeOf, exchange, locationOf, openOauthServer, REDIRECT, request, ticketOf } from "./oauth_server.ts";

const runtime = await openOauthServer();
const { h } = runtime;
afterAll(() => runtime.close());

describe("the client and its redirect address come first", () => {
  test("an unknown client is a plain 400 with detail", async () => {
    const answer = await h.call("GET /oauth/authorize?client_id=ahc_nobody&redirect_uri=https://evil.example/");
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toContain("client_id");
    expect(answer.headers.get("location")).toBeNull();
  });

  const registered = "https://app.example/cb?x=1";
  test.each([
    ["a slash", "https://app.example/cb/?x=1"],
    ["a port", "https://app.example:8443/cb?x=1"],
    ["the default port", "https://app.example:443/cb?x=1"],
    ["case", "https://app.example/CB?x=1"],
    ["the host's case", "https://APP.example/cb?x=1"],
    ["query", "https://app.example/cb?x=2"],
    ["an encoded byte", "https://app.example/%63b?x=1"],
    ["a fragment", "https://app.example/cb?x=1#f"],
    ["user info", "https://me@app.example/cb?x=1"],
    ["another scheme", "http://app.example/cb?x=1"],
  ])("a redirect address that differs by %s is a plain 400", async (_what, uri) => {
    const id = await runtime.client("Site", [registered]);
    const sound = { ...request(id, runtime.pkce().challenge), redirect_uri: registered };
    expect((await runtime.authorize(await h.person(), sound)).status).toBe(200);
    const answer = await runtime.authorize(await h.person(), { ...sound, redirect_uri: uri });
    expect(answer.status).toBe(400);
    expect(answer.headers.get("location")).toBeNull();
  });

  test.each(["http://127.0.0.1:4567/cb?x=1", "http://[::1]:4567/cb?x=1", "http://localhost/cb?x=1"])(
    "%s, as registered, may name any port, and differs in nothing else",
    async (registered) => {
      const id = await runtime.client("Native", [registered]);
      const person = await h.person();
      const at = async (redirect_uri: string) =>
        (await runtime.authorize(person, { ...request(id, runtime.pkce().challenge), redirect_uri })).status;
      const { hostname } = new URL(registered);
      for (const port of [":1", ":65535", ":4567", ""]) expect(await at(`http://${hostname}${port}/cb?x=1`)).toBe(200);
      for (const other of [
        ...[`http://${hostname}:1/cb`, `http://${hostname}:1/cb/?x=1`, `https://${hostname}:1/cb?x=1`],
        ...[
          `http://${hostname}:99999/cb?x=1`,
          `http://${hostname}:/cb?x=1`,
          `http://${hostname}.evil.example:1/cb?x=1`,
        ],
        ...[`http://me@${hostname}:1/cb?x=1`, `http://${hostname}:1@evil.example/cb?x=1`, "http://127.0.0.2:1/cb?x=1"],
      ]) {
        expect([other, await at(other)]).toEqual([other, 400]);
      }
    },
  );

  test("an address of the web counts with its port", async () => {
    const id = await runtime.client("Site", ["https://app.example:8443/cb"]);
    const other = { ...request(id, runtime.pkce().challenge), redirect_uri: "https://app.example:8444/cb" };
    expect((await runtime.authorize(await h.person(), other)).status).toBe(400);
  });

  test.each(["client_id", "redirect_uri"])("without %s it is a plain 400", async (without) => {
    const id = await runtime.client();
    const answer = await runtime.authorize(await h.person(), {
      ...request(id, runtime.pkce().challenge),
      [without]: null,
    });
    expect(answer.status).toBe(400);
  });

  test("a redirect address given twice is a plain 400", async () => {
    const id = await runtime.client();
    const twice = new URLSearchParams({ client_id: id, redirect_uri: REDIRECT });
    twice.append("redirect_uri", "https://evil.example/");
    expect((await h.call(`GET /oauth/authorize?${twice}`)).status).toBe(400);
  });
});

describe("every other fault goes to the client with its state and our name", () => {
  test.each([
    ["unsupported_response_type", { response_type: "token" }],
    ["invalid_request", { response_type: null }],
    ["invalid_request", { code_challenge: null }],
    ["invalid_request", { code_challenge: "short" }],
    ["invalid_request", { code_challenge_method: "plain" }],
    ["invalid_request", { code_challenge_method: null }],
    ["invalid_target", { resource: "https://elsewhere.example/mcp" }],
    ["login_required", { prompt: "none" }],
  ])("%s for %o", async (error, change) => {
    const id = await runtime.client();
    const answer = await runtime.authorize(null, { ...request(id, runtime.pkce().challenge), ...change });
    expect(answer.status).toBe(302);
    const to = locationOf(answer);
    expect(to.origin + to.pathname).toBe(REDIRECT);
    expect(Object.fromEntries(to.searchParams)).toMatchObject({
      ...{ error, error_description: expect.any(String), state: "st4te", iss: runtime.origin },
    });
  });

  test("consent_required, in words, for somebody who is signed in and was not asked yet", async () => {
    const asked = { ...request(await runtime.client(), runtime.pkce().challenge), prompt: "none" };
    const { searchParams } = locationOf(await runtime.authorize(await h.person(), asked));
    expect(searchParams.get("error")).toBe("consent_required");
    expect(searchParams.get("error_description")).toContain("not yet let the program act");
  });
});

describe("consent", () => {
  test("leads through sign-in and back without the parameters in the address", async () => {
    const id = await runtime.client();
    const away = await runtime.authorize(null, request(id, runtime.pkce().challenge));
    const to = new URL(away.headers.get("location") ?? "", runtime.origin);
    expect(to.pathname).toBe("/auth/login");
    const next = to.searchParams.get("next") ?? "";
    expect(next).toMatch(/^\/oauth\/authorize\?request=[A-Za-z0-9_-]{22}$/);
    const person = await h.person();
    const page = await h.call(`GET ${next}`, { as: person, with_cookie: true });
    expect(page.status).toBe(200);
    expect(locationOf(await runtime.decide(person, page)).searchParams.get("state")).toBe("st4te");
  });

  test("names the client and the account, and proposes 30 days of up to a year", async () => {
    const person = await h.person();
    const page = await runtime.authorize(
      person,
      request(await runtime.client('<b>"Bot"</b>'), runtime.pkce().challenge),
    );
    expect(page.body).toContain("&lt;b&gt;&quot;Bot&quot;&lt;/b&gt;");
    expect(page.body).toContain(person.email);
    expect(page.body).toMatch(/<option value="30" selected>/);
    expect(page.body).toContain('<option value="365"');
    expect(page.headers.get("content-security-policy")).toContain("form-action 'self' http://127.0.0.1:4567;");
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  });

  test("answers with code, state and iss; a later request gets a code at once and keeps the date", async () => {
    const person = await h.person();
    const id = await runtime.client();
    const first = await runtime.connect(person, { client_id: id, choice: { days: "10" } });
    expect(first.expires_in).toBe((10 * DAY_MS) / 1000);
    h.clock.advance(4 * DAY_MS);
    const { challenge, verifier } = runtime.pkce();
    const again = await runtime.authorize(person, request(id, challenge));
    expect(again.status).toBe(302);
    expect(Object.fromEntries(locationOf(again).searchParams)).toEqual({
      code: expect.any(String),
      state: "st4te",
      iss: runtime.origin,
    });
    const later = await runtime.token(exchange(id, codeOf(again), verifier));
    expect(later.body.expires_in).toBe((6 * DAY_MS) / 1000);
    expect((await runtime.authorize(person, { ...request(id, challenge), prompt: "consent" })).status).toBe(200);
    h.clock.advance(7 * DAY_MS);
    expect((await runtime.authorize(person, request(id, challenge))).status).toBe(200);
  });

  test("denied answers access_denied and leaves no connection", async () => {
    const person = await h.person();
    const page = await runtime.authorize(person, request(await runtime.client(), runtime.pkce().challenge));
    const answer = await runtime.decide(person, page, { action: "deny" });
    expect(Object.fromEntries(locationOf(answer).searchParams)).toMatchObject({
      error: "access_denied",
      state: "st4te",
    });
    expect((await h.call("GET /api/connections", { as: person })).body.connections).toEqual([]);
  });

  test("is given once, by the person who was asked, with a cookie, from our own page", async () => {
    const [person, other] = [await h.person(), await h.person()];
    const page = await runtime.authorize(person, request(await runtime.client(), runtime.pkce().challenge));
    const body = () => new URLSearchParams({ ticket: ticketOf(page), action: "approve" });
    expect((await h.call("POST /oauth/authorize", { body: body() })).status).toBe(401);
    expect((await h.call("POST /oauth/authorize", { as: person, body: body() })).status).toBe(403);
    const foreign = { headers: { origin: "https://evil.example" }, with_cookie: true };
    expect((await h.call("POST /oauth/authorize", { as: person, body: body(), ...foreign })).status).toBe(403);
    expect((await runtime.decide(other, page)).status).toBe(410);
    expect((await runtime.decide(person, page)).status).toBe(302);
    expect((await runtime.decide(person, page)).status).toBe(410);
  });

  test("is too late after half an hour", async () => {
    const person = await h.person();
    const page = await runtime.authorize(person, request(await runtime.client(), runtime.pkce().challenge));
    h.clock.advance(31 * 60_000);
    expect((await runtime.decide(person, page)).status).toBe(410);
  });

  test("a browser that came by a form is led on by a page, whose way no policy of ours holds", async () => {
    const person = await h.person();
    const page = await runtime.authorize(person, request(await runtime.client(), runtime.pkce().challenge));
    const headers = { origin: runtime.origin, "sec-fetch-mode": "navigate" };
    const body = new URLSearchParams({ ticket: ticketOf(page), action: "approve" });
    const answer = await h.call("POST /oauth/authorize", { as: person, with_cookie: true, body, headers });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("refresh")).toStartWith(`0; url=${REDIRECT}?code=`);
  });
});

describe("the workspace's longest duration", () => {
  test("bounds the choice, cuts connections that there are, and is set by managers of Enterprise alone", async () => {
    const owner = await h.person();
    const member = await h.person({ role: "member", workspace_id: owner.workspace_id });
    expect((await h.call("GET /api/mcp-session-policy", { as: member })).body).toEqual({
      max_days: 365,
      default_days: 30,
      available: true,
    });
    const small = await h.person({ plan: "business" });
    expect((await h.call("GET /api/mcp-session-policy", { as: small })).body).toMatchObject({ available: false });
    const long = await runtime.connect(member, { choice: { days: "365" } });
    const short = await runtime.connect(member, { choice: { days: "5" } });
    h.clock.advance(8 * DAY_MS);
    const fresh = await runtime.connect(member, { choice: { days: "90" } });
    const put = (as: typeof owner, max_days: unknown) =>
      h.call("PUT /api/mcp-session-policy", { as, json: { max_days } });
    expect((await put(member, 7)).status).toBe(403);
    expect((await put(small, 7)).status).toBe(402);
    expect((await put(owner, 0)).status).toBe(400);
    expect((await put(owner, 366)).status).toBe(400);
    expect((await put(owner, 7)).body).toEqual({ max_days: 7, default_days: 7, available: true });
    expect(await runtime.holds(long.access_token)).toBe(false);
    expect(await runtime.holds(short.access_token)).toBe(false);
    expect(await runtime.holds(fresh.access_token)).toBe(true);
    expect((await runtime.refresh(long, long.refresh_token)).body.error).toBe("invalid_grant");
    expect((await runtime.refresh(fresh, fresh.refresh_token)).body.expires_in).toBe((7 * DAY_MS) / 1000);
    const page = await runtime.authorize(member, request(await runtime.client(), runtime.pkce().challenge));
    expect(page.body).not.toContain('<option value="30"');
    expect((await runtime.decide(member, page, { days: "30" })).status).toBe(400);
  });
});

test("the page that asks for consent keeps its length: it holds a ticket beside words of the program", async () => {
  const as = await h.person();
  const query = new URLSearchParams();
  const asked = request(await runtime.client(), runtime.pkce().challenge);
  for (const [name, value] of Object.entries(asked)) if (value !== null) query.set(name, value);
  const headers = { host: new URL(runtime.origin).host, cookie: as.cookie, "accept-encoding": "br" };
  const page = await h.fetch(
    new Request(`${runtime.origin}/oauth/authorize?${query}`, {
      headers: { ...headers, "sec-fetch-site": "same-origin" },
    }),
  );
  expect([page.status, page.headers.get("content-encoding")]).toEqual([200, null]);
  expect(await page.text()).toContain('name="ticket"');
});
