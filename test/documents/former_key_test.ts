// A procedure from before, which takes no key ahead, remembers its answer all the same:
// for the moment of an upgrade in which it stands beside today's.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";

const h = await openHarness();

test("an audit row that comes with an answer keeps it where nobody did, once", async () => {
  const { user_id, workspace_id } = await h.person();
  const created_at = h.clock.now().toISOString();
  const remembered = {
    ...{ workspace_id, user_id, idempotency_key: "of-before", request_sha256: "00", status: 201, answer: { id: 1 } },
    ...{ created_at, oldest: new Date(0).toISOString() },
  };
  const noted = JSON.stringify({ rows: [], heard: [], remembered });
  const { sql, withTransaction } = h.runtime.database;
  const kept = () => sql`select status from remembered_answers where user_id = ${user_id}`;
  await sql`select write_audit(${noted}::text::jsonb)`;
  expect(await kept()).toMatchObject([{ status: 201 }]);
  await expect((async () => sql`select write_audit(${noted}::text::jsonb)`)()).rejects.toMatchObject({ code: "ZK002" });
  await sql`delete from remembered_answers where user_id = ${user_id}`;
  await withTransaction(async (held) => {
    await held`select remember_answer(${noted}::text::jsonb)`;
    await held`select write_audit(${noted}::text::jsonb)`;
  });
  expect(await kept()).toMatchObject([{ status: 201 }]);
});
