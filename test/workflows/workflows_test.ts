// Workflows: saved, run by hand, at events and at times, as the person who saved them and no further.
import { beforeEach, describe, expect, test } from "bun:test";
import { enqueue } from "../../kernel/plugin.ts";
import { publish } from "../documents/published.ts";
import { openHarness, type ParsedBody, type Person } from "../harness/harness.ts";
import { limited } from "../oauth/limited.ts";

const h = await openHarness();
const START = h.clock.now();

beforeEach(() => h.clock.set(START));

const TAG = { tool: "set_tags", args: { doc_id: "{{event.target_id}}", tags: ["seen"] } };
const ON_PUBLISH = { type: "event", event: "doc.publish" };

async function save(as: Person, rest: Record<string, unknown>): Promise<ParsedBody> {
  const answer = await h.call("POST /api/workflows", { as, json: { name: "Work", ...rest } });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}

/** Lets everything that waits happen, what comes of it included. */
async function settle(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await h.runtime.relay.relayAll();
    await h.runtime.jobs.runDue();
  }
}

async function runsOf(as: Person, id: number): Promise<ParsedBody[]> {
  await settle();
  return (await h.call(`GET /api/workflows/${id}/runs`, { as })).body.runs;
}

async function run(as: Person, id: number, input?: Record<string, unknown>): Promise<ParsedBody> {
  const asked = await h.call(`POST /api/workflows/${id}/run`, { as, json: { input } });
  expect(asked.status).toBe(202);
  const runs = await runsOf(as, id);
  return runs.find((one) => one.id === asked.body.id);
}

describe("by hand", () => {
  test("steps are taken in order, each with what came before", async () => {
    const as = await h.person();
    const { id } = await save(as, {
      trigger: { type: "manual" },
      steps: [
        { name: "made", tool: "publish_markdown", args: { content: "# {{input.title}}\n\nNo. \\{{ {{input.no}}" } },
        { tool: "set_tags", args: { doc_id: "{{steps.made.doc_id}}", tags: "{{input.tags}}" } },
        { tool: "delete_doc", args: { doc_id: "{{steps.made.doc_id}}" }, when: [{ of: "input.is_trial", is: true }] },
      ],
    });
    const done = await run(as, id, { title: "July", no: 7, tags: ["a", "b"] });
    expect(done).toMatchObject({
      status: "done",
      error: null,
      cause: "manual",
      steps: [
        { tool: "publish_markdown", name: "made", status: "done" },
        { tool: "set_tags", status: "done" },
        { tool: "delete_doc", status: "left_out" },
      ],
    });
    const { docs } = (await h.call("GET /api/docs", { as })).body;
    expect(docs).toMatchObject([{ title: "July", tags: ["a", "b"] }]);
    const source = await h.call(`GET /api/docs/${docs[0].doc_id}/text?path=source.md`, { as });
    expect(source.body.content).toBe("# July\n\nNo. {{ 7");
    const rows = (await h.audit()).filter(({ action }) => action === "doc.publish" || action.startsWith("workflow."));
    expect(rows.map(({ action, actor, meta }) => [action, actor, meta["via"]])).toEqual([
      ["workflow.created", as.email, "api"],
      ["workflow.used", as.email, "api"],
      ["doc.publish", as.email, "workflow"],
    ]);
  });

  test("the first step that is refused ends the run, and says why", async () => {
    const as = await h.person();
    const { id } = await save(as, {
      trigger: { type: "manual" },
      steps: [{ tool: "set_tags", args: { doc_id: "{{input.doc}}", tags: [] } }, { tool: "list_docs" }],
    });
    const other = await publish(h);
    expect(await run(as, id, { doc: other.doc.doc_id })).toMatchObject({
      status: "failed",
      error: "step 0 (set_tags): document not found",
      steps: [{ status: "failed", error: "document not found" }],
    });
    expect(await run(as, id, {})).toMatchObject({
      error: "step 0 (set_tags): {{input.doc}} leads to nothing in this run",
    });
  });

  test("a workflow runs at most a hundred times within an hour, by hand or not", async () => {
    const as = await h.person();
    const { id } = await save(as, { trigger: ON_PUBLISH, steps: [{ tool: "list_docs", args: { limit: 1 } }] });
    for (let n = 0; n < 99; n++) await h.call(`POST /api/workflows/${id}/run`, { as, json: {} });
    await publish(h, { html: "<p>a" }, { as });
    await publish(h, { html: "<p>b" }, { as });
    await settle();
    const refused = await h.call(`POST /api/workflows/${id}/run`, { as, json: {} });
    expect([refused.status, refused.body.error]).toEqual([
      429,
      "a workflow runs at most 100 times within an hour; try again later",
    ]);
    expect((await h.call(`GET /api/workflows/${id}`, { as })).body.dropped_runs).toBe(1);
    h.clock.advance(61 * 60_000);
    expect((await h.call(`POST /api/workflows/${id}/run`, { as, json: {} })).status).toBe(202);
    await settle();
  });
});

