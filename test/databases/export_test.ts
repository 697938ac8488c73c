// Exports of databases: everything as it was at one moment, in a form that other programs read.
import { Database as Sqlite } from "bun:sqlite";
import { expect, test } from "bun:test";
import { readdirSync, readlinkSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Papa from "papaparse";
import { unzip } from "../bundles/unzipped.ts";
import { openHarness } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { until } from "../harness/until.ts";
import { databasesOf, type Made } from "./made.ts";

const h = await openHarness();
const { makeDatabase, addRecord, readDatabase, must } = databasesOf(h);

const RECORDS = [
  { name: "=cmd()", amount: -12.5, tags: ["c", "a"], due: "2026-03-01", extra: { b: [1, null], a: "ü" } },
  { name: 'He said "no", then\nleft', notes: "'=1", status: "done" },
];

async function filled(): Promise<Made> {
  const made = await makeDatabase();
  for (const data of RECORDS) await addRecord(made, data);
  return made;
}

const take = (made: Made, query: string, as = made.as) => h.call(`GET ${made.at}/export?${query}`, { as });
const textOf = ({ bytes }: { bytes: Uint8Array }) => new TextDecoder().decode(bytes);

async function withFile<T>(bytes: Uint8Array, work: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "docsvc-test-"));
  try {
    await writeFile(join(folder, "a.sqlite"), bytes);
    return await work(join(folder, "a.sqlite"));
  } finally {
    await rm(folder, { recursive: true });
  }
}

test("a JSON export holds tables, fields, views and records with native values, and leaves an audit row", async () => {
  const answer = await scenario(h, {
    given: () => filled(),
    act: (made) => ({ as: made.as, call: `GET ${made.at}/export` }),
    expect: (made) => ({
      status: 200,
      audit: [{ action: "export.database", target_id: made.doc_id, meta: { format: "json" } }],
    }),
  });
  const { tables, ...about } = JSON.parse(textOf(answer));
  expect(about).toMatchObject({ format: "database", doc: { title: "Orders", folder: "data" }, revision: 3, views: [] });
  expect(tables).toHaveLength(1);
  expect(tables[0]).toMatchObject({
    name: "Orders",
    schema_version: 1,
    fields: [{ key: "name" }, { key: "amount" }, {}, {}, {}, {}, {}],
  });
  expect(tables[0].records).toEqual([
    {
      id: 1,
      version: 1,
      schema_version: 1,
      form_status: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      data: { ...RECORDS[0], status: "open", tags: ["a", "c"] },
    },
    expect.objectContaining({ id: 2, data: RECORDS[1] }),
  ]);
});

test("an export is saved under the title of its database, as far as a file can be called so", async () => {
  const made = await makeDatabase();
  const title = 'Löhne 1/2: \u202e"neu"';
  await must(h.call(`PATCH /api/docs/${made.doc_id}`, { as: made.as, json: { title } }));
  const told = (await take(made, "format=sqlite")).headers.get("content-disposition") ?? "";
  expect(decodeURIComponent(told.split("filename*=UTF-8''")[1] ?? "")).toBe("Löhne 1_2_ __neu_.sqlite");
  expect(told).toStartWith('attachment; filename="L_hne 1_2_ __neu_.sqlite"');
});

