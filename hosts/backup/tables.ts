// Reads what a database consists of, whatever plugin made it:
// tables, their contents in one number, sequences, constraints.
import type { Sql } from "../../kernel/plugin.ts";

/** A table with the columns that hold data, in their order. */
export interface TableShape {
  name: string;
  columns: string[];
}

/** Equal on two databases when they hold the same rows, in whatever order. */
export interface TableSum {
  rows: number;
  /** The sum over the rows of the first 64 bits of the SHA-256 of each, as a decimal. */
  checksum: string;
}

export interface SequenceState {
  name: string;
  last_value: number;
}

/** Something to be done to a table before rows are loaded, and undone afterwards. */
export interface LoadGuard {
  before: string;
  after: string;
}

/** Makes Postgres write every value the same way, whatever the database or the server is set to. */
export async function fixFormats(sql: Sql): Promise<void> {
  await sql.unsafe(`
    set local timezone = 'UTC';
    set local datestyle = 'ISO, MDY';
    set local intervalstyle = 'postgres';
    set local bytea_output = 'hex';
    set local extra_float_digits = 1;
    set local xmloption = 'content'`);
}

/** Every ordinary table, by name. */
export async function listTables(sql: Sql): Promise<TableShape[]> {
  const rows = await sql<TableShape[]>`
    select tables.relname as name, array_agg(columns.attname::text order by columns.attnum) as columns
    from pg_class as tables
    join pg_attribute as columns on columns.attrelid = tables.oid
    where tables.relnamespace = current_schema()::regnamespace and tables.relkind = 'r'
      and columns.attnum > 0 and not columns.attisdropped and columns.attgenerated = ''
    group by tables.relname
    order by tables.relname`;
  return rows.map(({ name, columns }) => ({ name, columns }));
}

/** Counts and sums up the rows of one table. */
export async function sumTable(sql: Sql, { name, columns }: TableShape): Promise<TableSum> {
  const row = `row(${columns.map((column) => `one.${quoteName(column)}`).join(", ")})::text`;
  const [sum] = await sql.unsafe<[TableSum]>(`
    select count(*) as rows,
      coalesce(sum(('x' || encode(substring(sha256(convert_to(${row}, 'UTF8')) for 8), 'hex'))::bit(64)::bigint::numeric), 0)::text
        as checksum
    from ${quoteName(name)} as one`);
  return sum;
}

/** Every sequence that has been used, those of identity columns among them. */
export async function listSequences(sql: Sql): Promise<SequenceState[]> {
  const rows = await sql<SequenceState[]>`
    select sequencename as name, last_value from pg_sequences
    where schemaname = current_schema() and last_value is not null
    order by sequencename`;
  return rows.map(({ name, last_value }) => ({ name, last_value }));
}

/** More than a server gives of any number between a backup and its loss. */
const NUMBERS_LOST_MAX = 1_000_000;

/**
 * Lets every sequence go on well behind where it was. Numbers that were given after the backup are known elsewhere: a browser's
 * session and tickets of many kinds name a person by theirs, and receivers of webhooks drop an event whose number they have seen.
 */
export async function setSequences(sql: Sql, sequences: readonly SequenceState[]): Promise<void> {
  for (const { name, last_value } of sequences) {
    const from = last_value + NUMBERS_LOST_MAX;
    await sql`select setval(format('%I.%I', current_schema(), ${name}::text)::regclass, ${from}::bigint)`;
  }
}

/**
 * Foreign keys and triggers of our own. Without them tables load in any order and circles do no harm; putting a foreign
 * key back checks all its rows at once.
 */
export async function listLoadGuards(sql: Sql): Promise<LoadGuard[]> {
  const keys = await sql<LoadGuard[]>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as before,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as after
    from pg_constraint
    where connamespace = current_schema()::regnamespace and contype = 'f' and conparentid = 0`;
  const triggers = await sql<LoadGuard[]>`
    select distinct format('alter table %s disable trigger user', tgrelid::regclass) as before,
      format('alter table %s enable trigger user', tgrelid::regclass) as after
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = current_schema()::regnamespace and not tgisinternal`;
  return [...keys, ...triggers].map(({ before, after }) => ({ before, after }));
}

/** A name as SQL wants it. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
