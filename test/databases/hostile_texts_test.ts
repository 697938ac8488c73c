// Hostile texts at every place of a database's requests:
// none is ever anything but a text, and a refusal leaves nothing behind.
import { expect, test } from "bun:test";
import { type Answer, openHarness } from "../harness/harness.ts";
import { databasesOf, type Made } from "./made.ts";

const h = await openHarness();
const { makeDatabase, addRecord, must } = databasesOf(h);
const TABLES = ["databases", "database_tables", "database_records", "database_record_history", "database_views"];
const WRITTEN = [...TABLES, "database_changes", "documents", "audit_events"];

const send = (made: Made, call: string, json: object): Promise<Answer> => h.call(call, { as: made.as, json });

/** Every place of a request that takes a text; what is answered below 300 has taken it for nothing but a text. */
const PLACES: [name: string, (text: string, made: Made) => Promise<Answer>][] = [
  ["title", (title, made) => send(made, "POST /api/databases", { title })],
  ["folder", (folder, made) => send(made, "POST /api/databases", { title: "T", folder })],
  ["table name", (name, made) => send(made, `POST ${made.at}/tables`, { name, fields: [] })],
  [
    "key",
    (key, made) =>
      send(made, `PATCH ${made.in}`, { base_version: 1, add_fields: [{ key, type: "text" }], dry_run: true }),
  ],
  [
    "label",
    (label, made) =>
      send(made, `PATCH ${made.in}`, { base_version: 1, update_fields: [{ key: "name", label }], dry_run: true }),
  ],
  [
    "option",
    (option, made) =>
      send(made, `POST ${made.at}/tables`, {
        name: crypto.randomUUID(),
        fields: [{ key: "a", type: "select", options: [option] }],
      }),
  ],
  [
    "default",
    (value, made) =>
      send(made, `POST ${made.at}/tables`, {
        name: crypto.randomUUID(),
        fields: [{ key: "a", type: "text", default: value }],
      }),
  ],
  [
    "accept",
    (end, made) =>
      send(made, `POST ${made.at}/tables`, {
        name: crypto.randomUUID(),
        fields: [{ key: "a", type: "attachment", accept: [end] }],
      }),
  ],
  ["value", (name, made) => send(made, `POST ${made.in}/records`, { data: { name } })],
  ["data key", (key, made) => send(made, `POST ${made.in}/records`, { data: { name: "x", [key]: "x" } })],
  ["JSON key", (key, made) => send(made, `POST ${made.in}/records`, { data: { name: "x", extra: { [key]: key } } })],
  [
    "idempotency key",
    (key, made) => send(made, `POST ${made.in}/records`, { data: { name: "x" }, idempotency_key: key }),
  ],
  ["search", (search, made) => send(made, `POST ${made.in}/query`, { search })],
  ["sort", (sort, made) => send(made, `POST ${made.in}/query`, { sort })],
  ["fields", (field, made) => send(made, `POST ${made.in}/query`, { fields: [field] })],
  ["cursor", (cursor, made) => send(made, `POST ${made.in}/query`, { cursor })],
  [
    "filter field",
    (field, made) => send(made, `POST ${made.in}/query`, { filters: [{ field, op: "eq", value: "x" }] }),
  ],
  ["filter op", (op, made) => send(made, `POST ${made.in}/query`, { filters: [{ field: "name", op, value: "x" }] })],
  ...["eq", "ne", "contains", "gt", "lte"].map((op): [string, (text: string, made: Made) => Promise<Answer>] => [
    `filter ${op}`,
    (value, made) => send(made, `POST ${made.in}/query`, { filters: [{ field: "name", op, value }] }),
  ]),
  [
    "JSON filter",
    (value, made) =>
      send(made, `POST ${made.in}/query`, { filters: [{ field: "extra", op: "eq", value: { [value]: value } }] }),
  ],
  ["group", (group_by, made) => send(made, `POST ${made.in}/aggregate`, { op: "count", group_by })],
  ["view name", (name, made) => send(made, `POST ${made.in}/views`, { name, config: {}, replace: true })],
  [
    "view config",
    (text, made) =>
      send(made, `POST ${made.in}/views`, { name: "c", config: { display: { [text]: text } }, replace: true }),
  ],
  [
    "match",
    (key, made) =>
      send(made, `POST ${made.in}/records/batch`, { ops: [{ op: "upsert", match: [key], data: { name: "x" } }] }),
  ],
  [
    "upsert value",
    (name, made) =>
      send(made, `POST ${made.in}/records/batch`, { ops: [{ op: "upsert", match: ["name"], data: { name } }] }),
  ],
  ["confirm", (text, made) => send(made, `DELETE ${made.in}?base_version=1&confirm=${address(text)}`, {})],
  [
    "import name",
    (name, made) =>
      h.call(`POST ${made.at}/tables/import?filename=a.csv&name=${address(name)}&dry_run=true`, {
        as: made.as,
        body: "a\n1\n",
      }),
  ],
  [
    "import match",
    (key, made) =>
      h.call(`POST ${made.at}/tables/import?filename=a.csv&table_id=${made.table.id}&match=${address(key)}`, {
        as: made.as,
        body: "name\n1\n",
      }),
  ],
  [
    "import cell",
    (cell, made) =>
      h.call(`POST ${made.at}/tables/import?filename=a.jsonl&dry_run=true`, {
        as: made.as,
        body: `${JSON.stringify({ a: cell, [cell]: 1 })}\n`,
      }),
  ],
  ["media", (path, made) => send(made, `POST ${made.at}/media`, { files: [{ doc_id: path, version: 1, path }] })],
  [
    "upload name",
    (name, made) =>
      h.call(`PUT ${made.in}/media/name`, {
        as: made.as,
        body: "x",
        headers: { "x-service-filename": address(name), "x-service-upload-id": "upload-0001" },
      }),
  ],
  ["statement", (text, made) => send(made, `POST ${made.at}/sql`, { sql: "select $1::text", params: [text] })],
  ["format", (text, made) => h.call(`GET ${made.at}/export?format=${address(text)}`, { as: made.as })],
  ["record id", (text, made) => h.call(`GET ${made.at}/records/${address(text)}`, { as: made.as })],
  ["table id", (text, made) => h.call(`GET ${made.at}/tables/${address(text)}`, { as: made.as })],
  ["database id", (text, made) => h.call(`GET /api/databases/${address(text)}`, { as: made.as })],
];

