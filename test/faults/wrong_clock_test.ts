// A clock that was ahead or behind for days and is right again:
// what it wrote comes right by itself, and nothing that is due is lost.
import { beforeEach, describe, expect, test } from "bun:test";
import { DAY_MS, enqueue, HOUR_MS, later, MINUTE_MS, SECOND_MS } from "../../kernel/plugin.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { made } from "../permission/stage.ts";

const h = await openHarness();
const { sql } = h.runtime.database;
const START = h.clock.now();
const AHEAD_MS = 33 * DAY_MS;

beforeEach(() => h.clock.set(START));

async function work(rounds = 3): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await h.runtime.relay.relayAll();
    await h.runtime.jobs.runDue();
  }
}

/** Days ahead and back, with all that is done meanwhile. */
async function wander(during: () => Promise<unknown> = async () => {}): Promise<void> {
  h.clock.advance(AHEAD_MS);
  await work();
  await during();
  h.clock.advance(-AHEAD_MS);
  await work();
}

const publish = (as: Person, json: object = {}) =>
  made(h.call("POST /api/docs", { as, json: { html: "<p>one</p>", ...json } }));

describe("recurring jobs", () => {
  const recurring = () =>
    sql<{ kind: string; due_at: Date; wanted_at: Date }[]>`
      select kind, due_at, wanted_at from jobs where dedupe_key like 'every:%' and failed_at is null order by kind`;

  test("run within their period after a clock was ahead for days, while the server goes on", async () => {
    await work();
    const kinds = (await recurring()).map((row) => row.kind);
    expect(kinds.length).toBeGreaterThan(30);
    await wander();
    const rows = await recurring();
    expect(rows.map((row) => row.kind)).toEqual(kinds);
    for (const { kind, due_at, wanted_at } of rows) {
      const ahead = Math.max(due_at.getTime(), wanted_at.getTime()) - h.clock.now().getTime();
      expect([kind, ahead <= DAY_MS]).toEqual([kind, true]);
    }
    // Each goes on at its own pace.
    h.clock.advance(2 * DAY_MS);
    await work();
    for (const { kind, due_at } of await recurring())
      expect([kind, due_at > h.clock.now() && due_at <= later(h.clock.now(), DAY_MS)]).toEqual([kind, true]);
  });

  test("run within their period on a server that is started after a clock was ahead, whatever that one left", async () => {
    await work();
    await sql`
      update jobs set due_at = ${later(START, AHEAD_MS)}, wanted_at = ${later(START, AHEAD_MS)},
        lease_until = case when kind = 'search.index' then ${later(START, AHEAD_MS)}::timestamptz end
      where dedupe_key like 'every:%'`;
    const twin = await h.twin();
    await twin.runtime.jobs.runDue();
    for (const { kind, due_at, wanted_at } of await recurring())
      expect([kind, due_at <= later(START, DAY_MS), wanted_at <= later(START, DAY_MS)]).toEqual([kind, true, true]);
    h.clock.advance(MINUTE_MS);
    await twin.runtime.jobs.runDue();
    const [index] = await sql`select lease_until from jobs where kind = 'search.index'`;
    expect(index).toEqual({ lease_until: null });
  });

  test("are run under a clock that is behind for days, and once it is right again", async () => {
    await work();
    h.clock.advance(-AHEAD_MS);
    await work();
    for (const { kind, due_at } of await recurring())
      expect([kind, due_at <= later(h.clock.now(), DAY_MS)]).toEqual([kind, true]);
    h.clock.set(later(START, MINUTE_MS));
    await work();
    for (const { kind, due_at } of await recurring())
      expect([kind, due_at > h.clock.now() && due_at <= later(h.clock.now(), DAY_MS)]).toEqual([kind, true]);
  });
});

test("a job that was asked for while the clock was ahead runs once it is right, and one that waits by its rule waits no longer", async () => {
  await work();
  const rest = { payload: {}, workspace_id: null };
  await enqueue(sql, { ...rest, kind: "documents.renew_marked_pages", due_at: later(START, AHEAD_MS) });
  await enqueue(sql, { ...rest, kind: "members.invite_reminder", due_at: later(START, AHEAD_MS + 11 * DAY_MS) });
  await work();
  const left = await sql<
    { kind: string; due_at: Date }[]
  >`select kind, due_at from jobs where dedupe_key is null and failed_at is null`;
  expect(left.map((row) => row.kind)).toEqual(["members.invite_reminder"]);
  expect(left[0]!.due_at <= later(START, 14 * DAY_MS)).toBe(true);
  await sql`delete from jobs where kind = 'members.invite_reminder'`;
});

