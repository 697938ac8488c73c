// Throttles of sign-in: by address of the caller, and by address of the mail.
import { expect, test } from "bun:test";
import { openSigninServer } from "./signin_server.ts";

const server = await openSigninServer({
  QUOTA_LOGIN_MAIL: "1000",
  QUOTA_LOGIN_MAIL_TOTAL: "1000",
  QUOTA_LOGIN_MAIL_DAY: "1000",
  QUOTA_LOGIN_MAIL_TOTAL_DAY: "1000",
});
const strict = await openSigninServer({ TRUSTED_PROXIES: "127.0.0.1", QUOTA_LOGIN: "1000" });

const { limit: TRIES, window_seconds } = server.runtime.quotas.entry("login");

test("sign-in answers 429 after so many tries in 10 minutes, as a page for a browser and as detail for a script", async () => {
  for (let count = 0; count < TRIES; count++) {
    expect((await server.visitor().submit("/auth/login", { email: "nobody@example.com" })).status).toBe(200);
  }
  const page = await server.visitor().submit("/auth/login", { email: "nobody@example.com" });
  expect(page.status).toBe(429);
  expect(page.headers.get("content-type")).toContain("text/html");
  expect(page.headers.has("retry-after")).toBe(false);
  const script = await server
    .visitor()
    .submit("/auth/login", { email: "nobody@example.com" }, { accept: "application/json" });
  expect(script.status).toBe(429);
  expect(await script.json()).toMatchObject({ detail: "too many requests", retry_after: expect.any(Number) });
  server.clock.advance(window_seconds * 1000);
  expect((await server.visitor().submit("/auth/login", { email: "nobody@example.com" })).status).toBe(200);
});

/** Asks for a link from an address of the network, behind the one proxy that the server believes. */
function askFrom(address: string, email: string) {
  const headers = { "x-forwarded-for": address, accept: "application/json" };
  return strict.visitor().submit("/auth/login", { email }, headers);
}

/** How many of `count` such requests are let through. */
async function letThrough(count: number, address: (n: number) => string, email: string): Promise<number> {
  let passed = 0;
  for (let n = 0; n < count; n++) passed += (await askFrom(address(n), email)).status === 200 ? 1 : 0;
  return passed;
}

test("from one network an address gets 5 links in 15 minutes, whether it has an account or not, and then 429 as detail", async () => {
  for (const email of ["anna@example.com", "nobody@example.com"]) {
    expect(await letThrough(5, () => "203.0.113.7", email)).toBe(5);
    for (const [from, spelled] of [
      ["203.0.113.7", email.toUpperCase()],
      ["203.0.113.99", email],
      ["203.0.113.7", email.replace("@", "+tag@")],
    ] as const) {
      const refused = await askFrom(from, spelled);
      expect(refused.status).toBe(429);
      expect(await refused.json()).toMatchObject({ detail: "too many requests", retry_after: expect.any(Number) });
    }
  }
  expect(await strict.readMail()).toHaveLength(5);
});

test("whoever uses up an address's links from their own network keeps nobody else from signing in", async () => {
  strict.clock.advance(15 * 60_000);
  const email = "anna@example.com";
  expect(await letThrough(20, (n) => `2001:db8:1:${n}::1`, email)).toBe(5);
  expect(await letThrough(20, (n) => `198.51.100.${n}`, email)).toBe(5);
  expect((await askFrom("192.0.2.1", email)).status).toBe(200);
  expect((await askFrom("2001:db8:2::1", email)).status).toBe(200);
});

test("50 links in 15 minutes are the most for one mailbox, from however many networks", async () => {
  strict.clock.advance(15 * 60_000);
  for (const email of ["anna@example.com", "nobody@example.com"]) {
    expect(await letThrough(55, (n) => `10.${n}.0.1`, email)).toBe(50);
    const refused = await askFrom("10.99.0.1", email);
    expect([refused.status, await refused.json()]).toMatchObject([
      429,
      { detail: "too many requests", retry_after: 900 },
    ]);
  }
});

test("in a day an address gets 20 links from one network and 200 from all, whether it has an account or not", async () => {
  strict.clock.advance(24 * 3_600_000);
  for (const email of ["anna@example.com", "nobody@example.com"]) {
    let passed = 0;
    for (let quarter = 0; quarter < 20; quarter++) {
      passed += await letThrough(1 + (quarter % 5), () => "203.0.113.7", email);
      strict.clock.advance(15 * 60_000);
    }
    expect(passed).toBe(20);
    // Who asks from elsewhere still gets theirs.
    expect((await askFrom("198.51.100.7", email)).status).toBe(200);
    for (let quarter = 0; quarter < 6; quarter++) {
      passed += await letThrough(45, (n) => `10.${n}.${quarter}.1`, email);
      strict.clock.advance(15 * 60_000);
    }
    expect(passed + 1).toBe(200);
    strict.clock.advance(24 * 3_600_000);
    expect((await askFrom("203.0.113.7", email)).status).toBe(200);
  }
});
