// Tokens of identity providers, and the log of what those asked for (rules: provisioning/who).
import { describe, expect, test } from "bun:test";
import { setPlan } from "../../kernel/plugin.ts";
import { openHarness } from "../harness/harness.ts";
import { newToken, openProvider, patch } from "./provider.ts";

const h = await openHarness();

describe("tokens", () => {
  const tokens = "/api/scim/tokens";

  test("are made by owners and admins who are signed in, shown once, listed without the secret, and end at once", async () => {
    const as = await h.person();
    const member = await h.person({ role: "member", workspace_id: as.workspace_id });
    const cookie = { as, with_cookie: true } as const;
    expect((await h.call(`POST ${tokens}`, { as, json: {} })).body.code).toBe("session_required");
    expect((await h.call(`POST ${tokens}`, { as: member, with_cookie: true, json: {} })).status).toBe(403);
    const made = await h.call(`POST ${tokens}`, { ...cookie, json: { label: "Entra" } });
    expect([made.status, made.body]).toEqual([
      201,
      {
        id: expect.any(Number),
        label: "Entra",
        created_at: expect.any(String),
        last_used_at: null,
        revoked: false,
        created_by: as.email,
        token: expect.stringMatching(/^fsc_[A-Za-z0-9_-]{40,}$/),
        base_url: `${h.base_url}/scim/v2`,
      },
    ]);
    const headers = { authorization: `Bearer ${made.body.token}` };
    expect((await h.call("GET /scim/v2/Users", { headers })).status).toBe(200);
    const { body } = await h.call(`GET ${tokens}`, cookie);
    expect(body).toMatchObject({ available: true, plan: "enterprise", base_url: `${h.base_url}/scim/v2` });
    expect(body.tokens).toMatchObject([{ id: made.body.id, revoked: false, last_used_at: expect.any(String) }]);
    expect(JSON.stringify(body)).not.toContain("fsc_");
    const found = async (q: string) =>
      (await h.call(`GET ${tokens}?q=${encodeURIComponent(q)}`, cookie)).body.tokens.map(
        (one: { id: number }) => one.id,
      );
    expect([await found("NTR"), await found(as.email), await found("_")]).toEqual([[made.body.id], [made.body.id], []]);
    const stored = await h.runtime.database
      .sql`select scim_tokens::text as row from scim_tokens where token_id = ${made.body.id}`;
    expect(stored[0]?.["row"]).not.toContain(made.body.token);
    expect((await h.call(`DELETE ${tokens}/${made.body.id}`, { as: await h.person(), with_cookie: true })).status).toBe(
      404,
    );
    for (let n = 0; n < 2; n++)
      expect((await h.call(`DELETE ${tokens}/${made.body.id}`, cookie)).body).toEqual({ revoked: made.body.id });
    const refused = await h.call("GET /scim/v2/Users", { headers });
    expect([refused.status, refused.body.detail]).toEqual([401, expect.stringContaining("revoked")]);
    const noted = (await h.audit()).filter((row) => row.action.startsWith("scim.token_") && row.actor === as.email);
    expect(noted.map((row) => [row.action, row.target_type])).toEqual([
      ["scim.token_create", "scim_token"],
      ["scim.token_revoke", "scim_token"],
    ]);
  });

  test("need the Enterprise plan, and rest while the workspace is below it", async () => {
    const p = await openProvider(h);
    const { sql } = h.runtime.database;
    await setPlan(sql, p.owner.workspace_id, "business");
    await h.runtime.database.bus.catchUp();
    const cookie = { as: p.owner, with_cookie: true } as const;
    expect((await h.call(`POST ${tokens}`, { ...cookie, json: {} })).status).toBe(402);
    expect((await h.call(`GET ${tokens}`, cookie)).body).toMatchObject({ available: false, plan: "business" });
    const { status, body } = await p.send("GET /Users");
    expect([status, body.detail]).toEqual([401, expect.stringContaining("Enterprise")]);
    await setPlan(sql, p.owner.workspace_id, "enterprise");
    expect((await p.send("GET /Users")).status).toBe(200);
  });
});