test("a CSV export is one table by RFC 4180, its lists and JSON as JSON text, its formulas guarded", async () => {
  const made = await filled();
  const answer = await take(made, `format=csv&table_id=${made.table.id}`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8; header=present"]);
  expect(answer.headers.get("content-disposition")).toStartWith('attachment; filename="Orders - Orders.csv"');
  const times = "[^,]+,[^,]+";
  expect(textOf(answer)).toMatch(
    new RegExp(
      `^_id,_version,_form_status,_created_at,_updated_at,name,amount,status,tags,due,notes,extra\\r\\n${[
        `1,1,,${times},"'=cmd\\(\\)",-12.5,open,"\\[""a"",""c""\\]",2026-03-01,,"\\{""a"":""ü"",""b"":\\[1,null\\]\\}"\\r\\n`,
        `2,1,,${times},"He said ""no"", then\\nleft",,done,,,''=1,\\r\\n$`,
      ].join("")}`,
    ),
  );
});

test("an SQLite export has a table for each of the database's, a catalog, and nothing of other databases", async () => {
  const [made] = [await filled(), await filled()];
  await must(
    h.call(`POST ${made.at}/tables`, {
      as: made.as,
      json: { name: 'sqlite_"x"', fields: [{ key: "order", type: "checkbox" }] },
    }),
  );
  const { tables } = await readDatabase(made);
  await must(
    h.call(`POST ${made.at}/tables/${tables[1].id}/records`, { as: made.as, json: { data: { order: true } } }),
  );
  const answer = await take(made, "format=sqlite");
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/vnd.sqlite3"]);
  await withFile(answer.bytes, async (path) => {
    const file = new Sqlite(path, { readonly: true });
    const all = (sql: string) => file.query<Record<string, unknown>, []>(sql).all();
    expect(all("select name from sqlite_schema where type = 'table' order by name").map(({ name }) => name)).toEqual([
      "Orders",
      "_database",
      "_fields",
      "_tables",
      "_views",
      'table sqlite_"x"',
    ]);
    expect(all("select * from Orders")).toMatchObject([
      {
        _id: 1,
        _version: 1,
        _form_status: null,
        name: "=cmd()",
        amount: -12.5,
        tags: '["a","c"]',
        extra: '{"a":"ü","b":[1,null]}',
        notes: null,
      },
      { _id: 2, name: 'He said "no", then\nleft', notes: "'=1" },
    ]);
    expect(all('select * from "table sqlite_""x"""')).toMatchObject([{ order: 1 }]);
    expect(
      all("select t.name, f.key, f.type from _fields f join _tables t on t.id = f.table_id where f.position = 0"),
    ).toEqual([
      { name: "Orders", key: "name", type: "text" },
      { name: 'sqlite_"x"', key: "order", type: "checkbox" },
    ]);
    expect(all("pragma integrity_check")).toEqual([{ integrity_check: "ok" }]);
    file.close();
    if (Bun.which("sqlite3") === null) return;
    const run = Bun.spawnSync(["sqlite3", path, "select count(*), sum(amount) from Orders; pragma integrity_check"]);
    expect(run.stdout.toString()).toBe("2|-12.5\nok\n");
  });
});

test("every export says the times of a record as its record does", async () => {
  const made = await filled();
  const { records } = await must(h.call(`POST ${made.in}/query`, { as: made.as, json: {} }));
  const times = records.map(({ created_at, updated_at }: Record<string, string>) => [created_at, updated_at]);
  const { tables } = JSON.parse(textOf(await take(made, "format=json")));
  expect(tables[0].records.map((one: Record<string, string>) => [one["created_at"], one["updated_at"]])).toEqual(times);
  const csv = Papa.parse<string[]>(textOf(await take(made, `format=csv&table_id=${made.table.id}`)).trimEnd());
  expect(csv.data.slice(1).map((cells) => cells.slice(3, 5))).toEqual(times);
  await withFile((await take(made, "format=sqlite")).bytes, async (path) => {
    const file = new Sqlite(path, { readonly: true });
    expect(file.query("select _created_at, _updated_at from Orders order by _id").values()).toEqual(times);
    file.close();
  });
});

test("what a HEAD asks the length of is not kept open", async () => {
  const made = await filled();
  const held = () => readdirSync("/proc/self/fd").filter((one) => /docsvc-[^/]+\/file \(deleted\)$/.test(linkOf(one)));
  const { status, bytes, headers } = await h.call(`HEAD ${made.at}/export`, { as: made.as });
  expect([status, bytes.length]).toEqual([200, 0]);
  expect(Number(headers.get("content-length"))).toBeGreaterThan(100);
  await until(() => held().length === 0);
});

/** What a descriptor leads to; one may be gone before it is looked at. */
function linkOf(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return "";
  }
}

