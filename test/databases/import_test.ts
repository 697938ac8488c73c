// Imports: every row of a file is created, changed, skipped or told of, whatever becomes of the sender.
import { expect, test } from "bun:test";
import { zipSync } from "fflate";
import { openHarness } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { type Body, countsOf, importing, lines, typesOf } from "./importing.ts";
import { databasesOf } from "./made.ts";

const h = await openHarness();
const { makeDatabase, readDatabase, must } = databasesOf(h);
const { send, dataOf } = importing(h);

const PEOPLE = lines(
  "Name,Age,Nr.,Joined,Seen,Active,Mail,Site,Extra,Größe (cm),Notes",
  'Anna,31.5,007,2024-02-29,2024-02-29T12:00:00+01:00,TRUE,anna@example.com,https://example.com,"{""a"":[1]}",170,"two\nlines"',
  "Otto,-4,+49 30,2024-03-01,2024-03-01T00:00:00Z,false,otto@example.com,http://otto.example,[],,",
);

test("a CSV file makes a table of guessed fields with a record for each row, and one audit row", async () => {
  const made = await makeDatabase();
  const answer = await scenario(h, {
    given: async () => made,
    act: () => ({ as: made.as, call: `POST ${made.at}/tables/import?filename=people.csv`, body: PEOPLE }),
    expect: {
      status: 200,
      body: { name: "people", dry_run: false, read: 2, created: 2, updated: 0, skipped: 0, failed: 0, failures: [] },
      audit: [{ action: "record.imported", target_id: made.doc_id, meta: { created: 2, failed: 0, format: "csv" } }],
    },
  });
  expect(typesOf(answer)).toEqual([
    ...["name:text", "age:number", "nr:text", "joined:date", "seen:text", "active:text"],
    ...["mail:email", "site:url", "extra:json", "grosse_cm:number", "notes:long_text"],
  ]);
  expect(await dataOf(made, answer.body.table_id)).toEqual([
    expect.objectContaining({
      name: "Anna",
      age: 31.5,
      nr: "007",
      active: "TRUE",
      extra: { a: [1] },
      notes: "two\nlines",
    }),
    expect.objectContaining({ name: "Otto", age: -4, seen: "2024-03-01T00:00:00Z", active: "false", extra: [] }),
  ]);
  expect((await readDatabase(made)).usage).toMatchObject({ tables: 2, records: 2 });
});

test("a dry run says what would be, and writes nothing", async () => {
  const answer = await scenario(h, {
    given: () => makeDatabase(),
    act: (made) => ({
      as: made.as,
      call: `POST ${made.at}/tables/import?filename=people.csv&dry_run=true`,
      body: PEOPLE,
    }),
    expect: { status: 200, body: { table_id: null, dry_run: true, created: 2 }, audit: [] },
  });
  expect(answer.body.fields).toHaveLength(11);
});

test("rows that fail are told of by row, field and reason while the others are taken, and the counts add up", async () => {
  const made = await makeDatabase();
  const file = lines(
    "name;Amount;status;tags;due",
    "One;1;open;a;2026-03-01",
    ";;;;",
    ";2;open;;",
    "Three;many;gone;;2026-02-30",
    'Four;;done;"[""c"",""a""]";',
    "Five;5;open;b;;;too many",
  );
  const answer = await send(made, { filename: "o.csv", table_id: made.table.id }, file);
  expect([answer.status, ...countsOf(answer)]).toEqual([200, 6, 2, 0, 1, 3]);
  expect(
    answer.body.failures.map(({ row, key, code }: { row: number; key: string; code: string }) => [row, key, code]),
  ).toEqual([
    [4, "name", "required"],
    [5, "amount", "type"],
    [5, "status", "option"],
    [5, "due", "range"],
    [7, null, "format"],
  ]);
  expect(await dataOf(made, made.table.id)).toEqual([
    { name: "One", amount: 1, status: "open", tags: ["a"], due: "2026-03-01" },
    { name: "Four", status: "done", tags: ["a", "c"] },
  ]);
});