describe("the log of requests", () => {
  const read = async (p: Awaited<ReturnType<typeof openProvider>>, query = "") =>
    (await h.call(`GET /api/scim/log${query}`, { as: p.owner })).body;

  test("tells owners and admins what was asked for and what was said, without tokens and bodies", async () => {
    const p = await openProvider(h);
    const userName = `${crypto.randomUUID()}@firm.example`;
    const { id } = await p.made("POST /Users", { userName, password: "hunter2" });
    await p.send(`GET /Users?filter=${encodeURIComponent('userName gt "a"')}`);
    await p.send(`PATCH /Users/${id}`, patch({ op: "Replace", path: "active", value: "False" }));
    await p.send("POST /Users", undefined, { body: "{" });
    const { requests } = await read(p);
    expect(requests).toMatchObject([
      { method: "POST", path: "/scim/v2/Users", status: 400, detail: expect.any(String) },
      { method: "PATCH", status: 200, asked: "replace active", detail: null },
      { method: "GET", path: '/scim/v2/Users?filter=userName gt "a"', status: 400, detail: expect.any(String) },
      { method: "POST", status: 201, asked: `create ${userName}`, token: { label: "test" }, ip: "127.0.0.1" },
    ]);
    expect(JSON.stringify(requests)).not.toMatch(/hunter2|fsc_/);
    expect((await read(p, "?failed=true")).requests).toHaveLength(2);
    const page = await read(p, "?limit=3");
    expect((await read(p, `?limit=3&cursor=${page.next_cursor}`)).requests).toHaveLength(1);
    const member = await h.person({ role: "member", workspace_id: p.owner.workspace_id });
    expect((await h.call("GET /api/scim/log", { as: member })).status).toBe(403);
    expect((await read(await openProvider(h))).requests).toEqual([]);
  });

  test("keeps no token that was put where none belongs, such as into the address", async () => {
    const p = await openProvider(h);
    const { token } = await newToken(h, p.owner.workspace_id);
    await p.send(`GET /Users?token=${token}&count=1`);
    await p.send(`GET /Users/${token}`);
    const { requests } = await read(p);
    expect(requests.map((one: { path: string }) => one.path)).toEqual([
      "/scim/v2/Users/fsc_…",
      "/scim/v2/Users?token=fsc_…&count=1",
    ]);
  });

  test("has what a revoked token asked for, and forgets after 30 days", async () => {
    const p = await openProvider(h);
    const { token, token_id } = await newToken(h, p.owner.workspace_id);
    await h.call(`DELETE /api/scim/tokens/${token_id}`, { as: p.owner, with_cookie: true });
    await h.call("GET /scim/v2/Groups", { headers: { authorization: `Bearer ${token}` } });
    expect((await read(p)).requests).toMatchObject([{ status: 401, token: { id: token_id }, path: "/scim/v2/Groups" }]);
    h.clock.advance(31 * 86_400_000);
    await h.runtime.jobs.runDue();
    expect((await read(p)).requests).toEqual([]);
  });

  test("is not filled by who has a revoked token, or one that rests", async () => {
    const p = await openProvider(h);
    const { token, token_id } = await newToken(h, p.owner.workspace_id);
    const { sql } = h.runtime.database;
    await sql`update scim_tokens set revoked_at = ${h.clock.now()} where token_id = ${token_id}`;
    h.clock.advance(120_000);
    const ask = () => h.call("GET /scim/v2/Users", { headers: { authorization: `Bearer ${token}` } });
    const seen = [];
    for (let n = 0; n < 70; n++) seen.push((await ask()).status);
    expect(seen.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 401));
    expect(seen.slice(60)).toEqual(Array.from({ length: 10 }, () => 429));
    expect((await read(p, "?limit=500")).requests).toHaveLength(60);
    expect((await p.send("GET /Users")).status).toBe(200);
    h.clock.advance(120_000);
  });
});
