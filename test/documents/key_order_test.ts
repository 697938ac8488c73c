// A write under an idempotency key takes the key before anything else, in one statement as in a transaction:
// twins wait for the key alone, and never for each other.
import { expect, test } from "bun:test";
import type { Sql } from "../../kernel/plugin.ts";
import { type Answer, openHarness, type Person } from "../harness/harness.ts";
import { until } from "../harness/until.ts";
import { publish } from "./published.ts";

const h = await openHarness();
const { sql, withTransaction } = h.runtime.database;

async function isWaited(): Promise<boolean> {
  const waiting = await sql`
    select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  return waiting.count > 0;
}

/** Sends a write under a key that somebody else has just taken, who then asks for what the write needs too, and gives everything up. */
async function sendBehind(
  as: Person,
  send: (key: string) => Promise<Answer>,
  need: (held: Sql) => PromiseLike<unknown>,
) {
  const key = crypto.randomUUID();
  const given_up = new Error("given up");
  const sent: Promise<Answer>[] = [];
  const holding = withTransaction(async (held) => {
    await held`
      insert into remembered_answers (workspace_id, user_id, idempotency_key, request_sha256, created_at)
      values (${as.workspace_id}, ${as.user_id}, ${key}, ${new Uint8Array(32)}, ${h.clock.now()})`;
    sent.push(send(key));
    await until(isWaited);
    // Sooner than Postgres looks for two that wait for each other, of whom it would end the other one.
    await held`set local lock_timeout = '500ms'`;
    await need(held);
    throw given_up;
  });
  await expect(holding).rejects.toBe(given_up);
  return sent[0];
}

test("who publishes into a new folder under a key that is taken keeps nobody else from the folder", async () => {
  const as = await h.person();
  const answer = await sendBehind(
    as,
    (idempotency_key) => h.call("POST /api/docs", { as, json: { html: "<p>one</p>", folder: "New", idempotency_key } }),
    (held) => held`select ensure_place(${as.workspace_id}, null, ${as.user_id}, 'New')`,
  );
  expect(answer?.status).toBe(201);
});

test("who writes a version under a key that is taken keeps nobody else from the document", async () => {
  const { as, doc } = await publish(h, { html: "<p>one</p>" });
  const answer = await sendBehind(
    as,
    (key) => write(as, doc.doc_id, { key, content: "<p>two</p>", base_version: 1 }),
    (held) => held`select from documents where doc_id = ${doc.doc_id} for no key update`,
  );
  expect([answer?.status, answer?.body.version]).toEqual([200, 2]);
});

test("what was stale when it had its key leaves the key to be used again", async () => {
  const { as, doc } = await publish(h, { html: "<p>one</p>" });
  const keys: string[] = [];
  const answer = await sendBehind(
    as,
    (key) => write(as, doc.doc_id, { key: keys[keys.push(key) - 1], content: "<p>three</p>", base_version: 1 }),
    () => write(as, doc.doc_id, { content: "<p>two</p>", base_version: 1 }),
  );
  expect(answer?.status).toBe(409);
  const again = await write(as, doc.doc_id, { key: keys[0], content: "<p>three</p>", base_version: 2 });
  expect([again.status, again.body.version]).toEqual([200, 3]);
});

function write(as: Person, doc_id: string, { key, ...json }: { key?: string; content: string; base_version: number }) {
  const headers: Record<string, string> = key === undefined ? {} : { "idempotency-key": key };
  return h.call(`PUT /api/docs/${doc_id}/files/index.html`, { as, json, headers });
}
