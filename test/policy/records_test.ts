// Secrets on their way into databases:
// refused where the policy blocks them, told of where it warns, and looked for once one is opened (rules: policy/secrets).
import { beforeAll, expect, test } from "bun:test";
import { databasesOf, type Made } from "../databases/made.ts";
import { type Answer, openHarness, type Person, type Send } from "../harness/harness.ts";

const h = await openHarness();
const { makeDatabase, addRecord, must } = databasesOf(h);
/** In pieces, or whoever hosts this file would take it for a real one. */
const SECRET = ["gh", "p_", "q7Zk2mVx9RtB4nWc8LyD5sHg3PjF6uQaT1eY"].join("");
const NOTES = `first\nthe key is ${SECRET}`;
const TABLES = [
  ...["databases", "database_tables", "database_records", "database_record_history", "database_views"],
  ...["database_changes", "audit_events"],
] as const;

const setScan = (as: Person, secret_scan: string) => must(h.call("PUT /api/policy", { as, json: { secret_scan } }));

/** A database with a record that has held the secret, and holds it no more. */
interface Place extends Made {
  record: number;
}

async function openPlace(): Promise<Place> {
  const made = await makeDatabase({ as: await h.person({ role: "owner" }) });
  const { id } = await addRecord(made, { name: "One", notes: NOTES });
  await must(
    h.call(`PATCH ${made.in}/records/${id}`, { as: made.as, json: { data: { notes: null }, base_version: 1 } }),
  );
  return { ...made, record: id };
}

let place: Place;
let warned: Place;

beforeAll(async () => {
  place = await openPlace();
  warned = await openPlace();
  await setScan(place.as, "block");
  await setScan(warned.as, "warn");
});

const ROWS = `name,notes\nAnna,fine\n,\nBerta,"a\nb"\nCleo,"first\n${SECRET}"\n`;

type Way = (at: Place) => [route: string, send: Send];
const batch =
  (...ops: object[]): Way =>
  (at) => [`POST ${at.in}/records/batch`, { json: { ops } }];
const tool = (name: string, given: object): [string, Send] => [
  "POST /mcp",
  { json: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } } },
];

const WAYS: [string, Way, path: string, line: number][] = [
  [
    "a changed record",
    (at) => [`PATCH ${at.in}/records/${at.record}`, { json: { data: { name: SECRET }, base_version: 2 } }],
    "name",
    1,
  ],
  ["a new record", (at) => [`POST ${at.in}/records`, { json: { data: { name: SECRET } } }], "data.name", 1],
  [
    "a new record under a key",
    (at) => [`POST ${at.in}/records`, { json: { data: { name: "a", extra: [SECRET] }, idempotency_key: "once" } }],
    "data.extra",
    1,
  ],
  ["a restored version", (at) => [`POST ${at.in}/records/${at.record}/restore`, { json: { version: 1 } }], "notes", 2],
  [
    "a batch",
    batch({ op: "create", data: { name: "a" } }, { op: "create", data: { name: "b", notes: NOTES } }),
    "data.notes",
    2,
  ],
  ["an upsert", batch({ op: "upsert", match: ["name"], data: { name: "Twin", notes: NOTES } }), "data.notes", 2],
  [
    "an import",
    (at) => [`POST ${at.at}/tables/import?filename=a.csv&table_id=${at.table.id}`, { body: ROWS }],
    "row 5: notes",
    2,
  ],
  [
    "a matched import",
    (at) => [
      `POST ${at.at}/tables/import?filename=a.csv&table_id=${at.table.id}&match=name`,
      { body: `name,notes\nOne,${SECRET}\n` },
    ],
    "row 2: notes",
    1,
  ],
  [
    "an import as a new table",
    (at) => [`POST ${at.at}/tables/import?filename=new.csv`, { body: ROWS }],
    "row 5: notes",
    2,
  ],
  [
    "a table",
    (at) => [
      `POST ${at.at}/tables`,
      { json: { name: "T", fields: [{ key: "a", type: "select", options: [SECRET] }] } },
    ],
    "field a: options",
    1,
  ],
  [
    "a field",
    (at) => [
      `PATCH ${at.in}`,
      { json: { base_version: 1, add_fields: [{ key: "b", type: "text", default: SECRET }] } },
    ],
    "field b: default",
    1,
  ],
  ["a view", (at) => [`POST ${at.in}/views`, { json: { name: "V", config: { search: SECRET } } }], "config", 1],
];

const sent = (at: Place, way: Way): Promise<Answer> => {
  const [route, send] = way(at);
  return h.call(route, { as: at.as, ...send });
};

test.each(WAYS)(
  "block refuses %s with its place, and neither answer nor table holds the secret",
  async (_what, way, path, line) => {
    const before = await h.rows(...TABLES);
    const answer = await sent(place, way);
    expect([answer.status, answer.body.code, answer.body.findings]).toEqual([
      400,
      "secret_found",
      [{ path: expect.stringContaining(path), line, rule: "github_token" }],
    ]);
    expect(JSON.stringify(answer.body)).not.toContain(SECRET);
    expect(await h.rows(...TABLES)).toEqual(before);
  },
);

test("block refuses the tool of a record as it refuses the request, with nothing written", async () => {
  const before = await h.rows(...TABLES);
  const given = { database_id: place.doc_id, table_id: place.table.id, data: { name: SECRET } };
  const [route, send] = tool("create_record", given);
  const { result } = (await h.call(route, { as: place.as, ...send })).body;
  expect([result.isError, JSON.stringify(result)]).toEqual([true, expect.stringContaining("data.name line 1")]);
  expect(await h.rows(...TABLES)).toEqual(before);
});

