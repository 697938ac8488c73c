// A database as an SQLite file: a table for each of its tables, and beside them a catalog of what their columns are.
import { Database as Sqlite, type Statement } from "bun:sqlite";
import { yieldToLoop } from "../../../kernel/ports/base.ts";
import { type Field, type FieldType, own } from "../fields/mod.ts";
import type { TableRow } from "../store/rows.ts";
import { type Cell, cellOf, SYSTEM_COLUMNS } from "./cells.ts";
import type { About } from "./json_file.ts";
import { dataOf, type ExportedRow, type Snapshot } from "./snapshot.ts";

/** So many cells are written in a few milliseconds. */
const CELLS_AT_ONCE = 2000;

/** Nobody reads the file before it is whole, and what a crash leaves of it is thrown away. */
const PRAGMAS =
  "pragma journal_mode = off; pragma synchronous = off; pragma locking_mode = exclusive; pragma cache_size = -4096;";

const CATALOG = `
  create table _database (doc_id text, title text, folder text, root text, revision integer, exported_at text);
  create table _tables (id integer primary key, name text, sqlite_table text, schema_version integer, created_at text, updated_at text);
  create table _fields (table_id integer, position integer, key text, label text, type text, required integer, definition text,
    primary key (table_id, key));
  create table _views (id integer primary key, table_id integer, name text, config text);`;

/** Writes the file at a path, a few rows at a time. */
export async function writeSqlite(
  path: string,
  snapshot: Snapshot,
  { about, now }: { about: About; now: Date },
): Promise<void> {
  const file = new Sqlite(path, { create: true });
  try {
    file.run(PRAGMAS);
    file.run("begin");
    const names = writeCatalog(file, snapshot, { about, now });
    for (const table of snapshot.tables)
      await writeTable(file, snapshot, { table, name: names.get(table.table_id) ?? "" });
    file.run("commit");
  } finally {
    file.close();
  }
}

/** Answers what each table is called in the file. */
function writeCatalog(
  file: Sqlite,
  { database, tables, views }: Snapshot,
  { about, now }: { about: About; now: Date },
): Map<number, string> {
  file.run(CATALOG);
  const { doc_id, title, folder, root } = about;
  file.run("insert into _database values (?, ?, ?, ?, ?, ?)", [
    doc_id,
    title,
    folder,
    root,
    database.seq,
    now.toISOString(),
  ]);
  const names = new Map<number, string>();
  const taken = new Set<string>();
  for (const { table_id, name, fields, schema_version, created_at, updated_at } of tables) {
    const called = nameFor(name, taken);
    names.set(table_id, called);
    const times = [created_at.toISOString(), updated_at.toISOString()];
    file.run("insert into _tables values (?, ?, ?, ?, ?, ?)", [table_id, name, called, schema_version, ...times]);
    for (const [position, field] of fields.entries()) {
      const { key, label, type, required } = field;
      const definition = JSON.stringify(field);
      file.run("insert into _fields values (?, ?, ?, ?, ?, ?, ?)", [
        table_id,
        position,
        key,
        label,
        type,
        required ? 1 : 0,
        definition,
      ]);
    }
  }
  for (const { view_id, table_id, name, config } of views) {
    file.run("insert into _views values (?, ?, ?, ?)", [view_id, table_id, name, JSON.stringify(config)]);
  }
  return names;
}

/** The table's own name, unless SQLite or the catalog has it; SQLite does not tell the cases of ASCII letters apart. */
function nameFor(name: string, taken: Set<string>): string {
  const wanted = /^(?:sqlite_|_)/i.test(name) ? `table ${name}` : name;
  for (let copy = 1; ; copy++) {
    const called = copy === 1 ? wanted : `${wanted} (${copy})`;
    if (taken.has(called.toLowerCase())) continue;
    taken.add(called.toLowerCase());
    return called;
  }
}

const AFFINITY: Partial<Record<FieldType, string>> = { number: "numeric", checkbox: "integer" };
const SYSTEM_TYPES = ["integer primary key", "integer", "text", "text", "text"];

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

async function writeTable(
  file: Sqlite,
  snapshot: Snapshot,
  { table, name }: { table: TableRow; name: string },
): Promise<void> {
  const { fields } = table;
  const columns = [
    ...SYSTEM_COLUMNS.map((column, index) => `${quote(column)} ${SYSTEM_TYPES[index]}`),
    ...fields.map((field) => `${quote(field.key)} ${AFFINITY[field.type] ?? "text"}`),
  ];
  file.run(`create table ${quote(name)} (${columns.join(", ")})`);
  const insert = file.prepare<unknown, Cell[]>(
    `insert into ${quote(name)} values (${columns.map(() => "?").join(", ")})`,
  );
  const rowsAtOnce = Math.max(1, Math.floor(CELLS_AT_ONCE / columns.length));
  try {
    for await (const rows of snapshot.rowsOf(table)) {
      for (let at = 0; at < rows.length; at += rowsAtOnce) {
        for (const row of rows.slice(at, at + rowsAtOnce)) insertRow(insert, row, fields);
        await yieldToLoop();
      }
    }
  } finally {
    insert.finalize();
  }
}

function insertRow(insert: Statement<unknown, Cell[]>, row: ExportedRow, fields: readonly Field[]): void {
  const data = dataOf(row);
  const { record_id, version, form_status, created_at, updated_at } = row;
  const cells = fields.map((field) => cellOf(field, own(data, field.key)));
  insert.run(record_id, version, form_status, created_at, updated_at, ...cells);
}
