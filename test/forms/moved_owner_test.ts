// An answer that waits while the owner of its form is moved out of the workspace:
// it is refused so that the page is loaded anew.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { until } from "../harness/until.ts";
import { formsOf } from "./made.ts";

const h = await openHarness();
const { makeDatabase, makeForm, ticket, send } = formsOf(h);
const { sql } = h.runtime.database;

async function waitingForTurns(): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted`;
  return row?.count ?? 0;
}

test("an answer that waited while the form's owner was moved is told that its ticket does not hold", async () => {
  const owner = await h.person({ role: "owner" });
  const member = await h.person({ role: "member", workspace_id: owner.workspace_id });
  const form = await makeForm({}, await makeDatabase({ as: member }));
  const token = await ticket(form);
  const [database] = await sql<{ document_id: number }[]>`
    select document_id from databases order by document_id desc limit 1`;
  let sent: ReturnType<typeof send> | undefined;
  await h.runtime.database.withTransaction(async (held) => {
    await held`select lock_database(${database?.document_id ?? 0})`;
    sent = send(form, { token, data: { name: "Ann" } });
    await until(async () => (await waitingForTurns()) === 1);
    const removed = await h.call(`DELETE /api/members/${member.user_id}`, { as: owner });
    expect(removed.status).toBe(200);
  });
  const answer = await sent;
  expect([answer?.status, answer?.body.code]).toEqual([403, "ticket_invalid"]);
});