test("of a batch whose operations stand for themselves only those are refused that hold a secret, and a refused whole names the operation", async () => {
  const ops = [
    { op: "create", data: { name: "fine" } },
    { op: "create", data: { name: SECRET } },
  ];
  const whole = await h.call(`POST ${place.in}/records/batch`, { as: place.as, json: { ops } });
  expect([whole.status, whole.body.index]).toEqual([400, 1]);
  const each = await h.call(`POST ${place.in}/records/batch`, { as: place.as, json: { ops, atomic: false } });
  expect(each.body.results.map(({ status }: { status: number }) => status)).toEqual([201, 400]);
  expect(each.body.results[1].error.code).toBe("secret_found");
});

test.each(WAYS)("warn lets %s through, says where, and notes it without the secret", async (_what, way, path, line) => {
  const known = (await h.audit()).length;
  const answer = await sent(warned, way);
  expect([answer.status < 300, answer.body.warnings]).toEqual([
    true,
    [expect.stringMatching(new RegExp(`${path.replaceAll(".", "\\.")} line ${line} looks like a GitHub token`))],
  ]);
  const noted = (await h.audit()).slice(known).filter(({ action }) => action === "policy.secret_found");
  expect(noted).toMatchObject([{ target_id: warned.doc_id, meta: { findings: 1, rules: ["github_token"] } }]);
  expect(JSON.stringify(noted)).not.toContain(SECRET);
});

test.each([
  ["an import", (at: Place) => `POST ${at.at}/tables/import?filename=trial.csv&dry_run=true`, { body: ROWS }],
  [
    "a change of fields",
    (at: Place) => `PATCH ${at.in}`,
    { json: { base_version: 1, dry_run: true, add_fields: [{ key: "c", type: "text", default: SECRET }] } },
  ],
] as const)(
  "a dry run of %s says what the policy would, and nothing is written or noted",
  async (what, route, send) => {
    const before = await h.rows(...TABLES);
    const base_version = (await must(h.call(`GET ${warned.in}`, { as: warned.as }))).schema_version;
    const refused = await h.call(route(place), { as: place.as, ...send });
    expect([what, refused.status, refused.body.code]).toEqual([what, 400, "secret_found"]);
    const told = await h.call(route(warned), {
      as: warned.as,
      ...("json" in send ? { json: { ...send.json, base_version } } : send),
    });
    expect([what, told.status, told.body.warnings]).toEqual([
      what,
      200,
      [expect.stringContaining("looks like a GitHub token")],
    ]);
    expect(await h.rows(...TABLES)).toEqual(before);
  },
);

test("warn tells whoever uses the tool", async () => {
  const given = { database_id: warned.doc_id, table_id: warned.table.id, data: { name: SECRET } };
  const [route, send] = tool("create_record", given);
  const { result } = (await h.call(route, { as: warned.as, ...send })).body;
  expect(result.structuredContent.warnings).toContain("data.name line 1 looks like a GitHub token [github_token]");
});

test("what a record held before the policy stays when other values change, is found when the database is opened, copied or comes back, and when its table does", async () => {
  const made = await makeDatabase({ as: await h.person({ role: "owner" }) });
  const { id } = await addRecord(made, { name: "Old", notes: NOTES });
  await setScan(made.as, "block");
  const change = { data: { amount: 1 }, base_version: 1 };
  expect((await h.call(`PATCH ${made.in}/records/${id}`, { as: made.as, json: change })).status).toBe(200);
  const json = { visibility: "unlisted" };
  const opened = await h.call(`PATCH /api/docs/${made.doc_id}`, { as: made.as, json });
  const path = `table Orders, record ${id}: notes`;
  expect([opened.status, opened.body.findings]).toEqual([400, [{ path, line: 2, rule: "github_token" }]]);
  const copied = (records: boolean) =>
    h.call(`POST /api/docs/${made.doc_id}/duplicate`, { as: made.as, json: { include: { records } } });
  const copies = [await copied(true), await copied(false)];
  expect(copies.map(({ status, body }) => [status, body.findings?.[0]?.path])).toEqual([
    [400, path],
    [201, undefined],
  ]);
  await must(h.call(`DELETE /api/docs/${made.doc_id}`, { as: made.as }));
  const undelete = () => h.call(`POST /api/docs/${made.doc_id}/undelete`, { as: made.as, json: {} });
  expect((await undelete()).body.findings).toEqual([{ path, line: 2, rule: "github_token" }]);
  await setScan(made.as, "off");
  await must(undelete());
  await setScan(made.as, "block");
  await must(h.call(`DELETE ${made.in}?base_version=1&confirm=Orders`, { as: made.as }));
  const back = await h.call(`POST ${made.in}/restore`, { as: made.as, json: {} });
  expect([back.status, back.body.findings]).toEqual([400, [{ path, line: 2, rule: "github_token" }]]);
  await setScan(made.as, "off");
  expect((await h.call(`POST ${made.in}/restore`, { as: made.as, json: {} })).status).toBe(200);
  expect((await h.call(`PATCH /api/docs/${made.doc_id}`, { as: made.as, json })).status).toBe(200);
});

test("an import beyond what is looked through at once is looked through to its end, beside the loop", async () => {
  const rows = Array.from({ length: 3000 }, (_one, index) => `n${index},${"word ".repeat(20)}`);
  const body = ["name,notes", ...rows, `last,${SECRET}`].join("\n");
  const before = await h.rows(...TABLES);
  const answer = await sent(place, (at) => [`POST ${at.at}/tables/import?filename=many.csv`, { body }]);
  expect([answer.status, answer.body.findings]).toEqual([
    400,
    [{ path: "row 3002: notes", line: 1, rule: "github_token" }],
  ]);
  expect(await h.rows(...TABLES)).toEqual(before);
});
