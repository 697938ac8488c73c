// Another provider in the place of one that was enforced, where no test is asked for first.
import { expect, test } from "bun:test";
import { openSsoServer } from "./sso_server.ts";

const h = await openSsoServer({ SSO_TEST_FIRST: "false" });

test("another issuer under enforcement ends the sessions that the former let in, and the same one with another secret does not", async () => {
  const as = await h.company("berg.example");
  const member = await h.person({ role: "member", workspace_id: as.workspace_id, email: "mia@berg.example" });
  const put = async (issuer: string) => {
    const json = { issuer, client_id: "docs", client_secret: "a secret", domains: ["berg.example"], enforced: true };
    expect((await h.byHand("PUT /api/sso", as, json)).status).toBe(200);
    const [row] = await h.sql<{ epoch: number }[]>`select epoch from users where user_id = ${member.user_id}`;
    return row?.epoch;
  };
  expect(await put("https://one.example")).toBe(1);
  expect(await put("https://one.example/")).toBe(1);
  expect(await put("https://two.example")).toBe(2);
  expect((await h.call("GET /api/me", { as: member, with_cookie: true })).status).toBe(401);
  const enforced = (await h.audit()).filter((event) => event.action === "sso.enforce");
  expect(enforced.map((event) => event.meta["sessions_ended"])).toEqual([2, 2]);
});
