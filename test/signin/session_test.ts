// Signing out, here and everywhere.
import { expect, test } from "bun:test";
import { SESSION_COOKIE } from "../../kernel/host.ts";
import { DAY_MS } from "../../kernel/plugin.ts";
import { openSigninServer, sessionOf } from "./signin_server.ts";

const runtime = await openSigninServer();

test("logout clears the cookie: a redirect for a browser, 204 for a script, also without a session", async () => {
  const anna = runtime.signedIn(runtime.anna);
  expect(await sessionOf(anna)).toBe("anna@example.com");
  const done = await anna.submit("/auth/logout");
  expect(done.status).toBe(303);
  expect(done.headers.get("location")).toBe("/auth/login");
  expect(await sessionOf(anna)).toBeNull();
  expect(await runtime.actions()).toEqual(["login.out"]);
  const script = await runtime.visitor().submit("/auth/logout", {}, { accept: "*/*" });
  expect(script.status).toBe(204);
  expect(script.headers.getSetCookie().join()).toContain(`${SESSION_COOKIE}=; Path=/; Max-Age=0`);
  expect(await runtime.actions()).toEqual(["login.out"]);
});

test("logout everywhere ends every session at once and leaves tokens alone", async () => {
  const [here, there] = [runtime.signedIn(runtime.anna), runtime.signedIn(runtime.anna)];
  const bearer = { authorization: `Bearer ${await runtime.mint(runtime.anna)}` };
  expect(await sessionOf(there)).toBe("anna@example.com");
  const done = await here.submit("/auth/logout-all", {}, { accept: "application/json" });
  expect(done.status).toBe(200);
  expect(await done.json()).toEqual({ signed_out: true });
  expect((await there.open("/api/me")).status).toBe(401);
  expect((await runtime.visitor().open("/api/me", bearer)).status).toBe(200);
  expect((await runtime.actions()).at(-1)).toBe("login.out_all");
});

test("a browser's form signs out everywhere and leads to the sign-in page", async () => {
  const visitor = runtime.signedIn(await runtime.addPerson("ole@example.com", "member"));
  const done = await visitor.submit("/auth/logout-all");
  expect([done.status, done.headers.get("location")]).toEqual([303, "/auth/login"]);
  expect((await visitor.open("/api/me")).status).toBe(401);
});

test("logout everywhere refuses a token with 403 and nobody with 401, and ends nothing", async () => {
  const person = await runtime.addPerson("nils@example.com", "member");
  const before = await runtime.actions();
  const bearer = { authorization: `Bearer ${await runtime.mint(person)}`, accept: "application/json" };
  const refused = await runtime.visitor().submit("/auth/logout-all", {}, bearer);
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ error: expect.stringContaining("sign out everywhere") });
  expect((await runtime.visitor().submit("/auth/logout-all")).status).toBe(401);
  expect(await sessionOf(runtime.signedIn(person))).toBe("nils@example.com");
  expect(await runtime.actions()).toEqual(before);
});

test("a cookie that is forged or older than 90 days is a 401", async () => {
  const nils = await runtime.addPerson("nina@example.com", "member");
  const visitor = runtime.signedIn(nils);
  const jar = visitor.cookies.get("localhost:3000");
  const value = jar?.get(SESSION_COOKIE) ?? "";
  jar?.set(SESSION_COOKIE, `${value.slice(0, -2)}xx`);
  expect((await visitor.open("/api/me")).status).toBe(401);
  jar?.set(SESSION_COOKIE, value);
  expect((await visitor.open("/api/me")).status).toBe(200);
  runtime.clock.advance(90 * DAY_MS);
  expect((await visitor.open("/api/me")).status).toBe(401);
});
