// Ids of other people's tables, records, views, files and pages under a database of one's own,
// and what a reader loses at once.
import { expect, test } from "bun:test";
import { openHarness, type ParsedBody, type Person } from "../harness/harness.ts";
import { callTool } from "../harness/scenario.ts";
import { until } from "../harness/until.ts";
import { limited } from "../oauth/limited.ts";
import { databasesOf, type Made } from "./made.ts";

const h = await openHarness();
const { makeDatabase, addRecord, must, readDatabase } = databasesOf(h);
const FIELDS = [
  { key: "name", type: "text", required: true },
  { key: "files", type: "attachment" },
];
const SECRET = "Herr Ünbekannt";

interface Filled extends Made {
  record: ParsedBody;
  view: ParsedBody;
  file: ParsedBody;
}

const upload = (db: Made, as: Person, name = "a.txt") =>
  h.call(`PUT ${db.in}/media/files`, {
    as,
    headers: { "x-service-filename": name, "x-service-upload-id": "upload-0001" },
    body: "hello",
  });

/** With as many records as `before` says in front, so that its own has a number which another database lacks. */
async function filled(as: Person, before: number): Promise<Filled> {
  const db = await makeDatabase({ as, fields: FIELDS });
  for (let count = 0; count < before; count++) await addRecord(db, { name: `${SECRET} ${count}` });
  const { file } = await must(upload(db, as));
  const record = await addRecord(db, { name: SECRET, files: [file] });
  const view = await must(h.call(`POST ${db.in}/views`, { as, json: { name: SECRET, config: {} } }));
  return { ...db, record, view, file };
}

const [anna, eve] = [await h.person(), await h.person()];
const [theirs, own] = [await filled(anna, 3), await filled(eve, 0)];
const NOWHERE = 999_999;

/** Every operation that takes an id of something in a database. */
function calls(at: string, ids: { table: number; record: number; view: number }): [string, object?][] {
  const table = `${at}/tables/${ids.table}`;
  const record = `${table}/records/${ids.record}`;
  const view = `${table}/views/${ids.view}`;
  const data = { name: "x" };
  return [
    [`GET ${table}`],
    [`PATCH ${table}`, { base_version: 1, name: "Mine" }],
    [`DELETE ${table}?base_version=1&confirm=Orders`],
    [`POST ${table}/restore`],
    [`POST ${table}/query`, {}],
    [`POST ${table}/aggregate`, { op: "count", group_by: "name" }],
    [`POST ${table}/records`, { data }],
    [`POST ${table}/records/batch`, { ops: [{ op: "create", data }] }],
    [`POST ${table}/views`, { name: "Mine", config: {} }],
    [`GET ${at}/export?format=csv&table_id=${ids.table}`],
    [`POST ${at}/tables/import?filename=a.csv&table_id=${ids.table}`],
    [`GET ${record}`],
    [`GET ${at}/records/${ids.record}`],
    [`PATCH ${record}`, { data, base_version: 1 }],
    [`DELETE ${record}?base_version=1`],
    [`GET ${record}/history`],
    [`POST ${record}/restore`, { version: 1 }],
    [`GET ${view}`],
    [`PATCH ${view}`, { name: "Mine" }],
    [`DELETE ${view}`],
  ];
}

/** Without ids and numbers; ids first, which hold digits. */
const neutral = (text: string) => text.replace(/doc_[\w-]{22}/g, "doc_").replace(/\d+/g, "0");

async function answersTo(list: [string, object?][], as: Person) {
  const answers = [];
  for (const [call, json] of list) {
    const body = call.includes("/import?") ? "name\nx\n" : undefined;
    const { status, body: told } = await h.call(call, { as, ...(json && { json }), ...(body && { body }) });
    const { request_id: _, ...rest } = told;
    answers.push([neutral(call), status, neutral(JSON.stringify(rest))]);
  }
  return answers;
}

async function everything() {
  const names = [
    "database_tables",
    "database_records",
    "database_views",
    "database_changes",
    "documents",
    "audit_events",
  ];
  return [await h.rows(...names), await readDatabase(theirs), await readDatabase(own)];
}

