// Throttles of sign-in: by address of the caller, and by address of the mail.
import { expect, test } from "bun:test";
import { openSigninHouse } from "./signin_house.ts";

const house = await openSigninHouse({ QUOTA_LOGIN_MAIL: "1000" });
const strict = await openSigninHouse();

test("sign-in answers 429 after 20 tries a minute, as a page for a browser and as detail for a script", async () => {
  for (let count = 0; count < 20; count++) {
    expect((await house.visitor().submit("/auth/login", { email: "nobody@example.com" })).status).toBe(200);
  }
  const page = await house.visitor().submit("/auth/login", { email: "nobody@example.com" });
  expect(page.status).toBe(429);
  expect(page.headers.get("content-type")).toContain("text/html");
  expect(page.headers.has("retry-after")).toBe(false);
  const script = await house
    .visitor()
    .submit("/auth/login", { email: "nobody@example.com" }, { accept: "application/json" });
  expect(script.status).toBe(429);
  expect(await script.json()).toMatchObject({ detail: "too many requests", retry_after: expect.any(Number) });
  house.clock.advance(60_000);
  expect((await house.visitor().submit("/auth/login", { email: "nobody@example.com" })).status).toBe(200);
});

test("one mail address gets 5 links in 15 minutes, whether it has an account or not, and then 429 as detail", async () => {
  for (const email of ["anna@example.com", "nobody@example.com"]) {
    for (let count = 0; count < 5; count++) await strict.visitor().submit("/auth/login", { email });
    const shouted = email.toUpperCase();
    const refused = await strict.visitor().submit("/auth/login", { email: shouted }, { accept: "application/json" });
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ detail: "too many requests" });
  }
  expect(await strict.readMail()).toHaveLength(5);
});
