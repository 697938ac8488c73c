// Somebody writes into their database while they are taken along to another workspace:
// they are asked to come again, and what they write then goes there.
import { expect, test } from "bun:test";
import { awaitWritesOf } from "../../kernel/ports/auth.ts";
import { type Answer, openHarness, type Person } from "../harness/harness.ts";
import { until } from "../harness/until.ts";
import { databasesOf } from "./made.ts";

const h = await openHarness();
const { makeDatabase } = databasesOf(h);

/** How many transactions wait for the person's writes to end, or for their move. */
async function waitingFor({ user_id }: Person): Promise<number> {
  const [row] = await h.runtime.database.sql<{ count: number }[]>`
    select count(*)::int as count from pg_locks
    where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32) + objid::bigint = hashtextextended('standing:' || ${user_id}::bigint, 0)`;
  return row?.count ?? 0;
}

test.each(["Orders", "Others"])(
  'a table "%s" that is made while its owner is moved is a 401 that says to come again, also where the name is taken',
  async (name) => {
    const owner = await h.person({ role: "owner" });
    const member = await h.person({ role: "member", workspace_id: owner.workspace_id });
    const { at } = await makeDatabase({ as: member });
    const make = () =>
      h.call(`POST ${at}/tables`, { as: member, json: { name, fields: [{ key: "a", type: "text" }] } });
    const queued: Promise<Answer>[] = [];
    await h.runtime.database.withTransaction(async (sql) => {
      await awaitWritesOf(sql, member.user_id);
      for (const ask of [() => h.call(`DELETE /api/members/${member.user_id}`, { as: owner }), make]) {
        queued.push(ask());
        await until(async () => (await waitingFor(member)) === queued.length);
      }
    });
    const [removed, refused] = await Promise.all(queued);
    expect(removed?.status).toBe(200);
    expect([refused?.status, refused?.body.detail]).toEqual([401, "authentication lost; retry the request"]);
    expect((await make()).status).toBe(name === "Orders" ? 409 : 201);
  },
);
