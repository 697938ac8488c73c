// A database that came a long way is made of the same as a new one, and its routines are those of the files.
import { expect, test } from "bun:test";
import { readRoutines } from "../../kernel/db/routines.ts";
import { makeEmptyPlace, SOURCES } from "../backup/stand.ts";
import { openHarness } from "../harness/harness.ts";
import { readSchema } from "./schema.ts";

const harness = await openHarness();
const { sql } = harness.runtime.database;

/** Backups by releases from before, each of a workspace with a document and a database; a release adds its own. */
const ARCHIVES = ["2026-11-29.docsvc"];

/** Routines of a signature that servers of the last release call beside this one's. */
const FORMER = ["change_records", "write_records"];

test.each(ARCHIVES)("what was kept in %s is brought up to what a new database is", async (name) => {
  const place = await makeEmptyPlace();
  await place.restore(`${import.meta.dir}/archives/${name}`);
  expect(await readSchema(place.database.sql)).toEqual(await readSchema(sql));
});

test("every routine stands in a file of its name, and in the database as the file has it", async () => {
  const files = SOURCES.flatMap(readRoutines);
  const rows = await sql<{ name: string; said: string | null }[]>`
    select p.proname as name, obj_description(p.oid, 'pg_proc') as said from pg_proc p
    where p.pronamespace = current_schema()::regnamespace and p.prokind in ('f', 'p')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;
  const said = files.map((file) => ({ name: file.name, said: `docsvc revision ${file.revision} ${file.sha256}` }));
  const former = FORMER.map((one) => ({ name: one, said: null }));
  const byName = (one: { name: string; said: string | null }) => `${one.name} ${one.said}`;
  expect(rows.map(byName).sort()).toEqual([...said, ...former].map(byName).sort());
});
