// The allowlist of addresses:
// who acts from where, and that nobody shuts themselves out by accident (rules: policy/allowlist).
import { expect, test } from "bun:test";
import { addressRanges, parseRange } from "../../plugins/policy/addresses.ts";
import { openHarness, type Person } from "../harness/harness.ts";

const h = await openHarness({ env: { TRUSTED_PROXIES: "127.0.0.1" } });
const from = (ip: string) => ({ "x-forwarded-for": ip });
const INSIDE = from("198.51.100.7");
const OUTSIDE = from("203.0.113.9");
const allow = (as: Person, ip_allowlist: string[] | null, more: object = {}, headers = INSIDE) =>
  h.call("PUT /api/policy", { as, headers, json: { ip_allowlist, ...more } });

test.each([
  ["203.0.113.0/24", "203.0.113.255", "203.0.114.0"],
  ["203.0.113.9", "203.0.113.9", "203.0.113.8"],
  ["2001:db8::/32", "2001:db8:ffff::1", "2001:db9::1"],
  ["::ffff:203.0.113.0/120", "203.0.113.7", "203.0.112.7"],
  ["203.0.113.0/24", "::ffff:203.0.113.7", "::ffff:203.0.114.7"],
  ["0.0.0.0/0", "192.0.2.1", "2001:db8::1"],
])("%s holds %s and not %s", (range, inside, outside) => {
  const holds = addressRanges([parseRange(range)]);
  expect([holds(inside), holds(outside), holds("")]).toEqual([true, false, false]);
});

test.each([
  "203.0.113.1/24",
  "127.1",
  "0x7f000001",
  "10.0.0.0/33",
  "fe80::1%eth0",
  "::ffff:1.2.3.4/40",
  "a/b/c",
  "10.0.0.0/-1",
  "",
])("%p is no range", (text) => expect(() => parseRange(text)).toThrow("ip_allowlist"));

test("sessions, tokens and tools act from within the list alone, on every server, and other workspaces are left alone", async () => {
  const owner = await h.person({ role: "owner" });
  const stranger = await h.person({ role: "owner" });
  const twin = await h.twin();
  expect((await twin.call("GET /api/me", { as: owner, headers: OUTSIDE })).status).toBe(200);
  expect((await allow(owner, ["198.51.100.0/24", "2001:db8::/32"])).body.ip_allowlist).toEqual([
    "198.51.100.0/24",
    "2001:db8::/32",
  ]);
  await twin.runtime.database.bus.catchUp();
  for (const server of [h, twin]) {
    for (const with_cookie of [true, false]) {
      const ask = async (headers: Record<string, string>) =>
        server.call("GET /api/me", { as: owner, with_cookie, headers });
      const refused = await ask(OUTSIDE);
      expect([refused.status, refused.body.code]).toEqual([403, "address_refused"]);
      expect((await ask(INSIDE)).status).toBe(200);
      expect((await ask(from("::ffff:198.51.100.7"))).status).toBe(200);
      expect((await ask(from("2001:db8::9"))).status).toBe(200);
    }
    expect((await server.call("GET /api/me", { as: stranger, headers: OUTSIDE })).status).toBe(200);
  }
  const json = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  expect((await h.call("POST /mcp", { as: owner, headers: OUTSIDE, json })).status).toBe(403);
  // What a client says of itself counts only behind a proxy that is trusted: the nearest hop is its own.
  expect((await h.call("GET /api/me", { as: owner, headers: from("198.51.100.7, 203.0.113.9") })).status).toBe(403);
});

test("pages show what is behind the list from within it alone, and lead whoever is signed out to sign in from everywhere", async () => {
  const owner = await h.person({ role: "owner" });
  const pages = [
    ...["/app", "/app/agents", "/app/settings/me/connections", "/app/settings/me/notifications"],
    ...["audit", "billing", "domains", "webhooks"].map((page) => `/app/settings/company/${page}`),
    "/auth/request-access/abc",
  ];
  await allow(owner, ["198.51.100.0/24"]);
  for (const page of pages) {
    const statusFrom = async (headers: Record<string, string>, more: object = { as: owner, with_cookie: true }) =>
      (await h.call(`GET ${page}`, { headers, ...more })).status;
    expect([page, await statusFrom(OUTSIDE), await statusFrom(OUTSIDE, {})]).toEqual([page, 403, 302]);
    expect([page, (await statusFrom(INSIDE)) < 400]).toEqual([page, true]);
  }
});