const address = (text: string) => encodeURIComponent(text.toWellFormed());

const HOSTILE = [
  "a\u0000b",
  "\ud800",
  "\udc00x",
  "'; drop table database_records; --",
  '" or 1=1 --',
  "') union select secret from users --",
  "name' || pg_sleep(10) || '",
  "%' and '1'='1",
  "_%\\",
  "\\",
  "$1",
  "{{7*7}}<%= 7*7 %>",
  "\u202e\u2066\ufeff",
  "../../etc/passwd",
  "\r\nSet-Cookie: a=b",
  "x".repeat(70_000),
  "𝕏".repeat(20_000),
  "a\u0301".repeat(5000),
  "",
  " ",
];

test.each(PLACES)(
  "whatever stands in %s is a text or is refused: no fault, and a refusal leaves nothing",
  async (_name, place) => {
    const made = await makeDatabase();
    await addRecord(made, { name: "bystander", extra: { a: 1 } });
    for (const text of HOSTILE) {
      const before = await h.rows(...WRITTEN);
      const { status, body } = await place(text, made);
      expect([text.slice(0, 60), status, status < 500 || body]).toEqual([text.slice(0, 60), status, true]);
      if (status >= 300) expect(await h.rows(...WRITTEN)).toEqual(before);
      if (status === 400 && body.error !== undefined) expect(String(body.error).length).toBeLessThan(2000);
    }
    const { records } = await must(send(made, `POST ${made.in}/query`, { search: "bystander" }));
    expect(records[0].data).toMatchObject({ name: "bystander", extra: { a: 1 } });
  },
);

test("texts that mean something to SQL, patterns and pages are kept, found and counted as they are", async () => {
  const texts = HOSTILE.filter(
    (text) => text.trim() !== "" && text.isWellFormed() && !text.includes("\u0000") && text.length < 100,
  );
  const made = await makeDatabase({
    fields: [
      { key: "name", type: "text" },
      { key: "kind", label: "Kind' --", type: "select", options: texts.map((text) => text.normalize("NFC").trim()) },
    ],
  });
  const options: string[] = made.table.fields[1].options;
  for (const [index, name] of texts.entries()) await addRecord(made, { name, kind: options[index] ?? "" });
  for (const [index, name] of texts.entries()) {
    for (const filters of [
      [{ field: "name", op: "eq", value: name }],
      [{ field: "kind", op: "eq", value: options[index] }],
    ]) {
      const { records } = await must(send(made, `POST ${made.in}/query`, { filters }));
      expect(records.map(({ id }: { id: number }) => id)).toEqual([index + 1]);
    }
    const part = { filters: [{ field: "name", op: "contains", value: name }] };
    const found = texts.filter((text) => text.includes(name)).length;
    expect((await must(send(made, `POST ${made.in}/query`, part))).total).toBe(found);
  }
  const { groups } = await must(send(made, `POST ${made.in}/aggregate`, { op: "count", group_by: "kind" }));
  expect(groups.map(({ key }: { key: string }) => key).sort()).toEqual([...options].sort());
});
