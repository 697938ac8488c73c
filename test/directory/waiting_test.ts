// What a token sets of a directory waits until an owner confirms it in a session:
// its connection, and that only its people join.
import { expect, test } from "bun:test";
import type { Person } from "../harness/harness.ts";
import { openFollowed } from "./followed.ts";

const { company, h, connect, read } = await openFollowed();
const { sql } = h.runtime.database;

async function decide(as: Person, decision: "confirm" | "discard"): Promise<number> {
  const [row] = await sql<{ setting_id: number }[]>`
    select setting_id from waiting_settings where workspace_id = ${as.workspace_id}`;
  const headers = { origin: h.base_url, "content-type": "application/x-www-form-urlencoded" };
  const path = `POST /auth/confirmations/${row?.setting_id}`;
  return (await h.call(path, { as, with_cookie: true, headers, body: `decision=${decision}` })).status;
}

const wants = (as: Person, directory_only: boolean, with_cookie = false) =>
  h.call("PUT /api/directory/google/policy", { as, with_cookie, json: { directory_only } });

test("a consent that a token began connects nothing, whoever follows it, until an owner confirms it", async () => {
  const owner = await h.person({ role: "owner" });
  const { body } = await h.call("POST /api/directory/google/connect", { as: owner });
  const back = await h.call(`GET /auth/directory/callback?${company.consent(body.url)}`, {
    as: owner,
    with_cookie: true,
  });
  expect([back.status, back.body]).toEqual([200, expect.stringContaining("waits for an owner")]);
  expect(await read(owner, "google")).toMatchObject({
    connected: false,
    waiting: [{ what: "connection", set_by: owner.email }],
  });
  expect((await h.call("GET /api/directory/google/groups", { as: owner })).status).toBe(409);
  expect(await decide(owner, "confirm")).toBe(303);
  expect(await read(owner, "google")).toMatchObject({ connected: true, waiting: [] });
  expect((await h.call("GET /api/directory/google/groups", { as: owner })).status).toBe(200);
  expect((await h.call("DELETE /api/directory/google", { as: owner })).status).toBe(200);
  expect((await h.audit()).map(({ action }) => action)).toContain("sign_in_setting.end");
});

test("that only its people join waits where a token asks for it, and ends at once, told to the owners", async () => {
  const owner = await h.person({ role: "owner" });
  await connect(owner, "google");
  expect((await wants(owner, true)).body).toMatchObject({
    directory_only: false,
    waiting: [{ what: "directory_only" }],
  });
  expect((await h.call("POST /api/invites", { as: owner, json: { email: "stranger@other.test" } })).status).toBe(201);
  expect(await decide(owner, "confirm")).toBe(303);
  expect((await read(owner, "google")).directory_only).toBe(true);
  expect((await h.call("POST /api/invites", { as: owner, json: { email: "second@other.test" } })).status).toBe(403);
  expect((await wants(owner, false)).body).toMatchObject({ directory_only: false, waiting: [] });
  const ended = (await h.audit()).filter(({ action }) => action === "sign_in_setting.end");
  expect(ended.at(-1)?.meta["setting"]).toContain("join any more");
});
