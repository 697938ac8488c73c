// Callers who hang up: what was read for them ends in the database, and nothing of anybody else's does.
import { expect, test } from "bun:test";
import { operationFor, type Plugin, signedIn, t } from "../../kernel/plugin.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { until } from "../harness/until.ts";

const operation = operationFor<never, never>();

/** A list whose statement takes as long as the test holds its lock. */
const list = operation({
  id: "waiter.list",
  route: "GET /api/toy/list",
  effect: "read",
  summary: "List what waits",
  output: t.Object({ rows: t.Integer() }),
  permit: signedIn(),
  run: async ({ sql }) => {
    const rows = await sql`select pg_advisory_xact_lock_shared(${LOCK}), 'toy list' as name`;
    return { rows: rows.length };
  },
});

/** A write that waits for the same lock. */
const write = operation({
  id: "waiter.write",
  route: "POST /api/toy/write",
  summary: "Write what waits",
  body: t.Object({}),
  output: t.Object({ is_written: t.Boolean() }),
  permit: signedIn(),
  opens: null,
  audit: "waiter.write",
  run: async ({ sql, actor, note }) => {
    note("waiter.write", { target_type: "user", target_id: actor.user_id });
    await sql`select pg_advisory_xact_lock_shared(${LOCK}), 'toy write' as name`;
    return { is_written: true };
  },
});

const LOCK = 733_001;
const waiter: Plugin = { name: "waiter", operations: [list, write] };
const entry = { purpose: "Waits.", needs: [], toolset: "docs", editions: ["community"] } as const;
const h = await openHarness({ extra: [{ plugin: waiter, entry }] });
const { database } = h.runtime;

/** Statements of a kind that Postgres works at, or holds in a wait. */
async function active(name: string): Promise<number> {
  const [row] = await database.pipelinedSql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where state = 'active' and query like ${`%'${name}'%`} and datname = current_database() and pid <> pg_backend_pid()`;
  return row?.count ?? 0;
}

/** Runs `work` while the lock is held. */
async function whileHeld(work: () => Promise<void>): Promise<void> {
  await database.withTransaction(async (sql) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`;
    await work();
  });
}

function ask(as: Person, signal?: AbortSignal): Promise<Response> {
  const headers = { host: new URL(h.base_url).host, authorization: `Bearer ${as.token}` };
  return h.fetch(new Request(`${h.base_url}/api/toy/list`, { headers, ...(signal && { signal }) }));
}

test("of 32 callers who hang up no statement is left, those who wait behind them among them, and others are answered", async () => {
  const as = await h.person();
  const colleague = await h.person({ workspace_id: as.workspace_id });
  const other = await h.person();
  await whileHeld(async () => {
    const gone = new AbortController();
    const asked = Array.from({ length: 32 }, () => ask(as, gone.signal));
    await until(async () => (await active("toy list")) > 0);
    // Nobody has gone yet.
    expect((await h.call("GET /api/roots", { as: other })).status).toBe(200);
    expect((await h.call("GET /api/roots", { as: colleague })).status).toBe(200);
    gone.abort();
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([503]));
    expect(await active("toy list")).toBe(0);
    expect((await h.call("GET /api/roots", { as })).status).toBe(200);
  });
  expect((await ask(as)).status).toBe(200);
});

test("33 patient readers of one workspace leave sessions to another, and each is answered in the end", async () => {
  const as = await h.person();
  const other = await h.person();
  let asked: Promise<Response>[] = [];
  await whileHeld(async () => {
    asked = [ask(as)];
    await until(async () => (await active("toy list")) === 1);
    for (let count = 0; count < 32; count++) asked.push(ask(as));
    for (let count = 0; count < 8; count++) expect((await h.call("GET /api/roots", { as: other })).status).toBe(200);
    expect(await active("toy list")).toBeLessThanOrEqual(3);
  });
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(asked.map(() => 200));
});

test("a write whose caller hangs up ends as it would, with its audit row", async () => {
  const as = await h.person();
  const gone = new AbortController();
  let asked: Promise<Response> | null = null;
  await whileHeld(async () => {
    const headers = {
      host: new URL(h.base_url).host,
      authorization: `Bearer ${as.token}`,
      "content-type": "application/json",
    };
    const sent = { method: "POST", headers, body: "{}", signal: gone.signal };
    asked = h.fetch(new Request(`${h.base_url}/api/toy/write`, sent));
    await until(async () => (await active("toy write")) === 1);
    // The reads of somebody who goes at the same moment show when it was noticed.
    const read = ask(as, gone.signal);
    await until(async () => (await active("toy list")) === 1);
    gone.abort();
    expect((await read).status).toBe(503);
    expect(await active("toy write")).toBe(1);
  });
  await asked;
  const written = (await h.audit()).filter(({ action, actor }) => action === "waiter.write" && actor === as.email);
  expect(written).toHaveLength(1);
});
