// The page for whatever is not there: the same whatever was asked for, with a way to sign in for whom nobody knows.
import { expect, test } from "bun:test";
import { missingPage } from "./missing.ts";

const stranger = {
  is_known: false,
  sign_in: "/viewer/sign-in?to=%2Fw%2Fa%3Fversion%3D1",
  origin: "https://docs.example",
};

test("a stranger is offered to sign in and come back to the address, whoever is known is not", async () => {
  const page = await missingPage(stranger).text();
  expect(page).toContain(`<a class="button" href="${stranger.sign_in}" rel="nofollow">Sign in to look again</a>`);
  expect(await missingPage({ ...stranger, is_known: true }).text()).not.toContain("sign-in");
});

test("it says of the address no more than that, and of two addresses the same", async () => {
  const other = { ...stranger, sign_in: "/viewer/sign-in?to=%2Fw%2Fother" };
  const [one, two] = await Promise.all([missingPage(stranger).text(), missingPage(other).text()]);
  expect(one.replace(stranger.sign_in, "")).toBe(two.replace(other.sign_in, ""));
});

test("what stands in the address cannot become markup", async () => {
  const page = await missingPage({ ...stranger, sign_in: `/viewer/sign-in?to="><script>alert(1)</script>` }).text();
  expect(page).not.toContain("<script>");
});

test("nobody keeps it: no cache, no crawler, no other site", () => {
  const { status, headers } = missingPage(stranger);
  expect(status).toBe(404);
  expect(headers.get("cache-control")).toBe("private, no-store");
  expect(headers.get("x-robots-tag")).toBe("noindex, nofollow");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(headers.get("vary")).toBe("accept, cookie");
});
