// What a run stands on is asked before each of its steps:
// what is taken away in the middle of a run ends what is left of it.
import { expect, test } from "bun:test";
import { openHarness, type ParsedBody, type Person } from "../harness/harness.ts";

const h = await openHarness();

const PUBLISH = { tool: "publish_markdown", args: { content: "# Step" } };

async function save(as: Person, steps: unknown[], trigger: unknown = { type: "manual" }): Promise<number> {
  const answer = await h.call("POST /api/workflows", { as, json: { name: "Work", trigger, steps } });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.id;
}

function ask(as: Person, id: number) {
  return h.call(`POST /api/workflows/${id}/run`, { as, json: {} });
}

/** Lets what waits run, and does something once the first step of somebody's run, which writes as they do, is under way. */
async function inTheMiddle(as: Person, act: () => Promise<unknown>): Promise<void> {
  const { database, jobs } = h.runtime;
  let running: Promise<unknown> = Promise.resolve();
  await database.withTransaction(async (sql) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('standing:' || ${as.user_id}::bigint, 0))`;
    running = jobs.runDue();
    await untilSomebodyWaits();
    await act();
  });
  await running;
}

async function untilSomebodyWaits(): Promise<void> {
  for (;;) {
    const [found] = await h.runtime.database.sql<{ many: number }[]>`
      select count(*)::int as many from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`;
    if (found?.many) return;
  }
}

async function runsOf(as: Person, id: number): Promise<ParsedBody[]> {
  await h.runtime.relay.relayAll();
  await h.runtime.jobs.runDue();
  return (await h.call(`GET /api/workflows/${id}/runs`, { as })).body.runs;
}

async function countDocs(as: Person): Promise<number> {
  return (await h.call("GET /api/docs", { as })).body.docs.length;
}

async function member(): Promise<{ owner: Person; person: Person }> {
  const owner = await h.person();
  return { owner, person: await h.person({ role: "member", workspace_id: owner.workspace_id }) };
}

test("a token that is revoked in the middle of a run ends it before its next step", async () => {
  const { owner, person } = await member();
  const id = await save(person, [PUBLISH, PUBLISH]);
  await ask(person, id);
  await inTheMiddle(
    person,
    () => h.runtime.database.sql`update tokens set revoked_at = ${h.clock.now()} where user_id = ${person.user_id}`,
  );
  expect(await runsOf(owner, id)).toMatchObject([
    {
      status: "failed",
      error: "the token that this workflow was saved with has ended; save it again, with another or signed in",
      steps: [{ status: "done" }],
    },
  ]);
});

test("a role that one step takes from its author is missing in the next", async () => {
  const owner = await h.person();
  await h.person({ role: "owner", workspace_id: owner.workspace_id });
  const id = await save(owner, [
    { tool: "set_member_role", args: { user_id: owner.user_id, role: "member" } },
    { tool: "create_group", args: { name: "Late" } },
  ]);
  await ask(owner, id);
  expect(await runsOf(owner, id)).toMatchObject([
    { status: "failed", steps: [{ status: "done" }, { tool: "create_group", status: "failed" }] },
  ]);
});

test("a workflow that is removed in the middle of a run takes no further step", async () => {
  const { owner, person } = await member();
  const id = await save(person, [PUBLISH, PUBLISH]);
  await ask(person, id);
  await inTheMiddle(person, () => h.call(`DELETE /api/workflows/${id}`, { as: owner }));
  expect(await countDocs(person)).toBe(1);
});

test("switching a workflow off ends a run that began by itself, and none that was asked for", async () => {
  const { person } = await member();
  const id = await save(person, [PUBLISH, PUBLISH], { type: "event", event: "doc.publish" });
  // Not by a call: their own writes wait for each other here.
  const off = () => h.runtime.database.sql`update workflows set enabled = false where workflow_id = ${id}`;
  expect((await h.call("POST /api/docs", { as: person, json: { html: "<p>a" } })).status).toBe(201);
  await h.runtime.relay.relayAll();
  await inTheMiddle(person, off);
  await ask(person, id);
  expect(await runsOf(person, id)).toMatchObject([
    { cause: "manual", status: "done", steps: [{}, {}] },
    { cause: "event", status: "failed", error: "this workflow was switched off", steps: [{ status: "done" }] },
  ]);
});

test("runs that are asked for at once stay within the bound of an hour", async () => {
  const { person } = await member();
  const id = await save(person, [{ tool: "list_tags" }]);
  const asked = (await Promise.all(Array.from({ length: 124 }, () => ask(person, id)))).filter(
    ({ status }) => status === 202,
  );
  expect(asked).toHaveLength(100);
  await runsOf(person, id);
});

test("a message that quotes half a character ends the run as any other does", async () => {
  const { person } = await member();
  const id = await save(person, [{ tool: "list_docs", args: { cursor: "{{input.cursor}}" } }]);
  for (const before of ["", "a"])
    await h.call(`POST /api/workflows/${id}/run`, {
      as: person,
      json: { input: { cursor: before + "😀".repeat(200) } },
    });
  const refused = { status: "failed", error: expect.stringContaining("is not one of ours") };
  expect(await runsOf(person, id)).toMatchObject([refused, refused]);
});

test("a reference to an answer that is too long to be kept says so", async () => {
  const { person } = await member();
  const id = await save(person, [
    { name: "long", tool: "render_markdown", args: { markdown: "{{input.text}}" } },
    { tool: "publish_markdown", args: { content: "{{steps.long.html}}" } },
  ]);
  await h.call(`POST /api/workflows/${id}/run`, { as: person, json: { input: { text: "*a* ".repeat(15_000) } } });
  expect((await runsOf(person, id))[0].error).toBe(
    "step 1 (publish_markdown): {{steps.long.html}} leads to nothing in this run: that step was left out, or answered more than the 65536 bytes that are kept of it, or a secret that was gone when the run was taken up again; have it answer less",
  );
});