test("a list without the sender's own address is a 409 unless forced, and what is sent without a list checks none", async () => {
  const owner = await h.person({ role: "owner" });
  const refused = await allow(owner, ["192.0.2.0/24"]);
  expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining("198.51.100.7")]);
  expect((await h.call("GET /api/policy", { as: owner, headers: INSIDE })).body.ip_allowlist).toBeNull();
  expect((await allow(owner, ["192.0.2.0/24"], { force: true })).status).toBe(200);
  expect((await h.call("GET /api/policy", { as: owner, headers: INSIDE })).status).toBe(403);
  expect((await allow(owner, null, {}, from("192.0.2.1"))).status).toBe(200);
  expect((await h.call("GET /api/policy", { as: owner, headers: INSIDE })).status).toBe(200);
});

test("on the content host the list is for what is open to the workspace's people; a link is read from everywhere", async () => {
  const owner = await h.person({ role: "owner" });
  const publish = async (json: object) =>
    (await h.call("POST /api/docs", { as: owner, headers: INSIDE, json: { html: "<p>a</p>", ...json } })).body.slug;
  const [members, link, password] = [
    await publish({ visibility: "workspace" }),
    await publish({ visibility: "unlisted" }),
    await publish({ visibility: "password", password: "open sesame" }),
  ];
  await allow(owner, ["198.51.100.0/24"]);
  const status = async (slug: string, headers: Record<string, string>) =>
    (await h.open(`/d/${slug}/`, { headers })).status;
  for (const _round of ["first", "ready"]) {
    expect([await status(members, OUTSIDE), await status(members, INSIDE)]).toEqual([403, 302]);
    expect([await status(link, OUTSIDE), await status(link, INSIDE)]).toEqual([200, 200]);
    expect(await status(password, OUTSIDE)).toBe(401);
  }
});

test("an address that acts for who made it does so from within the list alone", async () => {
  const owner = await h.person({ role: "owner" });
  const send = (call: string, json: object) => h.call(call, { as: owner, headers: INSIDE, json });
  const { doc_id } = (await send("POST /api/docs", { html: "<p>for members</p>", visibility: "workspace" })).body;
  const { url } = (await send(`POST /api/docs/${doc_id}/download`, { path: "index.html" })).body;
  const download = new URL(url).pathname;
  const bundle = new URL((await send("POST /api/bundles", {})).body.url).pathname;
  const upload = new URL((await send("POST /api/uploads", { filename: "a.txt" })).body.upload_url).pathname;
  await allow(owner, ["198.51.100.0/24"]);
  const statusesFrom = async (headers: Record<string, string>) => [
    (await h.open(download, { headers })).status,
    (await h.call(`GET ${bundle}`, { headers })).status,
    (await h.call(`PUT ${upload}`, { headers, body: "a" })).status,
  ];
  expect(await statusesFrom(OUTSIDE)).toEqual([403, 403, 403]);
  // What was refused was not taken: the one download is still there.
  expect(await statusesFrom(INSIDE)).toEqual([200, 200, 201]);
});

test("from outside of the list nobody is taken out of their workspace by an invite, nor lets a program act for them", async () => {
  const member = await h.person({ role: "member" });
  const owner = await h.person({ role: "owner", workspace_id: member.workspace_id });
  await h.call("POST /api/docs", { as: member, headers: INSIDE, json: { html: "<p>ours</p>" } });
  await allow(owner, ["198.51.100.0/24"]);
  const host = await h.person({ role: "owner" });
  const { url } = (await h.call("POST /api/invites", { as: host, json: { email: member.email } })).body;
  const token = new URL(url).pathname.split("/").at(-1);
  const redirect_uri = "http://127.0.0.1:4567/callback";
  const registered = await h.call("POST /oauth/register", { json: { redirect_uris: [redirect_uri] } });
  const asked = new URLSearchParams({
    ...{ client_id: registered.body.client_id, redirect_uri, response_type: "code" },
    ...{ code_challenge: "x".repeat(43), code_challenge_method: "S256" },
  });
  const origin = h.base_url;
  const statusesFrom = async (headers: Record<string, string>) => {
    const statuses: number[] = [];
    for (const [call, more] of [
      [`GET /oauth/authorize?${asked}`, {}],
      [`GET /u/invite/${token}`, {}],
      [`POST /auth/invite/${token}`, { origin }],
    ] as const) {
      const sent = { accept: "text/html", ...headers, ...more };
      statuses.push((await h.call(call, { as: member, with_cookie: true, headers: sent })).status);
    }
    return statuses;
  };
  expect(await statusesFrom(OUTSIDE)).toEqual([403, 403, 403]);
  expect(await statusesFrom(INSIDE)).toEqual([200, 200, 303]);
});
