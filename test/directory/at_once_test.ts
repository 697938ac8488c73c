// What takes rights away is answered when this server has forgotten them, however late its messages come.
import { expect, test } from "bun:test";
import { setPlan } from "../../kernel/plugin.ts";
import { throughRelay } from "../harness/bus_relay.ts";
import { until } from "../harness/until.ts";
import { openFollowed } from "./followed.ts";

const between = throughRelay();
const { h, workspace } = await openFollowed({ reach: between.reach });
const LATE_MS = 50;
between.relay().slow(LATE_MS);

test("access through a directory's groups ends with the answer that disconnects it", async () => {
  const { owner, ann, opens } = await workspace("google");
  await until(async () => (await opens(ann)) === 200);
  expect((await h.call("DELETE /api/directory/google", { as: owner })).status).toBe(200);
  expect(await opens(ann)).toBe(404);
});

test("access through a directory's group ends with the answer that deletes the group", async () => {
  const { owner, ann, taken, opens } = await workspace("microsoft");
  await until(async () => (await opens(ann)) === 200);
  expect((await h.call(`DELETE /api/groups/${taken.id}`, { as: owner })).status).toBeLessThan(300);
  expect(await opens(ann)).toBe(404);
});

test("a plan that is lower holds as soon as its transaction has ended", async () => {
  const owner = await h.person();
  const put = () => h.call("PUT /api/policy", { as: owner, json: { secret_scan: "warn" } });
  expect((await put()).status).toBe(200);
  await h.runtime.database.withTransaction((sql) => setPlan(sql, owner.workspace_id, "free"));
  expect((await put()).status).toBe(402);
});