test("a limit that was used up while the clock was ahead holds no longer than its window, and again under a clock that is behind", async () => {
  const as = await h.person();
  const { limit } = h.runtime.quotas.entry("publish");
  const use = async () => (await h.call("POST /api/docs", { as, json: { html: "<p>x</p>" } })).status;
  const subject = `user:${as.user_id}`;
  for (const away of [AHEAD_MS, -AHEAD_MS]) {
    h.clock.set(later(START, away));
    await h.runtime.quotas.takeSome("publish", new Map([[subject, limit]]), h.clock.now());
    expect(await use()).toBe(429);
    h.clock.set(START);
    expect(await use()).toBe(201);
    const { publish: standing } = await h.runtime.quotas.standingOf({
      ...{ actor: { ...as, id: as.user_id } as never, request: { network: "" } as never, now: START },
    });
    expect([standing?.used, standing?.resets_at && standing.resets_at <= later(START, HOUR_MS)]).toEqual([1, true]);
    await sql`delete from quota_counters`;
  }
});

test("a document that a clock took for expired is charged and listed again, and expires when its time comes", async () => {
  const as = await h.person();
  const { doc_id } = await publish(as, { retention_days: 10 });
  const [{ storage_bytes: before = null } = {}] = await sql`
    select storage_bytes from document_counters where workspace_id = ${as.workspace_id}`.catch(() => []);
  // Only what expired lately is in the trash: a week later it would be gone for good.
  h.clock.advance(12 * DAY_MS);
  await work();
  expect((await h.call(`GET /api/docs/${doc_id}`, { as })).body.state).toBe("expired");
  h.clock.set(START);
  await work();
  h.clock.advance(6 * MINUTE_MS);
  await work();
  expect((await h.call(`GET /api/docs/${doc_id}`, { as })).body.state).toBe("live");
  expect(await sql`select released_at from documents where doc_id = ${doc_id}`).toEqual([
    { released_at: null },
  ] as never);
  const [{ storage_bytes: after = null } = {}] = await sql`
    select storage_bytes from document_counters where workspace_id = ${as.workspace_id}`.catch(() => []);
  expect(after).toEqual(before);
  const [owner] = await sql`select live from document_owners where owner_id = ${as.user_id}`;
  expect(owner).toEqual({ live: 1 });
  h.clock.advance(11 * DAY_MS);
  await work();
  expect((await h.call(`GET /api/docs/${doc_id}`, { as })).body.state).toBe("expired");
});

test("a grant that a clock took for over opens again, is told of when it ends, and one that was given up stays so", async () => {
  const owner = await h.person();
  const [otto, gone] = [
    await h.person({ workspace_id: owner.workspace_id, role: "member" }),
    await h.person({ workspace_id: owner.workspace_id, role: "member" }),
  ];
  const { doc_id } = await publish(owner, { visibility: "workspace" });
  const give = (person: Person) =>
    made(
      h.call(`POST /api/docs/${doc_id}/access`, {
        as: owner,
        json: {
          subject_type: "user",
          subject: person.email,
          level: "edit",
          expires_at: later(START, 20 * DAY_MS).toISOString(),
        },
      }),
    );
  for (const person of [otto, gone]) await give(person);
  const feed = async () => (await h.call("GET /api/changes?include_team=true", { as: otto })).body.changes.length;
  expect(await feed()).toBe(1);
  h.clock.advance(21 * DAY_MS);
  await work();
  h.clock.set(later(START, 15 * DAY_MS));
  await made(h.call(`DELETE /api/docs/${doc_id}/access/me`, { as: gone }));
  h.clock.set(START);
  await work();
  h.clock.advance(MINUTE_MS);
  await work();
  expect((await h.call(`GET /api/docs/${doc_id}`, { as: otto })).body.my_level).toBe("edit");
  expect((await h.call(`GET /api/docs/${doc_id}`, { as: gone })).status).toBe(404);
  expect(await feed()).toBe(1);
  const ended = async () => (await h.audit()).filter((row) => row.action === "access.expire").length;
  const before = await ended();
  h.clock.advance(21 * DAY_MS);
  await work();
  expect(await ended()).toBe(before + 1);
});

