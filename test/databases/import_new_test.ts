// Making a database of a file: all of it at once, or nothing; and a trial of a file alone.
import { expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { countsOf, importing, lines, typesOf } from "./importing.ts";
import { databasesOf } from "./made.ts";

const h = await openHarness();
const { must } = databasesOf(h);
const { dataOf } = importing(h);
const PEOPLE = lines("Name,Age", "Anna,31", "Otto,4.5");
const anna = await h.person();

const make = (as: Person, query: Record<string, string>, body: string) =>
  h.call(`POST /api/databases/import?${new URLSearchParams(query)}`, { as, body });

/** Everything that an import could leave behind. */
async function left() {
  const { sql } = h.runtime.database;
  const [row] = await sql`
    select (select count(*)::int from documents) as documents, (select count(*)::int from databases) as databases,
      (select count(*)::int from database_tables) as tables, (select count(*)::int from database_records) as records`;
  return row;
}

test("a file makes a database with its table and its records, restricted, where it is asked for, with both audit rows", async () => {
  const answer = await scenario(h, {
    given: async () => anna,
    act: () => ({
      as: anna,
      call: "POST /api/databases/import?filename=people.csv&folder=lists&title=Guests",
      body: PEOPLE,
    }),
    expect: () => ({ status: 201, quota: 1, audit: [{ action: "doc.publish" }, { action: "record.imported" }] }),
  });
  const { doc, table_id } = answer.body;
  expect(doc).toMatchObject({ title: "Guests", folder: "lists", root: null });
  expect([countsOf(answer), typesOf(answer), answer.body.name]).toEqual([
    [2, 2, 0, 0, 0],
    ["name:text", "age:number"],
    "people",
  ]);
  const at = `/api/databases/${doc.doc_id}`;
  expect(await dataOf({ as: anna, doc_id: doc.doc_id, at, table: {}, in: "" }, table_id)).toEqual([
    { name: "Anna", age: 31 },
    { name: "Otto", age: 4.5 },
  ]);
  const read = await must(h.call(`GET /api/docs/${doc.doc_id}`, { as: anna }));
  expect(read.visibility).toBe("restricted");
});

test("a file that is refused leaves no database, no table and no blob's row", async () => {
  const before = await left();
  for (const [query, body, status] of [
    [{ filename: "bad.csv" }, 'name\n"unbalanced', 400],
    [{ filename: "bad.xlsx" }, "no workbook", 400],
    [{ filename: "a.csv" }, "\n", 400],
    [{}, PEOPLE, 400],
    [{ format: "csv" }, PEOPLE, 400],
    [{ filename: "a.csv", root: "nowhere" }, PEOPLE, 404],
  ] as const) {
    const answer = await make(anna, query, body);
    expect([query, answer.status]).toEqual([query, status]);
  }
  const { sql } = h.runtime.database;
  await sql`create function no_more() returns trigger language plpgsql as $$ begin raise 'the disk is gone'; end $$`;
  await sql`create trigger broken before insert on database_changes for each row execute function no_more()`;
  expect((await make(anna, { filename: "people.csv" }, PEOPLE)).status).toBe(500);
  await sql`drop trigger broken on database_changes`;
  expect(await left()).toEqual(before);
});

test("a dry run makes nothing, and tells columns, types, counts and what would be refused", async () => {
  const before = await left();
  const answer = await make(anna, { filename: "people.csv", dry_run: "true" }, `${PEOPLE}x,y,z\r\n`);
  expect([answer.status, answer.body.doc, answer.body.table_id, answer.body.dry_run]).toEqual([200, null, null, true]);
  expect([countsOf(answer), typesOf(answer)]).toEqual([
    [3, 2, 0, 0, 1],
    ["name:text", "age:number"],
  ]);
  expect(answer.body.failures).toEqual([
    { row: 4, key: null, code: "format", message: "has 3 cells, and there are 2 columns" },
  ]);
  expect((await make(anna, { filename: "a.csv", dry_run: "true" }, 'n\n"x')).status).toBe(400);
  expect(await left()).toEqual(before);
});

test("a repeat under its key answers the same database, a dry run takes no key, and another file under it is refused", async () => {
  const key = { filename: "people.csv", idempotency_key: "once" };
  expect((await make(anna, { ...key, dry_run: "true" }, PEOPLE)).body.doc).toBeNull();
  const first = await make(anna, key, PEOPLE);
  const before = await left();
  const again = await make(anna, key, PEOPLE);
  expect([again.status, again.body]).toEqual([201, { ...first.body, replayed: true }]);
  expect((await make(anna, key, `${PEOPLE}Mia,1`)).status).toBe(409);
  expect(await left()).toEqual(before);
});

test("who may not publish into a root makes no database there, not as a trial either", async () => {
  const otto = await h.person({ role: "member", workspace_id: anna.workspace_id });
  await must(h.call("POST /api/roots", { as: anna, json: { name: "Closed" } }));
  for (const dry_run of ["true", "false"]) {
    const answer = await make(otto, { filename: "people.csv", root: "closed", folder: "", dry_run }, PEOPLE);
    expect([dry_run, answer.status]).toEqual([dry_run, 404]);
  }
});