test("JSON Lines keep whole values, and name the lines that are none", async () => {
  const made = await makeDatabase();
  const file = [
    '{"name":"A","extra":{"__proto__":1,"b":[]},"tags":["b","a"]}',
    "",
    "nothing",
    "[1]",
    '{"name":"B","amount":2}',
  ].join("\n");
  const answer = await send(made, { filename: "o.jsonl", table_id: made.table.id }, file);
  expect(countsOf(answer)).toEqual([4, 2, 0, 0, 2]);
  expect(answer.body.failures.map(({ row }: { row: number }) => row)).toEqual([3, 4]);
  expect(JSON.stringify((await dataOf(made, made.table.id))[0])).toContain('"__proto__":1');
  const guessed = await send(made, { filename: "new.jsonl" }, '{"a":1,"b":{"c":1},"d":true}\n{"a":2.5,"e":"x"}\n');
  expect(typesOf(guessed)).toEqual(["a:number", "b:json", "d:checkbox", "e:text"]);
});

test("an Excel sheet comes with its days, times, numbers and computed values", async () => {
  const made = await makeDatabase();
  const file = await Bun.file(new URL("./fixtures/people.xlsx", import.meta.url)).bytes();
  const answer = await send(made, { filename: "people.xlsx" }, file);
  expect(countsOf(answer)).toEqual([5, 4, 0, 1, 0]);
  expect(typesOf(answer)).toEqual([
    ...["name:text", "age:number", "joined:date", "seen:datetime", "active:checkbox", "link:url", "formula:number"],
    ...["err:text", "rich:text"],
  ]);
  expect((await dataOf(made, answer.body.table_id))[0]).toEqual({
    name: "Name 0",
    age: 0.1,
    joined: "2024-01-01",
    seen: "2024-01-01T12:30:00.000000Z",
    active: true,
    link: "https://example.com/0",
    formula: 42,
    err: "#N/A",
    rich: "ab",
  });
  const other = await send(made, { filename: "people.xlsx", name: "Other", sheet: "Other" }, file);
  expect([other.status, ...countsOf(other)]).toEqual([200, 1, 1, 0, 0, 0]);
  expect((await send(made, { filename: "people.xlsx", name: "No", sheet: "No" }, file)).body.error).toContain(
    '"People", "Other"',
  );
});

test("a repeat under the same key answers the first report, and another file under it is refused", async () => {
  const made = await makeDatabase();
  const query = { filename: "people.csv", idempotency_key: "import-1" };
  const first = await must(send(made, query, PEOPLE));
  expect(first.replayed).toBe(false);
  expect(await must(send(made, query, PEOPLE))).toEqual({ ...first, replayed: true });
  const other = await send(made, query, PEOPLE.replace("Anna", "Anne"));
  expect([other.status, other.body.code]).toEqual([409, "idempotency_key_reused"]);
  expect((await readDatabase(made)).usage.records).toBe(2);
});

test("a dry run takes no key from the import, before it or behind it", async () => {
  const made = await makeDatabase();
  const query = { filename: "people.csv", idempotency_key: "tried" };
  const trial = { ...query, dry_run: "true" };
  expect(await must(send(made, trial, PEOPLE))).toMatchObject({ dry_run: true, created: 2, replayed: false });
  const first = await must(send(made, query, PEOPLE));
  expect(first).toMatchObject({ dry_run: false, created: 2, replayed: false });
  // What would be is said anew: by now the name is taken.
  expect((await send(made, trial, PEOPLE)).status).toBe(409);
  expect(await must(send(made, query, PEOPLE))).toEqual({ ...first, replayed: true });
  expect((await readDatabase(made)).usage).toMatchObject({ tables: 2, records: 2 });
});

test("a repeat is answered also where the file has filled the database; another file is refused with the limit", async () => {
  const made = await makeDatabase();
  const [max, size] = [50_000, 2];
  await h.runtime.database.sql`update databases b set records = ${max - size} from documents d
    where d.document_id = b.document_id and d.doc_id = ${made.doc_id}`;
  const query = { filename: "people.csv", idempotency_key: "filling" };
  const first = await must(send(made, query, PEOPLE));
  expect((await readDatabase(made)).usage.records).toBe(max);
  expect(await must(send(made, query, PEOPLE))).toEqual({ ...first, replayed: true });
  for (const dry_run of ["true", "false"]) {
    const refused = await send(made, { filename: "more.csv", dry_run }, PEOPLE);
    expect([refused.status, refused.body.code, refused.body.limit]).toEqual([409, "limit_reached", max]);
  }
  expect((await readDatabase(made)).usage).toMatchObject({ tables: 2, records: max });
});