test("a workflow that was saved or run while the clock was ahead runs at its next time from now", async () => {
  const as = await h.person();
  const json = {
    ...{ name: "Daily", trigger: { type: "schedule", cron: "0 9 * * *" } },
    steps: [{ tool: "list_docs", args: {} }],
  };
  const next = async (id: number) => Date.parse((await h.call(`GET /api/workflows/${id}`, { as })).body.next_run_at);
  const ran = await made(h.call("POST /api/workflows", { as, json }));
  const due = await next(ran.id);
  let saved = 0;
  await wander(async () => {
    saved = (await made(h.call("POST /api/workflows", { as, json: { ...json, name: "Saved" } }))).id;
  });
  h.clock.advance(MINUTE_MS);
  await work();
  expect([await next(ran.id), await next(saved)]).toEqual([due, due]);
  const runs = async (id: number) => (await h.call(`GET /api/workflows/${id}/runs`, { as })).body.runs.length;
  const before = await runs(ran.id);
  h.clock.set(new Date(due));
  await work();
  expect([await runs(ran.id), await runs(saved)]).toEqual([before + 1, 1]);
});

test("runs of a workflow that were made while the clock was ahead do not fill its hour", async () => {
  const as = await h.person();
  const { id } = await made(
    h.call("POST /api/workflows", {
      as,
      json: { name: "Many", trigger: { type: "manual" }, steps: [{ tool: "list_docs", args: {} }] },
    }),
  );
  const run = () => h.call(`POST /api/workflows/${id}/run`, { as, json: {} });
  h.clock.advance(AHEAD_MS);
  const [, ...rest] = await Promise.all(Array.from({ length: 20 }, run));
  expect(rest.length).toBe(19);
  await sql`
    insert into workflow_runs (workspace_id, workflow_id, cause, steps, context, status, results, created_at)
    select r.workspace_id, r.workflow_id, r.cause, r.steps, r.context, r.status, r.results, r.created_at
    from workflow_runs r, generate_series(1, 20) where r.workflow_id = ${id}`;
  h.clock.set(START);
  expect((await run()).status).toBe(202);
});

test("a lease that was taken while the clock was ahead keeps others away for its ten minutes at most", async () => {
  const owner = await h.person();
  const other = await h.person({ workspace_id: owner.workspace_id, role: "admin" });
  const { doc_id } = await publish(owner);
  await made(
    h.call(`POST /api/docs/${doc_id}/access`, {
      as: owner,
      json: { subject_type: "user", subject: other.email, level: "edit" },
    }),
  );
  await wander(() => made(h.call(`POST /api/docs/${doc_id}/lock`, { as: other, json: {} })));
  const write = async () =>
    (await h.call(`PATCH /api/docs/${doc_id}`, { as: owner, json: { html: "<p>two</p>" } })).status;
  h.clock.advance(10 * MINUTE_MS + SECOND_MS);
  expect(await write()).toBe(200);
});

test("rows of the audit log that were written and sealed under a wrong clock are followed by others, all sealed and whole", async () => {
  const as = await h.person();
  for (const away of [AHEAD_MS, 0, -AHEAD_MS, MINUTE_MS]) {
    h.clock.set(later(START, away));
    await publish(as);
    await work();
    h.clock.advance(20 * SECOND_MS);
    await work();
  }
  h.clock.set(later(START, 5 * MINUTE_MS));
  const { body } = await h.call("GET /api/audit/verify", { as });
  expect(body).toMatchObject({ faults: [], unsealed: { rows: 0 } });
  const [row] = await sql<{ unsealed: number }[]>`
    select count(*)::int as unsealed from audit_events e
    where not exists (select from audit_seals s where s.workspace_id = e.workspace_id and e.event_id = any(s.event_ids))
      and e.workspace_id = ${as.workspace_id}`;
  expect(row?.unsealed).toBe(0);
});

test("people stay signed in, and nothing ends earlier, after a clock was behind for days", async () => {
  const as = await h.person();
  const doc = await publish(as, { retention_days: 30 });
  const token = await made(h.call("POST /api/tokens", { as, with_cookie: true, json: { name: "ci", ttl_days: 30 } }));
  const ends = async () => [
    (await h.call(`GET /api/docs/${doc.doc_id}`, { as })).body.expires_at,
    (await sql`select expires_at from tokens where token_id = ${token.id}`)[0]?.["expires_at"],
  ];
  const before = await ends();
  h.clock.advance(-AHEAD_MS);
  await work();
  expect((await h.call("GET /api/me", { as, with_cookie: true })).status).toBe(200);
  h.clock.set(later(START, MINUTE_MS));
  await work();
  expect(await ends()).toEqual(before);
  expect((await h.call("GET /api/me", { as, with_cookie: true })).status).toBe(200);
});
