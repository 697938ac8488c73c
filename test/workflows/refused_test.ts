// What is no workflow: refused when it is saved, in words that name the place, the rule and the way out.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";

const h = await openHarness();

test.each<[Record<string, unknown>, string]>([
  [{ name: "  " }, 'name "  " is blank'],
  [{ steps: [{ tool: "no_such" }] }, 'steps[0].tool: this server has no tool "no_such"'],
  [
    { steps: [{ tool: "list_docs", args: { colour: 1 } }] },
    'steps[0].args: list_docs has no argument "colour"; it takes ',
  ],
  [{ steps: [{ tool: "set_tags", args: { tags: [] } }] }, 'steps[0].args: set_tags needs "doc_id"'],
  [
    { steps: [{ tool: "list_docs", args: { q: "{{event.target_id}}" } }] },
    "steps[0].args: {{event.target_id}} is of an event, and this workflow waits for none",
  ],
  [
    { steps: [{ tool: "list_docs", args: { q: "{{steps.0.doc_id}}" } }] },
    "steps[0].args: {{steps.0.doc_id}} names no step before it; there is none",
  ],
  [
    {
      steps: [
        { name: "all", tool: "list_docs" },
        { tool: "list_docs", args: { tag: "{{steps.0.tag}}" } },
      ],
    },
    "steps[1].args: {{steps.0.tag}} names no step before it; there are all",
  ],
  [
    {
      trigger: { type: "event", event: "doc.publish" },
      steps: [{ tool: "list_docs", args: { tag: "{{event.doc_id}}" } }],
    },
    "steps[0].args: {{event.doc_id}} leads to nothing; event has id, action, actor, target_type, target_id, meta, created_at",
  ],
  [
    { trigger: { type: "event", event: "doc.publish", filter: [{ of: "input.a", is: 1 }] } },
    "trigger.filter[0].of: {{input.a}} begins with none of what is known there: event",
  ],
  [{ steps: [{ tool: "list_docs", args: { q: "{{ a b }}" } }] }, 'steps[0].args: " a b " is no reference'],
  [
    { steps: [{ tool: "list_docs", args: { q: "{{env.SECRET}}" } }] },
    "steps[0].args: {{env.SECRET}} begins with none of",
  ],
  [
    { steps: [{ tool: "list_docs", when: [{ of: "input.a", is: 1, exists: true }] }] },
    "steps[0].when[0] has is and exists; give it one of is, is_not, contains, exists",
  ],
  [
    { trigger: { type: "event", event: "doc.publishh" } },
    'trigger.event: nothing that happens here is called "doc.publishh"',
  ],
  [{ trigger: { type: "event" } }, "trigger.event is missing"],
  [{ trigger: { type: "schedule" } }, "trigger.cron is missing"],
  [{ trigger: { type: "manual", cron: "* * * * *" } }, 'trigger.cron is of the type "schedule"; this one is "manual"'],
  [{ trigger: { type: "schedule", cron: "every day" } }, 'trigger.cron: "every day" is no schedule'],
  [
    { trigger: { type: "schedule", cron: "2099-01-01T00:00:00" } },
    'trigger.cron: "2099-01-01T00:00:00" is no schedule of minute, hour, day, month and weekday, such as "0 9 * * 1-5" (it has to have five parts, or to be a name such as @daily)',
  ],
  [{ trigger: { type: "schedule", cron: "0 0 30 2 *" } }, 'trigger.cron: "0 0 30 2 *" never comes'],
  [
    { trigger: { type: "schedule", cron: "0 9 * * *", timezone: "Mars/Base" } },
    'trigger.timezone: there is no time zone "Mars/Base"',
  ],
])("%j", async (given, words) => {
  const as = await h.person();
  const json = { name: "Work", trigger: { type: "manual" }, steps: [{ tool: "list_docs" }], ...given };
  const answer = await h.call("POST /api/workflows", { as, json });
  expect(answer.status).toBe(400);
  expect(answer.body.error).toStartWith(words);
  expect((await h.call("GET /api/workflows", { as })).body.workflows).toEqual([]);
});

test("a fourth on the free plan", async () => {
  const as = await h.person({ plan: "free" });
  const json = { name: "Work", trigger: { type: "manual" }, steps: [{ tool: "list_docs" }] };
  const made = await Promise.all([1, 2, 3, 4].map(() => h.call("POST /api/workflows", { as, json })));
  expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 201, 402]);
  const listed = (await h.call("GET /api/workflows", { as })).body;
  expect(listed).toMatchObject({ limit: 3, can_create: false });
});