test("a run that is taken up again after a crash changes nothing twice", async () => {
  const as = await h.person();
  const { id } = await save(as, {
    trigger: { type: "manual" },
    steps: [
      { name: "made", tool: "publish_markdown", args: { content: "# Once" } },
      { tool: "set_tags", args: { doc_id: "{{steps.made.doc_id}}", tags: ["once"] } },
    ],
  });
  const { id: run_id } = await run(as, id);
  // As a server leaves it that dies after the first step was taken and before that was kept.
  const { sql } = h.runtime.database;
  await sql`update workflow_runs set status = 'running', results = '[]', context = '{}', ended_at = null where run_id = ${run_id}`;
  await enqueue(sql, { kind: "workflows.run", payload: { run_id }, due_at: h.clock.now() });
  expect(await runsOf(as, id)).toMatchObject([{ id: run_id, status: "done", steps: [{}, { status: "done" }] }]);
  const { docs } = (await h.call("GET /api/docs", { as })).body;
  expect(docs).toMatchObject([{ title: "Once", tags: ["once"] }]);
  expect(docs).toHaveLength(1);
});

describe("at an event", () => {
  test("a member hears of what they do, a manager of everybody, and what a workflow does starts none", async () => {
    const owner = await h.person();
    const member = await h.person({ role: "member", workspace_id: owner.workspace_id });
    const steps = [TAG, { tool: "publish_markdown", args: { content: "# Log of {{event.meta.title}}" } }];
    const ofOwner = await save(owner, { trigger: ON_PUBLISH, steps: [{ tool: "list_docs" }] });
    const ofMember = await save(member, { trigger: { type: "event", event: "doc.*" }, steps });
    await publish(h, { html: "<h1>Theirs</h1>" }, { as: owner });
    const { doc } = await publish(h, { html: "<h1>Own</h1>" }, { as: member });
    const runs = await runsOf(member, ofMember.id);
    expect(runs).toMatchObject([{ cause: "event", status: "done", event_id: expect.any(Number) }]);
    expect((await h.call(`GET /api/docs/${doc.doc_id}`, { as: member })).body.tags).toEqual(["seen"]);
    expect(await runsOf(owner, ofOwner.id)).toHaveLength(2);
    const titles = (await h.call("GET /api/docs", { as: member })).body.docs.map((one: ParsedBody) => one.title);
    expect(titles).toContain("Log of Own");
  });

  test("an owner without an audit log hears of their own doings alone", async () => {
    const owner = await h.person({ plan: "team" });
    const member = await h.person({ role: "member", workspace_id: owner.workspace_id });
    const { id } = await save(owner, { trigger: ON_PUBLISH, steps: [{ tool: "list_docs" }] });
    await publish(h, { html: "<p>a" }, { as: member });
    expect(await runsOf(owner, id)).toEqual([]);
    await publish(h, { html: "<p>b" }, { as: owner });
    expect(await runsOf(owner, id)).toHaveLength(1);
  });

  test("only those that its filter lets through, and none while it is switched off or of another workspace", async () => {
    const as = await h.person();
    const filter = [{ of: "event.meta.visibility", is: "unlisted" }];
    const { id } = await save(as, { trigger: { ...ON_PUBLISH, filter }, steps: [TAG] });
    await publish(h, { html: "<p>a", visibility: "workspace" }, { as });
    const hit = await publish(h, { html: "<p>b", visibility: "unlisted" }, { as });
    await publish(h, { html: "<p>c", visibility: "unlisted" });
    expect(await runsOf(as, id)).toHaveLength(1);
    expect((await h.call(`GET /api/docs/${hit.doc.doc_id}`, { as })).body.tags).toEqual(["seen"]);
    await h.call(`PATCH /api/workflows/${id}`, { as, json: { enabled: false } });
    await publish(h, { html: "<p>d", visibility: "unlisted" }, { as });
    expect(await runsOf(as, id)).toHaveLength(1);
  });

  test("an event that is told again makes no second run", async () => {
    const as = await h.person();
    const { id } = await save(as, { trigger: ON_PUBLISH, steps: [TAG] });
    await publish(h, { html: "<p>a" }, { as });
    await settle();
    const { sql } = h.runtime.database;
    await sql`insert into audit_outbox (event_id) select event_id from audit_events where action = 'doc.publish'`;
    expect(await runsOf(as, id)).toHaveLength(1);
    expect((await h.call(`GET /api/workflows/${id}`, { as })).body.dropped_runs).toBe(0);
  });
});

describe("at a time", () => {
  test("when it is due in its zone, once for all that was missed, and on from there", async () => {
    const as = await h.person();
    h.clock.set(new Date("2026-03-27T20:00:00Z"));
    const trigger = { type: "schedule", cron: "0 9 * * *", timezone: "Europe/Berlin" };
    const { id, next_run_at } = await save(as, { trigger, steps: [{ tool: "list_docs" }] });
    expect(next_run_at).toBe("2026-03-28T08:00:00.000Z");
    h.clock.set(new Date("2026-03-28T07:59:00Z"));
    expect(await runsOf(as, id)).toEqual([]);
    // Over the night in which summer time begins.
    h.clock.set(new Date("2026-03-29T07:00:30Z"));
    expect(await runsOf(as, id)).toMatchObject([{ cause: "schedule", status: "done" }]);
    expect((await h.call(`GET /api/workflows/${id}`, { as })).body).toMatchObject({
      next_run_at: "2026-03-30T07:00:00.000Z",
      last_run: { status: "done" },
    });
  });
});

