// Notes every row that is written in a test's database, by triggers on all of its tables,
// so that a call's writes can be read.
import type { Sql } from "../../../kernel/plugin.ts";
import { countSent } from "../../permission/statements.ts";

export interface RowChange {
  table: string;
  /** As it was and as it is: null where it was not there, or is not any more. */
  was: Readonly<Record<string, unknown>> | null;
  now: Readonly<Record<string, unknown>> | null;
}

export interface RowChanges {
  /** Begins anew: what was written until now is of no call. */
  mark(): Promise<void>;
  /** What was written and committed since the mark, in the order of writing. An update that changes nothing is none. */
  take(): Promise<readonly RowChange[]>;
}

/** In a schema of its own, so that no walk over the tables of the database meets it. */
const SCHEMA = "noted";
const NOTES = `${SCHEMA}.changes`;

/** Puts the triggers onto every table that there is; tables that come later are not heard. */
export async function noteRowChanges(sql: Sql): Promise<RowChanges> {
  await sql.unsafe(`
    create schema ${SCHEMA};
    create unlogged table ${NOTES} (n bigint generated always as identity primary key, name text, was jsonb, now jsonb);
    create function ${SCHEMA}.note() returns trigger language plpgsql as $$
    begin
      insert into ${NOTES} (name, was, now) values (tg_table_name,
        case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end);
      return null;
    end
    $$`);
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class join pg_namespace n on n.oid = relnamespace
    where nspname = 'public' and relkind in ('r', 'p') and not relispartition order by relname`;
  // Those of whole rows, since a row is no other where its columns are the same.
  await sql.unsafe(
    tables
      .map(
        ({ name }) => `
          create trigger zz_note_made after insert or delete on "${name}" for each row execute function ${SCHEMA}.note();
          create trigger zz_note_changed after update on "${name}" for each row
            when (to_jsonb(old) is distinct from to_jsonb(new)) execute function ${SCHEMA}.note();`,
      )
      .join(""),
  );
  let last = 0;
  let seen = -1;

  async function readSince(): Promise<readonly (RowChange & { n: number })[]> {
    const rows = await sql<(RowChange & { n: number })[]>`
      select n::int, name as table, was, now from ${sql(NOTES)} where n > ${last} order by n`;
    last = rows.at(-1)?.n ?? last;
    seen = countSent();
    return rows;
  }

  return {
    mark: async () => {
      // Most inputs are made without a word to the database.
      if (countSent() === seen) return;
      const [row] = await sql<{ last: number }[]>`select coalesce(max(n), 0)::int as last from ${sql(NOTES)}`;
      last = row?.last ?? 0;
      seen = countSent();
    },
    take: async () => (countSent() === seen ? [] : readSince()),
  };
}