test("ids of another database are what is nowhere under one's own, for every operation, and nothing changes", async () => {
  const before = await everything();
  const nowhere = { table: NOWHERE, record: NOWHERE, view: NOWHERE };
  const ofTheirs = { table: theirs.table.id, record: theirs.record.id, view: theirs.view.id };
  const expected = await answersTo(calls(own.at, nowhere), eve);
  expect(new Set(expected.map(([, status]) => status))).toEqual(new Set([404]));
  expect(await answersTo(calls(own.at, ofTheirs), eve)).toEqual(expected);
  // In a table of one's own too.
  const within = calls(own.at, { ...ofTheirs, table: own.table.id }).slice(11);
  const notThere = calls(own.at, { ...nowhere, table: own.table.id }).slice(11);
  expect(await answersTo(within, eve)).toEqual(await answersTo(notThere, eve));
  expect(await everything()).toEqual(before);
});

test("to a stranger every operation and every tool says the same of a database that is there as of one that is not", async () => {
  const before = await everything();
  const ids = { table: theirs.table.id, record: theirs.record.id, view: theirs.view.id };
  const rest: [string, object?][] = [
    [""],
    ["/status"],
    ["/changes?wait=1"],
    ["/activity"],
    ["/export"],
    ["/sql", { sql: "select 1" }],
    ["/media", { files: [theirs.file] }],
    ["/tables", { name: "Mine", fields: FIELDS }],
  ];
  const all = (at: string): [string, object?][] => [
    ...calls(at, ids),
    ...rest.map(([path, json]): [string, object?] => [`${json ? "POST" : "GET"} ${at}${path}`, json]),
  ];
  const missing = `/api/databases/doc_${"A".repeat(22)}`;
  expect(await answersTo(all(theirs.at), eve)).toEqual(await answersTo(all(missing), eve));
  for (const [name, args] of [
    ["get_database", {}],
    ["create_table", { name: "Mine", fields: FIELDS }],
    ["update_table", { table_id: ids.table, base_version: 1, name: "Mine" }],
    ["query_records", { table_id: ids.table }],
    ["aggregate_records", { table_id: ids.table, op: "count", group_by: "name" }],
    ["get_record", { record_id: ids.record }],
    ["create_record", { table_id: ids.table, data: { name: "x" } }],
    ["update_record", { table_id: ids.table, record_id: ids.record, base_version: 1, data: { name: "x" } }],
    ["delete_record", { table_id: ids.table, record_id: ids.record, base_version: 1 }],
    ["save_database_view", { table_id: ids.table, name: "Mine", config: {} }],
    ["database_changes", {}],
    ["database_status", {}],
    ["database_activity", {}],
    ["sql_query", { sql: "select 1" }],
  ] as const) {
    const told = await callTool(h, eve, { name, arguments: { database_id: theirs.doc_id, ...args } });
    expect([name, told.isError, told.structuredContent?.["error"]]).toEqual([
      name,
      true,
      expect.objectContaining({ code: "not_found", message: "document not found" }),
    ]);
  }
  expect(await everything()).toEqual(before);
});

test("an upload id is its sender's own: sent by another editor it makes another file, and is no way to the first", async () => {
  const db = await makeDatabase({ as: anna, fields: FIELDS, root: "general" });
  const otto = await h.person({ workspace_id: anna.workspace_id });
  const first = await must(upload(db, anna));
  await must(h.call(`PATCH /api/docs/${first.file.doc_id}`, { as: anna, json: { visibility: "restricted" } }));
  const second = await must(upload(db, otto));
  expect(second.file.doc_id).not.toBe(first.file.doc_id);
  expect(await must(upload(db, anna))).toEqual(first);
});

/** A colleague who may do so much in `theirs`, until `end` takes it away. */
async function colleague(level: "view" | "comment" | "edit") {
  const as = await h.person({ workspace_id: anna.workspace_id });
  const json = { subject_type: "user", subject: as.email, level };
  const grant = await must(h.call(`POST /api/docs/${theirs.doc_id}/access`, { as: anna, json }));
  const end = () => must(h.call(`DELETE /api/access/${grant.id}`, { as: anna }));
  return { as, end };
}

test("who may view or comment reads all and writes nothing", async () => {
  const ids = { table: theirs.table.id, record: theirs.record.id, view: theirs.view.id };
  for (const level of ["view", "comment"] as const) {
    const { as } = await colleague(level);
    const before = await everything();
    const answers = await answersTo(calls(theirs.at, ids), as);
    const reads = /^GET |\/query$|\/aggregate$/;
    expect(answers.map(([call, status]) => [call, status])).toEqual(
      answers.map(([call]) => [call, reads.test(String(call)) ? 200 : 403]),
    );
    expect((await upload(theirs, as)).status).toBe(403);
    expect((await h.call(`POST ${theirs.at}/tables`, { as, json: { name: "Mine", fields: FIELDS } })).status).toBe(403);
    const [counts, ...databases] = await everything();
    // The export is noted.
    expect([{ ...counts, audit_events: 0 }, ...databases]).toEqual([
      { ...before[0], audit_events: 0 },
      ...before.slice(1),
    ]);
  }
});

