// Values just outside their bounds at every door of a database: exact refusals that leave nothing behind.
import { expect, test } from "bun:test";
import { type Answer, openHarness } from "../harness/harness.ts";
import { databasesOf, type Made } from "./made.ts";

const h = await openHarness();
const { makeDatabase, addRecord, must, readDatabase } = databasesOf(h);
const MIB = 1024 * 1024;
const LONG_CHARS = 262_144;
const TABLES = [
  ...["databases", "database_tables", "database_records", "database_record_history", "database_views"],
  ...["database_changes", "documents", "audit_events"],
];

/** Sends JSON as it is written, which need not be what any program would write. */
const sendRaw = (made: Made, call: string, body: string): Promise<Answer> =>
  h.call(call, { as: made.as, body, headers: { "content-type": "application/json" } });

const send = (made: Made, call: string, json: object): Promise<Answer> => h.call(call, { as: made.as, json });

async function expectNothing<T>(made: Made, work: () => Promise<T>): Promise<T> {
  const before = [await h.rows(...TABLES), await readDatabase(made)];
  const answer = await work();
  expect([await h.rows(...TABLES), await readDatabase(made)]).toEqual(before);
  return answer;
}

test("a record of 1 MiB is kept, and one byte more is refused by every way to write it", async () => {
  const keys = ["a", "b", "c", "d", "e"];
  const made = await makeDatabase({ fields: keys.map((key) => ({ key, type: "long_text" })) });
  const whole: Record<string, string> = Object.fromEntries(
    keys.slice(0, 3).map((key) => [key, "x".repeat(LONG_CHARS)]),
  );
  const room = (data: object) => MIB - Buffer.byteLength(JSON.stringify(data));
  // Counted as UTF-8: two bytes a letter, and one to make it come out even.
  const half = { ...whole, d: "", e: "" };
  const d = "ü".repeat(Math.floor(room(half) / 4));
  const full = { ...half, d, e: "x".repeat(room({ ...half, d })) };
  expect(Buffer.byteLength(JSON.stringify(full))).toBe(MIB);
  const over = { ...full, e: `${full.e}x` };
  const { id, version } = await must(send(made, `POST ${made.in}/records`, { data: full }), 201);
  const small = await addRecord(made, { a: "x" });
  const answers = await expectNothing(made, () =>
    Promise.all([
      send(made, `POST ${made.in}/records`, { data: over }),
      send(made, `PATCH ${made.in}/records/${id}`, { data: { e: over.e }, base_version: version }),
      send(made, `PATCH ${made.in}/records/${small.id}`, { data: over, base_version: 1 }),
      send(made, `POST ${made.in}/records/batch`, { ops: [{ op: "create", data: over }] }),
    ]),
  );
  for (const { status, body } of answers)
    expect([status, body.error]).toEqual([413, expect.stringContaining(`${MIB}`)]);
  const lines = [over, full].map((data) => `${JSON.stringify(data)}\n`).join("");
  const address = `POST ${made.at}/tables/import?filename=a.jsonl&table_id=${made.table.id}`;
  const report = await must(h.call(address, { as: made.as, body: lines }));
  expect([report.created, report.failed, report.failures[0].row]).toEqual([1, 1, 1]);
  expect((await readDatabase(made)).usage.record_bytes).toBe(2 * MIB + '{"a":"x"}'.length);
});

test("a table has 128 fields and not one more, from its start or later", async () => {
  const fields = (count: number) => Array.from({ length: count }, (_, n) => ({ key: `f${n}`, type: "text" }));
  const made = await makeDatabase({ fields: fields(128) });
  const [first, later] = await expectNothing(made, async () => [
    await send(made, `POST ${made.at}/tables`, { name: "More", fields: fields(129) }),
    await send(made, `PATCH ${made.in}`, { base_version: 1, add_fields: [{ key: "one_more", type: "text" }] }),
  ]);
  for (const answer of [first, later])
    expect([answer?.status, answer?.body.error]).toEqual([400, expect.stringContaining("128")]);
});

const TYPED = [
  { key: "text", type: "text" },
  { key: "long", type: "long_text" },
  { key: "number", type: "number" },
  { key: "yes", type: "checkbox" },
  { key: "day", type: "date" },
  { key: "at", type: "datetime" },
  { key: "mail", type: "email" },
  { key: "page", type: "url" },
  { key: "one", type: "select", options: ["open", "done"] },
  { key: "some", type: "multi_select", options: ["a", "b"] },
  { key: "json", type: "json" },
  { key: "files", type: "attachment" },
  { key: "notes", type: "review", attachment_field: "files" },
];

const comment = '{"id": "1", "source": {"doc_id": "doc_x", "version": 1, "path": "a.pdf"}, "body": "b"}';

