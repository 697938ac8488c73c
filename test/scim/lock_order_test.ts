// Somebody who is writing while their provider switches them off:
// one waits for the other, and Postgres has no deadlock to end.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { until } from "../harness/until.ts";
import { openProvider } from "./provider.ts";

const h = await openHarness();
const { sql } = h.runtime.database;

async function waiting(): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  return row?.count ?? 0;
}

async function deadlocks(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`;
  const [row] = await sql<{ count: number }[]>`
    select deadlocks::int as count from pg_stat_database where datname = current_database()`;
  return row?.count ?? 0;
}

test.each(["DELETE", "PATCH"] as const)(
  "an admin who invites is switched off by %s without a deadlock",
  async (how) => {
    const provider = await openProvider(h);
    const { workspace_id } = provider.owner;
    const admin = await h.person({ role: "admin", workspace_id });
    const found = await provider.send(`GET /Users?filter=${encodeURIComponent(`userName eq "${admin.email}"`)}`);
    const user = `/Users/${found.body.Resources[0].id}`;
    const off = {
      schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
      Operations: [{ op: "replace", path: "active", value: false }],
    };
    const before = await deadlocks();
    const [ended, invited] = await h.runtime.database
      .withTransaction(async (held) => {
        await held`select from workspaces where workspace_id = ${workspace_id} for no key update`;
        const ending = how === "DELETE" ? provider.send(`DELETE ${user}`) : provider.send(`PATCH ${user}`, off);
        await until(async () => (await waiting()) >= 1);
        const inviting = h.call("POST /api/invites", { as: admin, json: { email: "ann@example.net", role: "member" } });
        await until(async () => (await waiting()) >= 2);
        return [ending, inviting];
      })
      .then((sent) => Promise.all(sent));
    expect(ended?.status).toBeLessThan(300);
    expect([201, 401]).toContain(invited?.status ?? 0);
    expect(await deadlocks()).toBe(before);
  },
);
