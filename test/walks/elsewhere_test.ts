// Members that a neighbouring operation takes:
// sent where they would be passed over, they are refused with the way there, unless they say what holds.
import { expect, test } from "bun:test";
import { isJsonObject } from "../../kernel/plugin.ts";
import type { Entry } from "../../kernel/ports/plugin.ts";
import { formsOf } from "../forms/made.ts";
import { openHarness } from "../harness/harness.ts";
import { INPUTS } from "../permission/inputs.ts";
import { freshStage, send } from "../permission/matrix.ts";
import { openStage, type Stage } from "../permission/stage.ts";
import { unlimited } from "../permission/unlimited.ts";

const h = await openHarness({ manifest: unlimited });
const { makeForm, must } = formsOf(h);
const MS_MAX = 300_000;

/** The pairs, by what carries words that somebody wrote or closes something; another one comes to stand here. */
const PAIRS: Record<string, string> = {
  "agent.create":
    "alias attrs default expires_at files includes instruction_files legal_hold listing navigation password protected retention_days tags visibility",
  "comment.create": "resolved",
  "database.create":
    "alias attrs description expires_at fields legal_hold listing password records retention_days tables tags visibility",
  "doc.duplicate": "alias expires_at html legal_hold listing markdown password retention_days tags visibility",
  "doc.publish": "alias description expires_at legal_hold",
  "doc.publish_snippet": "alias description expires_at legal_hold",
  "doc.update": "active alias closes_at expires_at legal_hold max_responses one_per_user opens_at",
  "folder.create": "child_order description index_doc_id publish_group_id publish_visibility published view_mode",
  "form.create": "alias description expires_at folder legal_hold listing markdown retention_days root tags",
  "form.update":
    "alias database_id expires_at folder honeypot html legal_hold listing password pow retention_days root table_id tags title visibility",
  "group.create": "emails members",
  "member.role": "active disabled",
  "nav.create": "entries",
  "root.create": "access grants members",
  "token.create": "expires_at limits max_visibility read_only roots toolsets",
  "upload.create": "alias attrs expires_at legal_hold password",
  "webhook.create": "active secret",
};

const pairs = h.runtime.catalogue.entries.filter(({ elsewhere }) => Object.keys(elsewhere).length > 0);

test("the pairs are those of the list", () => {
  const found = pairs.map(({ id, elsewhere }) => [id, Object.keys(elsewhere).sort().join(" ")]);
  expect(Object.fromEntries(found.sort())).toEqual(PAIRS);
});

const CALLERS = ["owner", "workspace owner"] as const;

async function ask(stage: Stage, entry: Entry, beside: object) {
  const asked = [];
  for (const caller of CALLERS) {
    const on = await freshStage(stage, entry);
    const made = (await INPUTS[entry.id]?.make(on, caller)) ?? {};
    const json = { ...(isJsonObject(made.json) ? made.json : {}), ...beside };
    const before = await h.rows("audit_events", "documents");
    const answer = await send(h, { entry, as: on.people[caller], made: { ...made, json } });
    asked.push({ ...answer, is_written: !Bun.deepEquals(before, await h.rows("audit_events", "documents")) });
  }
  // Whoever may do it is told what is wrong with it.
  return asked.find(({ status }) => status !== 403 && status !== 404) ?? asked[0];
}

test(
  "each of them that says something else is a 400 that says where it is set, and nothing is written",
  async () => {
    const stage = await openStage(h, "a shared root");
    for (const entry of pairs) {
      const plain = await ask(stage, entry, {});
      expect([entry.id, (plain?.status ?? 500) < 300]).toEqual([entry.id, true]);
      for (const name of Object.keys(entry.elsewhere)) {
        const refused = await ask(stage, entry, { [name]: "something else" });
        expect([entry.id, name, refused?.status, refused?.is_written]).toEqual([entry.id, name, 400, false]);
        expect(refused?.body.error).toStartWith(`${name} is not set here, and nothing else was either: `);
      }
    }
  },
  MS_MAX,
);

test("closing a form's page by a change of the form is refused, and what was read may be sent back", async () => {
  const form = await makeForm({ visibility: "unlisted" });
  const change = (json: object) => h.call(`PATCH ${form.form_at}`, { as: form.as, json });
  for (const beside of [
    { visibility: "password" },
    { visibility: "workspace" },
    { password: "a" },
    { title: "Other" },
  ]) {
    const refused = await change({ active: true, notify_drafts: true, ...beside });
    const [name = ""] = Object.keys(beside);
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining(`${name} is not set here`)]);
  }
  const read = await must(h.call(`GET ${form.form_at}`, { as: form.as }));
  expect(read.notify_drafts).toBe(false);
  const back = await change({ ...read, notify_drafts: true });
  expect([back.status, back.body.notify_drafts, back.body.visibility]).toEqual([200, true, "unlisted"]);
});

test("what holds may be said of a new document, a copy, a form and a document that is changed", async () => {
  const form = await makeForm({ visibility: "unlisted" });
  const { as } = form;
  const doc = await must(h.call("POST /api/docs", { as, json: { html: "<p>a</p>", tags: ["x"], retention_days: 9 } }));
  const { alias, expires_at } = await must(h.call(`GET /api/docs/${doc.doc_id}`, { as }));
  const sent: [string, object][] = [
    ["POST /api/docs", { markdown: "a", alias: null, description: "", legal_hold: false }],
    [
      "POST /api/databases",
      { title: "B", folder: "", visibility: "restricted", listing: "private", retention_days: 0, tables: [] },
    ],
    [`POST /api/docs/${doc.doc_id}/duplicate`, { visibility: "restricted", tags: ["x"], password: null }],
    [`PATCH /api/docs/${doc.doc_id}`, { title: "T", alias, expires_at, legal_hold: false }],
    [`POST ${form.at}/forms`, { table_id: form.table.id, title: "F", fields: ["name"], listing: "private", tags: [] }],
  ];
  for (const [call, json] of sent)
    expect([call, (await h.call(call, { as, json })).status < 300]).toEqual([call, true]);
});

test("a form may be made closed", async () => {
  const form = await makeForm({ active: false });
  expect(form.form).toMatchObject({ active: false, closed_because: "inactive" });
});
