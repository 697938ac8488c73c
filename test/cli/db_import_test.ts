// Filling a table from a file as a person does:
// what arrives, what is told of rows that fail, and that a repeat does nothing twice.
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPublishingPlace } from "./publishing_place.ts";

const opened = await openPublishingPlace();
const { place, database } = opened;
const WAIT_MS = 60_000;
const folder = mkdtempSync(join(tmpdir(), "docsvc-import-"));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await opened.close();
});
await place.runHere("user", "add", "owner@example.org", "--workspace", "house");

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const records = () => database.sql<{ data: object }[]>`select data from database_records order by record_id`;

test("a file makes a database with a table, and the same key makes nothing twice", async () => {
  const people = file("people.csv", "Name,Age\nAnna,31\nOtto,4.5\n");
  const first = await place.call(["db", "import", people, "--key", "k1"]);
  expect({ code: first.code, stderr: first.stderr }).toEqual({ code: 0, stderr: "" });
  expect(first.stdout).toMatch(
    /^2 rows: 2 created, 0 updated, 0 skipped, 0 failed\ndatabase \S+, table \d+\nhttp:\S+\/d\/\w+\/$/,
  );
  expect((await place.callHere(["db", "import", people, "--key", "k1"])).stdout).toBe(first.stdout);
  expect((await records()).map(({ data }) => data)).toEqual([
    { name: "Anna", age: 31 },
    { name: "Otto", age: 4.5 },
  ]);
});

test("rows that fail are told of with exit code 1, and a dry run writes nothing", async () => {
  const [row] = await database.sql<{ doc_id: string; table_id: number }[]>`
    select d.doc_id, t.table_id from database_tables t join documents d using (document_id)`;
  const more = file("more.csv", "name,age,other\nAnna,32,x\nBo,many,x\n");
  const words = [
    "db",
    "import",
    more,
    "--database",
    row?.doc_id ?? "",
    "--table",
    String(row?.table_id),
    "--match",
    "name",
  ];
  const unknown = await place.callHere(words);
  expect([unknown.code, unknown.stderr.includes("other")]).toEqual([1, true]);
  const dry = await place.callHere([...words, "--skip-unknown", "--dry-run"]);
  expect([dry.code, dry.stdout.split("\n")[0]]).toEqual([1, "2 rows: 0 created, 1 updated, 0 skipped, 1 failed"]);
  expect(dry.stderr).toContain('row 3: age is "many"');
  expect(dry.stderr).toContain("columns left out: other");
  expect((await records())[0]?.data).toEqual({ name: "Anna", age: 31 });
  expect((await place.callHere([...words, "--skip-unknown"])).code).toBe(1);
  expect((await records()).map(({ data }) => data)).toEqual([
    { name: "Anna", age: 32 },
    { name: "Otto", age: 4.5 },
  ]);
});

test("a file that is not there, and a table without its database, are told before anything is sent", async () => {
  const missing = await place.callHere(["db", "import", join(folder, "none.csv")]);
  expect([missing.code, missing.stderr.includes("no file")]).toEqual([1, true]);
  const lost = await place.callHere(["db", "import", join(folder, "people.csv"), "--table", "1"]);
  expect([lost.code, lost.stderr.includes("--database")]).toEqual([1, true]);
});

test("a file that cannot be taken leaves no database behind, and says why in the command's own words", async () => {
  const before = await database.sql`select from documents where deleted_at is null`;
  const cases = [
    { path: file("bad.csv", 'name\n"unbalanced'), says: "quot" },
    { path: file("bad.xlsx", "no workbook"), says: "xlsx" },
    { path: file("empty.csv", ""), says: "empty.csv is empty" },
    { path: file("chart.png", "x"), says: "give a file that ends in .csv, .jsonl or .xlsx" },
  ];
  for (const { path, says } of cases) {
    const { code, stderr } = await place.callHere(["db", "import", path]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(says)]);
  }
  const people = file("people.csv", "name\nAnna\n");
  const alone = await place.callHere(["db", "import", people, "--match", "name"]);
  expect([alone.code, alone.stderr]).toEqual([1, expect.stringContaining("--database and --table")]);
  const nowhere = await place.callHere(["db", "import", people, "--database", "doc_nope"]);
  expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining("there is no database doc_nope")]);
  expect(await database.sql`select from documents where deleted_at is null`).toHaveLength(before.length);
});

test("a dry run needs no database: it tells what the file would come to, with types and failures, and makes nothing", async () => {
  const before = await database.sql`select from documents`;
  const path = file("guests.csv", "Zip,Age,Born\n01234,31,2026-03-01\n99999,4.5,\nx,y,z,too,many\n");
  const dry = await place.callHere(["db", "import", path, "--dry-run"]);
  expect({ code: dry.code, stdout: dry.stdout }).toEqual({
    code: 1,
    stdout: [
      "3 rows: 2 created, 0 updated, 0 skipped, 1 failed",
      'table "guests"',
      'column "Zip": text',
      'column "Age": number',
      'column "Born": date',
    ].join("\n"),
  });
  expect(dry.stderr).toContain("row 4: has 5 cells, and there are 3 columns");
  expect(dry.stderr).toContain("this was a dry run: nothing was written");
  const bad = await place.callHere(["db", "import", file("bad.csv", 'name\n"unbalanced'), "--dry-run"]);
  expect([bad.code, bad.stderr]).toEqual([1, expect.stringContaining("quot")]);
  expect(await database.sql`select from documents`).toHaveLength(before.length);
});

test("Ctrl-C while the server waits to write ends the command with the key under which nothing is done twice", async () => {
  const path = file("held.csv", "name\nOnce\n");
  const [held] = await database.sql<{ doc_id: string }[]>`
    select doc_id from databases join documents using (document_id) where deleted_at is null`;
  const words = ["db", "import", path, "--database", held?.doc_id ?? "", "--key", "stopped"];
  await database.withTransaction(async (turn) => {
    await turn`select from databases for update`;
    const stopped = place.callHere(words);
    await untilSomebodyWaits();
    process.emit("SIGINT", "SIGINT");
    const { code, stderr } = await stopped;
    expect([code, stderr]).toEqual([130, expect.stringContaining("--key stopped")]);
  });
  expect((await place.callHere(words)).stdout).toStartWith("1 rows: 1 created, 0 updated, 0 skipped, 0 failed\n");
  expect((await records()).filter(({ data }) => "name" in data && data.name === "Once")).toHaveLength(1);
});

async function untilSomebodyWaits(): Promise<void> {
  const waiting = () => database.sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  for (const end = Date.now() + WAIT_MS; (await waiting()).length === 0; await Bun.sleep(20)) {
    if (Date.now() > end) throw new Error("nobody came to wait for the database's turn");
  }
}