/** Of each type, as JSON is written: values that are not quite in it. */
const WRONG: Record<string, string[]> = {
  text: ["1", "true", "[]", "{}", `"${"x".repeat(16_385)}"`, '"a\\u0000b"', '"\\ud800"', '"\\udc00\\ud800"'],
  long: ["1", `"${"x".repeat(LONG_CHARS + 1)}"`, '"\\u0000"'],
  number: [
    "1e999",
    "-1e999",
    '"NaN"',
    '"Infinity"',
    '"1e999"',
    '"0x10"',
    '"1,5"',
    "9007199254740993",
    '"0.1000000000000000055"',
    "true",
    "[1]",
  ],
  yes: ['"true"', "1", "0", "[]"],
  day: [
    '"2026-02-29"',
    '"2026-13-01"',
    '"2026-00-10"',
    '"0000-01-01"',
    '"10000-01-01"',
    '"2026-2-1"',
    "20260201",
    '"2026-02-01T00:00:00Z"',
  ],
  at: [
    '"2026-02-29T00:00:00Z"',
    '"2026-02-01T24:00:00Z"',
    '"2026-02-01T12:60:00Z"',
    '"2026-02-01T12:00:60Z"',
    '"2026-02-01T12:00:00"',
    '"2026-02-01T12:00:00+24:00"',
    '"0001-01-01T00:00:00+01:00"',
    '"9999-12-31T23:59:59-01:00"',
    "0",
  ],
  mail: ['"a"', '"a@"', '"@b.example"', '"a b@c.example"', '"a@b.example\\nbcc: c@d.example"', "1"],
  page: [
    '"javascript:alert(1)"',
    '"//evil.example"',
    '"ftp://a.example"',
    '"https://"',
    '"https://a b"',
    '" "',
    "1",
  ].filter((one) => one !== '" "'),
  one: ['"Open"', '"gone"', '["open"]', "1", '"open\\u0000"'],
  some: ['"a"', '["a", "a"]', '["c"]', "[1]", '[["a"]]', "{}"],
  json: [
    "1",
    "true",
    '"1"',
    '"{"',
    '{"a": "\\u0000"}',
    '{"\\ud800": 1}',
    '{"a": 1e999}',
    '{"a": 9007199254740993}',
    `${"[".repeat(21)}${"]".repeat(21)}`,
    `[${"1,".repeat(10_000)}1]`,
  ],
  files: [
    '"a"',
    "[1]",
    "[{}]",
    '[{"doc_id": "doc_x", "version": 0, "path": "a"}]',
    '[{"doc_id": "doc_x", "version": 1, "path": "a", "x": 1}]',
    '[{"doc_id": "doc_x", "version": 2147483648, "path": "a"}]',
    '[{"doc_id": "doc_x\\u0000", "version": 1, "path": "a"}]',
    '[{"doc_id": "doc_x", "version": 1, "path": "../a"}]',
  ],
  notes: ['"a"', "[1]", "[{}]", `[${comment}, ${comment}]`, `[${comment}]`, `[${comment.replace('"b"', '"\\u0000"')}]`],
};

test("a value just outside its type is refused by every way to write it, and leaves nothing", async () => {
  const made = await makeDatabase({ fields: TYPED });
  await addRecord(made, { text: "first" });
  await expectNothing(made, async () => {
    for (const [key, values] of Object.entries(WRONG)) {
      for (const value of values) {
        const data = `{"${key}": ${value}}`;
        const answers = [
          await sendRaw(made, `POST ${made.in}/records`, `{"data": ${data}}`),
          await sendRaw(made, `PATCH ${made.in}/records/1`, `{"data": ${data}, "base_version": 1}`),
          await sendRaw(made, `POST ${made.in}/records/batch`, `{"ops": [{"op": "create", "data": ${data}}]}`),
        ];
        // What no text may hold is refused before anybody asks which field it is for.
        const named = /\\u(0000|d[89a-f])/.test(value) ? undefined : key;
        const told = answers.map(({ status, body }) => [status, body.fields?.[0]?.key]);
        expect([key, value.slice(0, 80), ...told]).toEqual([
          key,
          value.slice(0, 80),
          ...answers.map(() => [400, named]),
        ]);
      }
    }
  });
});

