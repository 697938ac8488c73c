// Fills a copy of a database in the sandbox, and brings it up to a later revision by what has changed since.
import { pipeline } from "node:stream/promises";
import type { Sql } from "../../kernel/plugin.ts";
import type { SandboxDatabase, SandboxInstance } from "../../kernel/ports/sandbox.ts";
import type { Snapshot, TableRow } from "../databases/port.ts";
import { columnsOf, INCOMING, quoteName } from "./columns.ts";
import { nameTables } from "./naming.ts";

/** A table as statements see it. */
export interface SqlTable {
  name: string;
  /** As a statement writes it: in quotes where it is a word of SQL, such as order. */
  sql_name: string;
  columns: { name: string; type: string }[];
}

export interface Copy {
  database: SandboxDatabase;
  /** The revision of which it is. */
  seq: number;
  tables: SqlTable[];
  /** Records that were written anew since it was made, whose old rows still lie there. */
  renewed: number;
}

/** Beyond so many a copy is made anew. */
const RENEWED_MAX = 5000;

export async function copyDatabase(instance: SandboxInstance, snapshot: Snapshot): Promise<Copy> {
  const tables = namedTables(snapshot);
  let written = new Map<string, string>();
  const database = await instance.makeDatabase(async (sql, reader) => {
    written = await quoteWords(sql, tables);
    for (const one of tables) await copyTable(sql, snapshot, one);
    await sql.unsafe(`grant select on all tables in schema public to ${reader}`);
  });
  const shown = tables.map(({ table, plain }) => ({
    name: table.name,
    sql_name: written.get(plain) ?? plain,
    columns: columnsOf(table.fields).map(({ name, type }) => ({ name, type })),
  }));
  return { database, seq: snapshot.database.seq, tables: shown, renewed: 0 };
}

/** Null where it is as good to make another: for other fields or tables, and for many changes. */
export async function renewCopy(copy: Copy, snapshot: Snapshot): Promise<Copy | null> {
  if (!copy.database.isThere()) return null;
  const changed = await snapshot.changedSince(copy.seq, RENEWED_MAX - copy.renewed);
  if (!changed) return null;
  const tables = namedTables(snapshot);
  await copy.database.change(async (sql) => {
    for (const { table, plain } of tables) {
      const ids = changed.get(table.table_id);
      if (!ids) continue;
      await sql`delete from ${sql(`public.${plain}`)} where _id = any(string_to_array(${ids.join()}, ',')::bigint[])`;
      await insertRecords(sql, snapshot, { table, plain, ids });
    }
  });
  const renewed = [...changed.values()].reduce((sum, ids) => sum + ids.length, copy.renewed);
  return { ...copy, seq: snapshot.database.seq, renewed };
}

interface Named {
  table: TableRow;
  plain: string;
  exact: string | null;
}

function namedTables({ tables }: Snapshot): Named[] {
  const names = nameTables(tables.map(({ name }) => name));
  return tables.map((table, index) => ({ table, ...(names[index] ?? { plain: "", exact: null }) }));
}

/** Which names are words of its language only Postgres itself knows. */
async function quoteWords(sql: Sql, tables: readonly Named[]): Promise<Map<string, string>> {
  const plains = tables.map(({ plain }) => plain).join();
  const rows = await sql<{ plain: string; written: string }[]>`
    select plain, quote_ident(plain) as written from unnest(string_to_array(${plains}, ',')) plain`;
  return new Map(rows.map(({ plain, written }) => [plain, written]));
}

async function copyTable(sql: Sql, snapshot: Snapshot, { table, plain, exact }: Named): Promise<void> {
  const columns = columnsOf(table.fields).map((one) => `${quoteName(one.name)} ${one.type}`);
  const name = `public.${quoteName(plain)}`;
  await sql.unsafe(`create unlogged table ${name} (${columns.join(", ")})`);
  if (exact !== null) await sql.unsafe(`create view public.${quoteName(exact)} as select * from ${name}`);
  if (table.records > 0) await insertRecords(sql, snapshot, { table, plain });
  await sql.unsafe(`alter table ${name} add primary key (_id)`);
  if (table.records > 0) await sql.unsafe(`analyze ${name}`);
}

/** Postgres itself makes the columns of the records' JSON. */
async function insertRecords(
  sql: Sql,
  snapshot: Snapshot,
  { table, plain, ids }: { table: TableRow; plain: string; ids?: readonly number[] },
): Promise<void> {
  await sql.unsafe(INCOMING);
  await pipeline(snapshot.copyOf(table, ids), await sql`copy incoming from stdin`.writable());
  const made = columnsOf(table.fields).map((one) => one.made_of);
  await sql.unsafe(`insert into public.${quoteName(plain)} select ${made.join(", ")} from incoming`);
  await sql.unsafe("drop table incoming");
}