test("a schedule that this server cannot read any more holds up no other", async () => {
  const as = await h.person();
  h.clock.set(new Date("2026-04-01T12:00:00Z"));
  const trigger = { type: "schedule", cron: "* * * * *" };
  const [gone, other] = [
    await save(as, { trigger, steps: [{ tool: "list_docs" }] }),
    await save(as, { trigger, steps: [{ tool: "list_docs" }] }),
  ];
  const { sql } = h.runtime.database;
  await sql`update workflows set trigger = trigger || '{"timezone": "Mars/Base"}' where workflow_id = ${gone.id}`;
  h.clock.advance(60_000);
  expect(await runsOf(as, other.id)).toMatchObject([{ cause: "schedule", status: "done" }]);
  expect((await h.call(`GET /api/workflows/${gone.id}`, { as })).body.next_run_at).toBe(null);
  expect((await h.call(`PATCH /api/workflows/${gone.id}`, { as, json: { enabled: false } })).status).toBe(200);
});

describe("while its author is disabled", () => {
  test("a schedule makes no run, and one once they are back", async () => {
    const owner = await h.person();
    const member = await h.person({ role: "member", workspace_id: owner.workspace_id });
    h.clock.set(new Date("2026-04-02T12:00:00Z"));
    const { id } = await save(member, {
      trigger: { type: "schedule", cron: "* * * * *" },
      steps: [{ tool: "list_docs" }],
    });
    const { sql } = h.runtime.database;
    await sql`update users set disabled_at = now() where user_id = ${member.user_id}`;
    for (let minute = 0; minute < 3; minute++) {
      h.clock.advance(60_000);
      expect(await runsOf(owner, id)).toEqual([]);
    }
    await sql`update users set disabled_at = null where user_id = ${member.user_id}`;
    h.clock.advance(60_000);
    expect(await runsOf(owner, id)).toMatchObject([{ cause: "schedule" }]);
  });
});

describe("who may", () => {
  test("managers see everybody's and may remove them; only its author changes or runs one, and others see none", async () => {
    const owner = await h.person();
    const { workspace_id } = owner;
    const member = await h.person({ role: "member", workspace_id });
    const other = await h.person({ role: "member", workspace_id });
    const { id } = await save(member, { trigger: { type: "manual" }, steps: [{ tool: "list_docs" }] });
    const at = `/api/workflows/${id}`;
    const statuses = async (as: Person) => [
      (await h.call(`GET ${at}`, { as })).status,
      (await h.call(`PATCH ${at}`, { as, json: { enabled: false } })).status,
      (await h.call(`POST ${at}/run`, { as, json: {} })).status,
      (await h.call("GET /api/workflows", { as })).body.workflows.length,
    ];
    expect(await statuses(owner)).toEqual([200, 403, 403, 1]);
    expect(await statuses(other)).toEqual([404, 404, 404, 0]);
    expect(await statuses(await h.person())).toEqual([404, 404, 404, 0]);
    expect(await statuses(member)).toEqual([200, 200, 202, 1]);
    expect((await h.call(`DELETE ${at}`, { as: owner })).status).toBe(200);
    await settle();
  });

  test("a connection that is limited saves none, and what a token saved ends with that token", async () => {
    const owner = await h.person();
    const member = await h.person({ role: "member", workspace_id: owner.workspace_id });
    const json = { name: "Work", trigger: { type: "manual" }, steps: [{ tool: "list_docs" }] };
    const as = await limited(h, member, { max_visibility: "workspace" });
    expect((await h.call("POST /api/workflows", { as, json })).body.code).toBe("connection_limited");
    const { id } = await save(member, json);
    await h.call(`POST /api/workflows/${id}/run`, { as: member, json: {} });
    await h.runtime.database.sql`update tokens set revoked_at = ${h.clock.now()} where user_id = ${member.user_id}`;
    expect(await runsOf(owner, id)).toMatchObject([
      {
        status: "failed",
        error: "the token that this workflow was saved with has ended; save it again, with another or signed in",
      },
    ]);
  });

  test("one who is disabled or gone has nothing done in their name", async () => {
    const owner = await h.person();
    const member = await h.person({ role: "member", workspace_id: owner.workspace_id });
    const { id } = await save(member, { trigger: { type: "manual" }, steps: [{ tool: "list_docs" }] });
    await h.call(`POST /api/workflows/${id}/run`, { as: member, json: {} });
    await h.runtime.database.sql`update users set disabled_at = now() where user_id = ${member.user_id}`;
    expect(await runsOf(owner, id)).toMatchObject([
      { status: "failed", error: "who saved this workflow is no active member any more", steps: [] },
    ]);
  });
});
