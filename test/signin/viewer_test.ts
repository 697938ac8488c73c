// The handoff to the content host: one code, one browser, one document, 60 seconds, and not a word about the document.
import { expect, test } from "bun:test";
import { HOUR_MS, later, SECOND_MS } from "../../kernel/plugin.ts";
import { issueViewerCookie, readViewerCookie, redeemHandoff, requestHandoff } from "../../kernel/ports/auth.ts";
import { openSigninServer } from "./signin_server.ts";

const server = await openSigninServer();
const content_host = server.runtime.contentHosts.shared;

/** What the content host keeps in the browser and asks of the app host. */
function askOnContentHost(slug = "abc123") {
  const { nonce, cookie } = requestHandoff(new Headers());
  const headers = new Headers({ cookie: cookie.slice(0, cookie.indexOf(";")) });
  return { headers, address: `/viewer/authorize?slug=${slug}&path=${encodeURIComponent("a b/ü.html")}&nonce=${nonce}` };
}

function redeem(code: string, asked: { slug?: string; headers: Headers; seconds?: number }) {
  const { slug = "abc123", headers, seconds = 0 } = asked;
  const now = later(server.clock.now(), seconds * SECOND_MS);
  return redeemHandoff(
    { sql: server.sql, signer: server.runtime.signer },
    { ...{ code, slug, headers, now }, content_host },
  );
}

async function codeFor(address: string): Promise<string> {
  const answer = await server.signedIn(server.anna).open(address);
  expect(answer.status).toBe(302);
  const location = new URL(answer.headers.get("location") ?? "");
  expect(location.origin + location.pathname).toBe(`${server.runtime.config.content_url}/d/abc123/`);
  return location.searchParams.get("handoff") ?? "";
}

test("a signed-in reader comes back with a code that names them and the wanted path, once", async () => {
  const { headers, address } = askOnContentHost();
  const code = await codeFor(address);
  const since = server.clock.now().getTime();
  const session = expect.stringMatching(/^[\w-]{22}$/);
  expect(await redeem(code, { headers })).toEqual({
    user_id: server.anna,
    epoch: 0,
    session,
    since,
    host_key: "",
    path: "a b/ü.html",
    search: "",
  });
  expect(await redeem(code, { headers })).toBeNull();
});

test("a code is worthless in another browser, for another document, after 60 seconds, and when tampered with", async () => {
  const { headers, address } = askOnContentHost();
  const code = await codeFor(address);
  expect(await redeem(code, { headers: new Headers() })).toBeNull();
  expect(await redeem(code, { headers: askOnContentHost().headers })).toBeNull();
  expect(await redeem(code, { headers, slug: "other" })).toBeNull();
  expect(await redeem(`${code.slice(0, -1)}x`, { headers })).toBeNull();
  expect(await redeem("", { headers })).toBeNull();
  expect(await redeem(code, { headers, seconds: 60 })).toBeNull();
  expect(await redeem(code, { headers, seconds: 59 })).not.toBeNull();
});

test("two readers with one code at once: one gets in", async () => {
  const { headers, address } = askOnContentHost();
  const code = await codeFor(address);
  const results = await Promise.all([1, 2, 3, 4].map(() => redeem(code, { headers })));
  expect(results.filter((result) => result !== null)).toHaveLength(1);
});

test("two tabs share the browser's nonce, so that both come back", async () => {
  const first = askOnContentHost();
  const second = requestHandoff(first.headers);
  expect(first.address).toContain(second.nonce);
});

test("signed out, or with a token alone, the reader goes to sign in and returns here", async () => {
  const { address } = askOnContentHost();
  const bearer = { authorization: `Bearer ${await server.mint(server.anna)}` };
  const nothing: Record<string, string> = {};
  for (const headers of [nothing, bearer]) {
    const answer = await server.visitor().open(address, headers);
    expect(answer.status).toBe(302);
    const location = new URL(answer.headers.get("location") ?? "", server.runtime.config.base_url);
    expect(location.pathname).toBe("/auth/login");
    expect(location.searchParams.get("next")).toBe(address);
  }
});

test("a slug or nonce that is not ours is a 400, whatever it tries", async () => {
  const { address } = askOnContentHost();
  const anna = server.signedIn(server.anna);
  for (const slug of ["", "../x", "a/b", "a%2Fb", "a?b", "a#b", "a\\b", "@evil.example"]) {
    expect((await anna.open(address.replace("slug=abc123", `slug=${encodeURIComponent(slug)}`))).status).toBe(400);
  }
  for (const nonce of ["short", "a".repeat(44), `${"a".repeat(42)}!`]) {
    expect((await anna.open(`/viewer/authorize?slug=abc123&nonce=${nonce}`)).status).toBe(400);
  }
  expect((await anna.open("/viewer/authorize?slug=abc123")).status).toBe(422);
});

test("the viewer cookie names the person for 12 hours and no other ticket passes for one", () => {
  const { signer } = server.runtime;
  const now = server.clock.now();
  const claims = { user_id: server.anna, epoch: 3, session: "s", since: now.getTime(), host_key: "" };
  const cookie = issueViewerCookie(signer, claims, now);
  for (const part of ["__Host-", "HttpOnly", "Secure", "SameSite=Lax", "Max-Age=43200"]) expect(cookie).toContain(part);
  const headers = new Headers({ cookie: cookie.slice(0, cookie.indexOf(";")) });
  expect(readViewerCookie(signer, { headers, content_host }, later(now, 12 * HOUR_MS - 1))).toEqual(claims);
  expect(readViewerCookie(signer, { headers, content_host }, later(now, 12 * HOUR_MS))).toBeNull();
  const session = signer.sign("session", { u: server.anna, e: 0 }, null);
  const forged = new Headers({ cookie: `__Host-docsvc_viewer=${session}` });
  expect(readViewerCookie(signer, { headers: forged, content_host }, now)).toBeNull();
});
