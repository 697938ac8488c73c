// What Postgres refuses for lack of resources, or because it may not write:
// a 503 with the way out, told by the probe, over by itself.
import { expect, test } from "bun:test";
import { operationFor, type Plugin, SECOND_MS, signedIn, t } from "../../kernel/plugin.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { callTool } from "../harness/scenario.ts";
import { until } from "../harness/until.ts";

const operation = operationFor<never, never>();

const fail = operation({
  id: "failer.fail",
  route: "POST /api/toy/fail",
  tool: { name: "toy_fail", wording: "Fail in the database." },
  summary: "Fail in the database",
  body: t.Object({ code: t.String({ minLength: 5, maxLength: 5, description: "With which SQLSTATE." }) }),
  output: t.Object({ failed: t.Boolean() }),
  permit: signedIn(),
  opens: null,
  audit: "failer.fail",
  run: async ({ sql, actor, note }, { body }) => {
    note("failer.fail", { target_type: "user", target_id: actor.user_id });
    if (body.code !== "00000")
      await sql.unsafe(`do $$ begin raise exception 'no' using errcode = '${body.code}'; end $$`);
    return { failed: false };
  },
});

const failer: Plugin = { name: "failer", operations: [fail] };
const entry = { purpose: "Fails.", needs: [], toolset: "docs", editions: ["community"] } as const;
const h = await openHarness({ extra: [{ plugin: failer, entry }] });
const as = await h.person();
await h.runtime.jobs.runDue();

/** The probe's answer stands for a moment, and what a request met is told of for some seconds. */
async function untilReady(isReady: boolean): Promise<void> {
  await until(async () => {
    h.clock.advance(3 * SECOND_MS);
    const { status, body } = await h.call("GET /readyz");
    return body.checks.db.ok === isReady && (isReady || status === 503);
  });
}

const SHORTAGES: Record<string, string> = {
  "53000": "raise its limits",
  "53100": "free space there",
  "53200": "no memory left",
  "53400": "raise its limits",
  "57000": "raise its limits",
  "58000": "mend it",
  "58030": "mend it",
  "25006": "it is read-only",
};

for (const [code, words] of Object.entries(SHORTAGES)) {
  test(`SQLSTATE ${code} is a 503 in words, by REST and as a tool, shows in /readyz, and leaves nothing behind`, async () => {
    const before = (await h.audit()).length;
    const answer = await h.call("POST /api/toy/fail", { as, json: { code } });
    expect(answer).toMatchObject({ status: 503, body: { code: "unavailable" } });
    expect(answer.body.error).toContain(words);
    expect(answer.body.error).toContain("try again");
    const told = await callTool(h, as, { name: "toy_fail", arguments: { code } });
    expect(JSON.stringify(told)).toContain(words);
    h.clock.advance(3 * SECOND_MS);
    const probe = await h.call("GET /readyz");
    expect(probe).toMatchObject({ status: 503, body: { status: "degraded" } });
    expect(probe.body.checks.db).toMatchObject({ ok: false, detail: expect.stringContaining(words) });
    expect((await h.audit()).length).toBe(before);
    expect((await h.call("POST /api/toy/fail", { as, json: { code: "00000" } })).status).toBe(200);
  });
}

test("what is a fault of ours stays one", async () => {
  for (const code of ["42501", "42883", "XX000", "22012", "58P01", "54000"]) {
    expect((await h.call("POST /api/toy/fail", { as, json: { code } })).status).toBe(500);
  }
});

/** As a provider does with a full database: sessions that begin under it keep to it, and those from before do not. */
async function makeReadOnly(isReadOnly: boolean): Promise<void> {
  const { sql } = h.runtime.database;
  await h.runtime.database.withTransaction(async (own) => {
    await own`set transaction read write`;
    const [row] = await own<{ name: string }[]>`select current_database() as name`;
    await own.unsafe(`alter database ${row?.name} set default_transaction_read_only = ${isReadOnly}`);
  });
  if (!isReadOnly) return;
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
  await sql`select pg_terminate_backend(pg_backend_pid())`.catch(() => {});
}

function publish(of: Person): Promise<{ status: number; error: string; doc_id: string }> {
  return h
    .call("POST /api/docs", { as: of, json: { html: "<p>x</p>" } })
    .then(({ status, body }) => ({ status, error: String(body.error), doc_id: String(body.doc_id) }));
}

test("a database that is read-only refuses writes with 503 and the way out, is read on, and takes them again by itself", async () => {
  const there = await publish(as);
  expect(there.status).toBe(201);
  await makeReadOnly(true);
  const statuses: number[] = [];
  await until(async () => {
    const { status, error } = await publish(as);
    statuses.push(status);
    return error.includes("name the one that takes them in DATABASE_URL");
  });
  expect(statuses.filter((status) => status !== 503)).toEqual([]);
  expect((await h.call(`GET /api/docs/${there.doc_id}/files/index.html`, { as })).status).toBe(200);
  await untilReady(false);
  await makeReadOnly(false);
  await until(async () => (await publish(as)).status === 201);
  await untilReady(true);
});