test("csv without a table, a table without csv and an unknown format are refused; a table that is not there is a 404", async () => {
  const [made, other] = [await filled(), await filled()];
  const answers = [
    await take(made, "format=csv"),
    await take(made, `format=json&table_id=${made.table.id}`),
    await take(made, "format=xml"),
    await take(made, `format=csv&table_id=${other.table.id}`),
  ];
  expect(answers.map((answer) => answer.status)).toEqual([400, 400, 400, 404]);
  expect(answers[0]?.body.error).toContain("table_id");
  expect(
    (await h.audit()).filter(({ target_id }) => target_id === made.doc_id).map(({ action }) => action),
  ).not.toContain("export.database");
});

test("who may view exports; to anybody else the database is not there", async () => {
  const made = await filled();
  const colleague = await h.person({ workspace_id: made.as.workspace_id });
  expect((await take(made, "format=json", colleague)).status).toBe(404);
  await must(
    h.call(`POST /api/docs/${made.doc_id}/access`, {
      as: made.as,
      json: { subject_type: "user", subject: colleague.email, level: "view" },
    }),
  );
  expect((await take(made, "format=json", colleague)).status).toBe(200);
});

test("more than 64 MiB of live records are refused with 413 and the way out", async () => {
  const made = await filled();
  const { sql } = h.runtime.database;
  const most = 64 * 1024 * 1024;
  const [row] = await sql`select document_id from documents where doc_id = ${made.doc_id}`;
  await sql`update databases set record_bytes = ${most + 1} where document_id = ${row?.["document_id"]}`;
  const answer = await take(made, "format=json");
  expect([answer.status, answer.body.max_bytes]).toEqual([413, most]);
  expect(answer.body.error).toContain("csv");
  expect((await take(made, `format=csv&table_id=${made.table.id}`)).status).toBe(200);
  await sql`update databases set record_bytes = ${most} where document_id = ${row?.["document_id"]}`;
  expect((await take(made, "format=sqlite")).status).toBe(200);
});

test("an export shows one moment while others write", async () => {
  const made = await makeDatabase();
  let isOver = false;
  const writers = Array.from({ length: 4 }, async () => {
    while (!isOver) await addRecord(made, { name: "x".repeat(2000) });
  });
  for (let round = 0; round < 10; round++) {
    const { revision, tables } = JSON.parse(textOf(await take(made, "format=json")));
    // The table is the first change, and every record one.
    expect(tables[0].records).toHaveLength(revision - 1);
    expect(tables[0].records.map(({ id }: { id: number }) => id)).toEqual(
      Array.from({ length: revision - 1 }, (_, at) => at + 1),
    );
  }
  isOver = true;
  await Promise.all(writers);
});

test("the export of an account has database.json beside each database, or a notice where one is too large", async () => {
  const made = await filled();
  const large = await makeDatabase({ as: made.as, folder: "large" });
  const { sql } = h.runtime.database;
  await sql`update databases b set record_bytes = ${2 ** 31} from documents d
    where d.document_id = b.document_id and d.doc_id = ${large.doc_id}`;
  const answer = await h.call("GET /api/export", { as: made.as });
  const files = await unzip(answer.bytes);
  const names = Object.keys(files).filter((name) => /database\.json|notice/.test(name));
  expect(names.sort()).toEqual(["data/Orders/database.json", "large/Orders/export_notice.txt"]);
  const { tables, doc } = JSON.parse(files["data/Orders/database.json"] ?? "");
  expect([doc.doc_id, doc.folder, tables[0].records.length]).toEqual([made.doc_id, "data", 2]);
  expect(files["large/Orders/export_notice.txt"]).toContain("2147483648 bytes");
  expect(JSON.parse(files["index.json"] ?? "").docs).toHaveLength(2);
});