test("a file that cannot be read, or does not fit the table, is refused with the reason, and nothing is written", async () => {
  const made = await makeDatabase();
  const before = await readDatabase(made);
  const bytes = (...list: number[]) => new Uint8Array(list);
  const wide = Array.from({ length: 300 }, (_, index) => `c${index}`).join(",");
  const table_id = made.table.id;
  const cases: [Record<string, string>, Body, string][] = [
    [{ filename: "a.csv" }, "", "empty"],
    [{ filename: "a.csv" }, bytes(0xff, 0x41, 0xe4), "UTF-8"],
    [{ filename: "a.csv" }, 'a,b\n"x,y\n', "no CSV"],
    [{ filename: "a.csv" }, `${wide}\n1\n`, "columns"],
    [{ filename: "a.csv" }, `${Array.from({ length: 129 }, (_, index) => `c${index}`).join(",")}\n1\n`, "128"],
    [{ filename: "a.csv", name: "Orders" }, "a\n1\n", "already"],
    [{ filename: "a.csv", table_id }, "name,nope\nA,1\n", "nope"],
    [{ filename: "a.csv", table_id }, "nope\nA\n", "nope"],
    [{ filename: "a.csv", table_id, skip_unknown: "true" }, "nope\nA\n", "no column"],
    [{ filename: "a.csv", table_id }, "name,Name\nA,B\n", "both"],
    [{ filename: "a.csv", table_id, match: "nope" }, "name\nA\n", "nope"],
    [{ filename: "a.csv", table_id, match: "amount" }, "name\nA\n", "amount"],
    [{ filename: "a.csv", match: "name" }, "name\nA\n", "table_id"],
    [{ filename: "a.pdf" }, "x", "format"],
    [{ filename: "a.xlsx" }, "x", "workbook"],
    [{ filename: "a.xlsx" }, zipSync({ "x.txt": bytes(1) }) as Uint8Array<ArrayBuffer>, "workbook"],
    [{ filename: "a.csv", sheet: "x" }, "a\n1\n", "xlsx"],
  ];
  for (const [query, body, word] of cases) {
    const answer = await send(made, query, body);
    expect([query, answer.status < 500 && answer.status >= 400, JSON.stringify(answer.body).includes(word)]).toEqual([
      query,
      true,
      true,
    ]);
  }
  expect((await send(made, { filename: "a.csv", table_id: "999999" }, "a\n1\n")).status).toBe(404);
  expect(await readDatabase(made)).toEqual(before);
});

test("names of unknown columns are told so that they can be kept, and of 200 characters at most", async () => {
  const made = await makeDatabase();
  const body = `{"name":"x","a\\u0000b":1,"c\\ud800":2,"${"d".repeat(1000)}":3}\n`;
  const answer = await h.call(
    `POST ${made.at}/tables/import?filename=a.jsonl&table_id=${made.table.id}&skip_unknown=true`,
    {
      as: made.as,
      body,
      headers: { "idempotency-key": "columns" },
    },
  );
  expect([answer.status, JSON.stringify(answer.body.ignored_columns)]).toEqual([
    200,
    JSON.stringify(["a b", "c\ufffd", "d".repeat(200)]),
  ]);
});

test("JSON Lines without one object are refused by the first line that is none", async () => {
  const made = await makeDatabase();
  for (const [file, why] of [
    ['\n{"a":', "line 2 is no JSON"],
    ["[1]\n2\n", "line 1 is no JSON object"],
  ] as const) {
    const { status, body } = await send(made, { filename: "broken.jsonl" }, file);
    expect([status, body.error]).toEqual([
      400,
      `${why}; write a JSON object on each line, such as {"name": "Anna", "city": "Bonn"}`,
    ]);
  }
});