test("a number so near to 0 that it would be kept as another one is refused, as JSON and as a text of it", async () => {
  const made = await makeDatabase({ fields: TYPED });
  await addRecord(made, { text: "first" });
  const told = (answer: Answer) => [answer.status, JSON.stringify(answer.body)];
  await expectNothing(made, async () => {
    for (const data of ['{"number": 1e-400}', '{"json": {"a": [-1.2e-323]}}', `{"number": 0.${"0".repeat(400)}1}`]) {
      for (const answer of [
        await sendRaw(made, `POST ${made.in}/records`, `{"data": ${data}}`),
        await sendRaw(made, `PATCH ${made.in}/records/1`, `{"data": ${data}, "base_version": 1}`),
        await sendRaw(made, `POST ${made.in}/records/batch`, `{"ops": [{"op": "create", "data": ${data}}]}`),
      ])
        expect([data, ...told(answer)]).toEqual([
          data,
          422,
          expect.stringContaining("is nearer to 0 than numbers are"),
        ]);
    }
    const text = await send(made, `POST ${made.in}/records`, { data: { json: '{"a": 1e-400}' } });
    expect(told(text)).toEqual([400, expect.stringContaining("json holds 1e-400, which is nearer to 0")]);
  });
  const body = '{"number": 1e-400}\n{"number": 1e-300, "text": "1e-400"}\n';
  const address = `POST ${made.at}/tables/import?filename=a.jsonl&table_id=${made.table.id}`;
  const report = await must(h.call(address, { as: made.as, body }));
  expect(report).toMatchObject({ created: 1, failed: 1, failures: [{ row: 1 }] });
  expect(report.failures[0].message).toContain("holds 1e-400");
});

test("a file's rows with such values are told of, and the others are taken", async () => {
  const made = await makeDatabase({ fields: TYPED });
  // A file that may not be opened refuses all of it.
  const wrong = Object.entries(WRONG).map(
    ([key, values]) => [key, values.filter((one) => !one.includes("../a"))] as const,
  );
  const rows = wrong.flatMap(([key, values]) => values.map((value) => `{"${key}": ${value}}`));
  const body = [...rows, '{"text": "fine"}'].join("\n");
  const report = await must(
    h.call(`POST ${made.at}/tables/import?filename=a.jsonl&table_id=${made.table.id}`, { as: made.as, body }),
  );
  // What a file says as text may be what a program has to say as another type.
  expect([report.read, report.created + report.failed, report.updated, report.skipped]).toEqual([
    rows.length + 1,
    rows.length + 1,
    0,
    0,
  ]);
  expect(report.failed).toBeGreaterThan(rows.length - 12);
});

test("members that every object has are fields like any other where there are such, and unknown where not", async () => {
  const made = await makeDatabase();
  const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "__defineGetter__"];
  await expectNothing(made, async () => {
    for (const name of names) {
      const created = await sendRaw(
        made,
        `POST ${made.in}/records`,
        `{"data": {"name": "x", "${name}": {"admin": true}}}`,
      );
      expect([name, created.status, created.body.fields?.[0]?.key]).toEqual([name, 400, name]);
      for (const [path, json] of [
        ["query", `{"filters": [{"field": "${name}", "op": "eq", "value": "x"}]}`],
        ["query", `{"sort": "${name}"}`],
        ["query", `{"fields": ["${name}"]}`],
        ["aggregate", `{"op": "count", "group_by": "${name}"}`],
        ["aggregate", `{"op": "sum", "field": "${name}", "group_by": "status"}`],
        ["views", `{"name": "v", "config": {"sort": "${name}"}}`],
        ["records/batch", `{"ops": [{"op": "upsert", "match": ["${name}"], "data": {"name": "x"}}]}`],
      ] as const) {
        const { status } = await sendRaw(made, `POST ${made.in}/${path}`, json);
        expect([name, path, json, status]).toEqual([name, path, json, status === 422 ? 422 : 400]);
      }
    }
  });
  expect(Reflect.get({}, "admin")).toBeUndefined();
});

test("a name or a title of spaces alone is refused for each thing that has one", async () => {
  const made = await makeDatabase();
  const [config, fields] = [{}, [{ key: "a", type: "text" }]];
  for (const [call, json] of [
    ["POST /api/databases", { title: " \t", folder: "blank" }],
    [`POST ${made.at}/tables`, { name: "  ", fields }],
    [`PATCH ${made.in}`, { name: "\u00a0", base_version: 1 }],
    [`POST ${made.in}/views`, { name: " ", config }],
  ] as const) {
    const { status, body } = await expectNothing(made, () => send(made, call, json));
    expect([call, status, body.error]).toEqual([
      call,
      400,
      expect.stringContaining("is blank; it needs a character that shows"),
    ]);
  }
});

test("a review's comment without a source is told that it is missing", async () => {
  const made = await makeDatabase({
    fields: [
      { key: "files", type: "attachment" },
      { key: "notes", type: "review", attachment_field: "files" },
    ],
  });
  const { status, body } = await expectNothing(made, () =>
    send(made, `POST ${made.in}/records`, { data: { notes: [{}] } }),
  );
  expect(status).toBe(400);
  expect(body.error).toStartWith("notes comment 1: source is missing; send {doc_id, version, path}");
});
