// Where no plans are sold, pages say nothing of plans and lead to whoever runs the server;
// programs are answered as everywhere.
import { expect, test } from "bun:test";
import { createPlans, refuseFull } from "../../kernel/limits/plans.ts";
import { manifest } from "../../plugins/manifest.ts";
import { openHarness, type Person } from "../harness/harness.ts";

const h = await openHarness();
const PLANS = /\b(?:Free|Team|Business|Enterprise) plan\b|\bis on (?:Free|Team|Business|Enterprise)\b/;
const HTML = { accept: "text/html" };

const { allowances } = manifest;
const small = await openHarness({
  manifest: { allowances: { ...allowances, storage_bytes: { ...allowances.storage_bytes, free: 1000 } } },
});

test("nothing is sold here", () => expect(h.runtime.plans.pricing_url).toBe(null));

function send(as: Person, operation: string, texts: Record<string, string>, on = h) {
  return on.call(`POST /app/do/${operation}`, {
    as,
    with_cookie: true,
    body: new URLSearchParams(texts).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", ...HTML },
  });
}

test("a page and a form that a plan does not carry say so without a plan; the same by REST names it", async () => {
  const as = await h.person({ role: "owner", plan: "free" });
  const page = await h.call("GET /app/settings/company/audit", { as, with_cookie: true, headers: HTML });
  expect([page.status, PLANS.exec(page.body)]).toEqual([402, null]);
  expect(page.body).toContain("ask whoever runs this server");
  const form = await send(as, "root.create", { name: "Board", "~back": "/app/settings/spaces" });
  expect([form.status, PLANS.exec(form.body)]).toEqual([402, null]);
  expect(form.body).toContain("not among what this workspace may use");
  const answer = await h.call("POST /api/roots", { as, json: { name: "Board" } });
  expect(answer.body).toMatchObject({ error: expect.stringMatching(PLANS), plan: "team" });
});

test("one more than there may be is refused on a page without a plan", async () => {
  const as = await h.person({ role: "owner", plan: "free" });
  const made = await h.call("POST /api/brains", { as, json: { name: "One", root: "general" } });
  const texts = { name: "Two", root: "general", "~back": "/app/agents" };
  const second = made.status === 201 ? await send(as, "agent.create", texts) : made;
  expect([second.status, PLANS.exec(String(second.body))]).toEqual([402, null]);
  expect(second.body).toContain("This workspace may have 1 agent in shared roots and has 1");
});

test("a text that is more than a workspace holds is refused beside it without a plan", async () => {
  const as = await small.person({ role: "owner", plan: "free" });
  const { body } = await small.call("POST /api/docs", { as, json: { markdown: "one" } });
  const written = { doc_id: body.doc_id, path: "source.md", base_version: "1", "~made_on": "1", message: "" };
  const texts = { ...written, content: "much ".repeat(400), "~back": `/app/d/${body.doc_id}/edit` };
  const sent = await send(as, "doc.file.put", texts, small);
  expect([sent.status, PLANS.exec(sent.body), sent.body.includes("much much")]).toEqual([413, null, true]);
  expect(sent.body).toContain("is full; delete documents or ask whoever runs this server for more");
});

const FULL = { plan: "free", most: 1, count: 1, called: ["workflow", "workflows"] } as const;

test.each([
  ["https://docs.example/pricing", true],
  [null, false],
] as const)("with plans sold at %s people are told of plans: %s", (pricing_url, isSold) => {
  const plans = createPlans(manifest, { initial: "free", pricing_url });
  const full = refuseFull(plans, "plan", FULL);
  expect([PLANS.test(full.said), full.said.includes("see https://docs.example/pricing")]).toEqual([isSold, isSold]);
  expect(full.message).toMatch(PLANS);
});
