// The hash chain over the log: what it seals, and that every way of changing the database behind it is found and named.
import { expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";

const h = await openHarness();
const { sql } = h.runtime.database;
const MINUTE_MS = 60_000;

async function openLog(): Promise<{ owner: Person; ids: number[] }> {
  const owner = await h.person();
  for (const title of ["one", "two", "three"]) {
    await h.call("POST /api/docs", { as: owner, json: { html: title, title } });
    await seal();
  }
  // From here on no row can come late any more.
  h.clock.advance(20 * MINUTE_MS);
  await h.call("POST /api/docs", { as: owner, json: { html: "four", title: "four" } });
  await seal();
  const rows = await sql<{ event_id: number }[]>`
    select event_id from audit_events where workspace_id = ${owner.workspace_id} order by event_id`;
  return { owner, ids: rows.map((row) => row.event_id) };
}

/** As the jobs do, whose time comes a few seconds later. */
async function seal(): Promise<void> {
  h.clock.advance(6000);
  await h.runtime.jobs.runDue();
}

async function verify(as: Person, query = "") {
  const answer = await h.call(`GET /api/audit/verify${query}`, { as });
  expect(answer.status).toBe(200);
  return answer.body;
}

test("what is committed is sealed once, in every workspace, and an untouched log is found whole", async () => {
  const { owner } = await openLog();
  const other = await openLog();
  const report = await verify(owner);
  expect(report).toEqual({
    ok: true,
    seals: 4,
    rows: 4,
    faults: [],
    fault_count: 0,
    head: expect.stringMatching(/^4:[0-9a-f]{64}$/),
    sealed_at: expect.any(String),
    unsealed: { rows: 0, oldest_at: null },
    next_seal: null,
  });
  expect((await verify(other.owner)).ok).toBe(true);
  expect((await verify(owner, `?head=${report.head}`)).ok).toBe(true);
  await seal();
  expect((await verify(owner)).head).toBe(report.head);
  const [twice] = await sql`
    select event_id from audit_seals s, unnest(s.event_ids) as event_id group by event_id having count(*) > 1`;
  expect(twice).toBeUndefined();
});

test("rows of the last seconds are said to be unsealed", async () => {
  const { owner } = await openLog();
  await h.call("POST /api/docs", { as: owner, json: { html: "new", title: "new" } });
  const report = await verify(owner);
  expect(report).toMatchObject({ ok: true, rows: 4, unsealed: { rows: 1, oldest_at: h.clock.now().toISOString() } });
});

test("a row whose transaction commits behind later ones is sealed with the next", async () => {
  const { owner } = await openLog();
  const written = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();
  const late = h.runtime.database.withTransaction(async (transaction) => {
    await transaction`
      insert into audit_events (workspace_id, action, actor, target_type, target_id, created_at)
      values (${owner.workspace_id}, 'doc.edit', 'system', 'doc', 'late', ${h.clock.now()})`;
    written.resolve();
    await commit.promise;
  });
  await written.promise;
  await h.call("POST /api/docs", { as: owner, json: { html: "five", title: "five" } });
  await seal();
  expect((await verify(owner)).rows).toBe(5);
  commit.resolve();
  await late;
  await seal();
  expect(await verify(owner)).toMatchObject({ ok: true, rows: 6, unsealed: { rows: 0 } });
});

test("servers that seal at once make one chain", async () => {
  const twin = await h.twin();
  const owner = await h.person();
  await sql`
    insert into audit_events (workspace_id, action, actor, target_type, target_id, created_at)
    select ${owner.workspace_id}, 'doc.edit', 'system', 'doc', n::text, ${h.clock.now()} from generate_series(1, 5000) as n`;
  h.clock.advance(6 * MINUTE_MS);
  await Promise.all([h.runtime.jobs.runDue(), twin.runtime.jobs.runDue()]);
  expect(await verify(owner)).toMatchObject({ ok: true, rows: 5000, unsealed: { rows: 0 } });
});

/** What somebody with the database in hand does, and what names it. */
const TAMPERED: Record<
  string,
  (log: { owner: Person; ids: number[] }) => Promise<{ kind: string; event_id?: number; seal_no?: number }[]>
> = {
  "a row that is changed": async ({ ids: [, second = 0] }) => {
    await sql`update audit_events set actor = 'somebody@example.org' where event_id = ${second}`;
    return [{ kind: "row_changed", event_id: second, seal_no: 2 }];
  },
  "meta, address and time that are changed": async ({ ids: [one = 0, two = 0, three = 0] }) => {
    await sql`update audit_events set meta = meta || '{"title": "other"}' where event_id = ${one}`;
    await sql`update audit_events set ip = null where event_id = ${two}`;
    await sql`update audit_events set created_at = created_at + interval '1 microsecond' where event_id = ${three}`;
    return [one, two, three].map((event_id) => ({ kind: "row_changed", event_id }));
  },
  "a row that is removed": async ({ ids: [, , third = 0] }) => {
    await sql`delete from audit_events where event_id = ${third}`;
    return [{ kind: "row_removed", event_id: third, seal_no: 3 }];
  },
  "a row that is moved to another workspace": async ({ ids: [first = 0] }) => {
    await sql`update audit_events set workspace_id = 1 where event_id = ${first}`;
    return [{ kind: "row_removed", event_id: first }];
  },
  "two rows that change places": async ({ ids: [first = 0, second = 0] }) => {
    await sql`
      update audit_events one set target_id = other.target_id, meta = other.meta, created_at = other.created_at
      from audit_events other
      where (one.event_id, other.event_id) in ((${first}, ${second}), (${second}, ${first}))`;
    return [first, second].map((event_id) => ({ kind: "row_changed", event_id }));
  },
  "a row that another stands in for": async ({ ids: [first = 0, second = 0] }) => {
    await sql`delete from audit_events where event_id = ${second}`;
    await sql`
      insert into audit_events (event_id, workspace_id, action, actor, actor_user_id, target_type, target_id, meta, ip, created_at)
      overriding system value
      select ${second}, workspace_id, action, actor, actor_user_id, target_type, target_id, meta, ip, created_at
      from audit_events where event_id = ${first}`;
    return [{ kind: "row_changed", event_id: second }];
  },
  "a row and the hash that its seal has of it": async ({ owner, ids: [first = 0] }) => {
    await sql`delete from audit_events where event_id = ${first}`;
    await sql`
      update audit_seals set event_ids = '{}', row_hashes = '' where workspace_id = ${owner.workspace_id} and seal_no = 1`;
    return [{ kind: "seal_changed", seal_no: 1 }];
  },
  "a seal that is removed with its rows": async ({ owner, ids: [, second = 0] }) => {
    await sql`delete from audit_seals where workspace_id = ${owner.workspace_id} and seal_no = 2`;
    await sql`delete from audit_events where event_id = ${second}`;
    return [{ kind: "seal_removed", seal_no: 2 }];
  },
  "a seal that is made anew with a hash of its own": async ({ owner }) => {
    await sql`
      update audit_seals set hash = sha256(row_hashes) where workspace_id = ${owner.workspace_id} and seal_no = 2`;
    return [
      { kind: "seal_changed", seal_no: 2 },
      { kind: "seal_unlinked", seal_no: 3 },
    ];
  },
};

for (const [name, tamper] of Object.entries(TAMPERED)) {
  test(`${name} is found and named`, async () => {
    const log = await openLog();
    const wanted = await tamper(log);
    const report = await verify(log.owner);
    expect(report.ok).toBe(false);
    expect(report.faults).toMatchObject(wanted);
    expect(report.fault_count).toBe(report.faults.length);
  });
}

test("a row that is put among sealed ones under a free id is named", async () => {
  const { owner, ids } = await openLog();
  const [gap] = await sql<{ event_id: number }[]>`
    select g as event_id from generate_series(1, ${ids[2] ?? 0}::int) as g
    where not exists (select from audit_events where event_id = g) limit 1`;
  const free = gap?.event_id ?? -5;
  await sql`
    insert into audit_events (event_id, workspace_id, action, actor, target_type, target_id, created_at)
    overriding system value
    values (${free}, ${owner.workspace_id}, 'doc.edit', 'system', 'doc', 'never', ${h.clock.now()})`;
  await seal();
  const report = await verify(owner);
  expect(report.faults).toEqual([{ kind: "row_inserted", event_id: free, seal_no: null }]);
});

test("a chain whose end was cut off is whole in itself, and is found by a head that was noted", async () => {
  const { owner, ids } = await openLog();
  const { head } = await verify(owner);
  await sql`delete from audit_seals where workspace_id = ${owner.workspace_id} and seal_no = 4`;
  await sql`delete from audit_events where event_id = ${ids[3] ?? 0}`;
  expect((await verify(owner)).ok).toBe(true);
  expect((await verify(owner, `?head=${head}`)).faults).toEqual([{ kind: "head_missing", event_id: null, seal_no: 4 }]);
});

test("checking goes on where it stopped, is for owners and admins, and refuses what is no head", async () => {
  const { owner } = await openLog();
  expect(await verify(owner, "?after_seal=2")).toMatchObject({ ok: true, seals: 2, rows: 2 });
  const member = await h.person({ role: "member", workspace_id: owner.workspace_id });
  expect((await h.call("GET /api/audit/verify", { as: member })).status).toBe(403);
  const refused = await h.call("GET /api/audit/verify?head=nonsense", { as: owner });
  expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining('head "nonsense" is no head')]);
});
