// Texts of which nothing shows in required fields:
// every way in refuses them, and the database itself tells them as the service does.
import { expect, test } from "bun:test";
import { showsNothing } from "../../kernel/plugin.ts";
import { openHarness } from "../harness/harness.ts";
import { callTool } from "../harness/scenario.ts";
import { importing } from "./importing.ts";
import { databasesOf } from "./made.ts";

const h = await openHarness();
const { makeDatabase, addRecord, must } = databasesOf(h);
const { send } = importing(h);

const BLANK_TEXTS = [" ", "\t\n", "\u00a0", "\u200b", "\u2800", "\u3164", "\u{e0041}", "\u{1d173}", "\u{1bca0} "];
const WORDS = "name is required";

for (const name of BLANK_TEXTS) {
  const called = JSON.stringify(name);

  test(`${called} is no value of a required text for tools, upserts and matched imports`, async () => {
    const made = await makeDatabase();
    const record = await addRecord(made, { name: "A", notes: "n" });
    const at = { database_id: made.doc_id, table_id: made.table.id };
    const create = await callTool(h, made.as, { name: "create_record", arguments: { ...at, data: { name } } });
    expect([create.isError, JSON.stringify(create.content)]).toEqual([true, expect.stringContaining(WORDS)]);
    const update = { ...at, record_id: record.id, base_version: 1, data: { name } };
    const changed = await callTool(h, made.as, { name: "update_record", arguments: update });
    expect([changed.isError, JSON.stringify(changed.content)]).toEqual([true, expect.stringContaining(WORDS)]);
    const ops = [{ op: "upsert", match: ["notes"], data: { notes: "n", name } }];
    const batch = await h.call(`POST ${made.in}/records/batch`, { as: made.as, json: { ops } });
    expect(JSON.stringify(batch.body)).toContain(WORDS);
    const rows = JSON.stringify({ notes: "n", name });
    const matched = await send(made, { format: "jsonl", table_id: made.table.id, match: "notes" }, rows);
    // Where nothing stands, nothing changes.
    expect([matched.status, matched.body.updated]).toEqual([200, 0]);
    const read = await must(h.call(`GET ${made.in}/records/${record.id}`, { as: made.as }));
    expect(read.data).toMatchObject({ name: "A" });
  });

  test(`${called} in a field that becomes required is counted, and no default or earlier version brings it back`, async () => {
    const made = await makeDatabase();
    const record = await addRecord(made, { name: "A", notes: name });
    const change = (fields: object) =>
      h.call(`PATCH ${made.in}`, { as: made.as, json: { base_version: 1, update_fields: [fields] } });
    const refused = await change({ key: "notes", required: true });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining("1 record")]);
    const json = { base_version: 1, data: { notes: "shown" } };
    await must(h.call(`PATCH ${made.in}/records/${record.id}`, { as: made.as, json }));
    await must(change({ key: "notes", required: true, default: name }));
    const back = await h.call(`POST ${made.in}/records/${record.id}/restore`, { as: made.as, json: { version: 1 } });
    expect([back.status, JSON.stringify(back.body)]).toEqual([400, expect.stringContaining("notes is required")]);
    const created = await h.call(`POST ${made.in}/records`, { as: made.as, json: { data: { name: "B" } } });
    expect([created.status, JSON.stringify(created.body)]).toEqual([400, expect.stringContaining("notes is required")]);
  });
}

test("of every character the database tells as the service does whether it shows", async () => {
  const made = await makeDatabase();
  const isText = (code: number) => code > 0 && code < 0x110000 && (code < 0xd800 || code > 0xdfff);
  const all = Array.from({ length: 0x110000 }, (_one, code) => code).filter(isText);
  const nothing = all.filter((code) => showsNothing(String.fromCodePoint(code)));
  // Beside each that shows nothing its neighbours, which may.
  const near = new Set(nothing.flatMap((code) => [code - 1, code, code + 1]).filter(isText));
  const texts = [...near].map((code) => String.fromCodePoint(code)).filter((text) => text === text.normalize("NFC"));
  for (let at = 0; at < texts.length; at += 200) {
    const ops = texts.slice(at, at + 200).map((notes) => ({ op: "create", data: { name: "A", notes } }));
    await must(h.call(`POST ${made.in}/records/batch`, { as: made.as, json: { ops } }));
  }
  const answer = await h.call(`PATCH ${made.in}`, {
    as: made.as,
    json: { base_version: 1, dry_run: true, update_fields: [{ key: "notes", required: true }] },
  });
  expect(answer.body.failing).toEqual([{ field: "notes", records: texts.filter(showsNothing).length }]);
});