test("who waits for changes when their access or token ends is not told of the next one", async () => {
  const { as: member, end } = await colleague("view");
  const revoked = (await colleague("view")).as;
  const { revision } = await readDatabase(theirs);
  const wait = (as: Person) => h.call(`GET ${theirs.at}/changes?after=${revision}&wait=50`, { as });
  const waiting = [wait(member), wait(revoked)];
  await until(async () => (await h.call("GET /api/me", { as: revoked })).status === 200);
  await end();
  const tokens = await must(h.call("GET /api/tokens", { as: revoked, with_cookie: true }));
  const list = Array.isArray(tokens) ? tokens : tokens.tokens;
  await must(h.call(`POST /api/tokens/${list[0].id}/revoke`, { as: revoked, with_cookie: true }));
  await addRecord(theirs, { name: "Not for them" });
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([404, 401]);
});

test("what a connection is limited to holds for each way into a database", async () => {
  const ids = { table: theirs.table.id, record: theirs.record.id, view: theirs.view.id };
  const before = await everything();
  const reads = /^GET |\/query$|\/aggregate$/;
  const readOnly = await limited(h, anna, { read_only: true });
  for (const [call, status] of await answersTo(calls(theirs.at, ids), readOnly))
    expect([call, status]).toEqual([call, reads.test(String(call)) ? 200 : 403]);
  expect((await upload(theirs, readOnly)).status).toBe(403);
  // A root elsewhere, and a database in My documents.
  const [root] = await h.runtime.database.sql<{ root_id: number }[]>`
    select root_id from roots where workspace_id = ${anna.workspace_id} and slug = 'general'`;
  const inRoots = await limited(h, anna, { roots: [String(root?.root_id)] });
  const outside = await answersTo(calls(theirs.at, ids), inRoots);
  expect(outside.map(([call, status]) => [call, status])).toEqual(outside.map(([call]) => [call, 404]));
  expect(
    (await must(h.call("GET /api/databases", { as: inRoots }))).databases.map((one: ParsedBody) => one.doc_id),
  ).not.toContain(theirs.doc_id);
  const [counts, ...databases] = await everything();
  expect([{ ...counts, audit_events: 0, documents: 0 }, ...databases]).toEqual([
    { ...before[0], audit_events: 0, documents: 0 },
    ...before.slice(1),
  ]);
  // Open wider than it may publish: it reads and deletes, and brings nothing in.
  await must(h.call(`PATCH /api/docs/${theirs.doc_id}`, { as: anna, json: { visibility: "unlisted" } }));
  const narrow = await limited(h, anna, { max_visibility: "workspace" });
  const takesAway = /^DELETE /;
  for (const [call, status] of await answersTo(
    calls(theirs.at, ids).filter(([one]) => !takesAway.test(one)),
    narrow,
  ))
    expect([call, status]).toEqual([call, reads.test(String(call)) ? 200 : 403]);
});

test("by the link alone a reader sees that database's page, and no id leads from it to another", async () => {
  const open = (path: string) =>
    h.open(path, { headers: { "sec-fetch-dest": "document", "sec-fetch-mode": "navigate" } });
  const pageOf = async (db: Made) => new URL((await readDatabase(db)).doc.url).pathname;
  await must(h.call(`PATCH /api/docs/${own.doc_id}`, { as: eve, json: { visibility: "unlisted" } }));
  await must(h.call(`PATCH /api/docs/${theirs.doc_id}`, { as: anna, json: { visibility: "restricted" } }));
  const page = await pageOf(own);
  for (const query of [
    `table=${theirs.table.id}`,
    `view=${theirs.view.id}`,
    `record=${theirs.record.id}`,
    `file=${theirs.record.id}:files:0`,
    `file=${own.record.id}:files:0`,
    `file=${own.record.id}:name:0`,
    `file=${own.record.id}:__proto__:0`,
  ]) {
    const { status, body } = await open(`${page}?${query}`);
    expect([query, status, String(body).includes(`${SECRET} 0`)]).toEqual([query, 404, false]);
  }
  expect((await open(page)).status).toBe(200);
  expect((await open(await pageOf(theirs))).status).toBe(302);
  for (const path of ["", "/export", "/changes", `/records/${own.record.id}`])
    expect((await h.call(`GET ${own.at}${path}`)).status).toBe(401);
});
