// Legal hold of databases, as rows:
// what is kept by one that is held or was until lately, and the documents that it names.
import type { Expression, Sql } from "../../../kernel/plugin.ts";
import type { Holding } from "../../documents/port/hooks.ts";
import { holdsContent, refuseHeld } from "../../documents/port/write.ts";

/** Databases of which nothing is forgotten: held, or released after `since`, so that a release alone removes nothing. */
export function keptDatabases(sql: Sql, since: Date): Expression {
  return sql`
    select document_id from documents where legal_hold
    union all select document_id from databases where hold_released_at > ${since}`;
}

/** The tables of these. */
export function keptTables(sql: Sql, since: Date): Expression {
  return sql`select table_id from database_tables where document_id in (${keptDatabases(sql, since)})`;
}

/** Whether that is true of one database. */
export async function isKept(sql: Sql, { document_id, since }: { document_id: number; since: Date }): Promise<boolean> {
  const found =
    await sql`select 1 from (${keptDatabases(sql, since)}) as kept where document_id = ${document_id} limit 1`;
  return found.length > 0;
}

/** Throws 423 while the database is held; `what` is about to be deleted. In the database's turn, so that it holds until the commit. */
export async function demandDeletable(sql: Sql, documentId: number, what: string): Promise<void> {
  if (await holdsContent(sql, documentId)) throw refuseHeld(what);
}

/**
 * Takes the turn of a database that is about to be held or released, and answers the documents that it names. After a release what it had
 * kept past its time has its days once more.
 */
export async function holdDatabase({ sql, now, document_id, on }: Holding): Promise<number[]> {
  const [found] = await sql`select lock_database(document_id) from databases where document_id = ${document_id}`;
  if (!found) return [];
  if (on) {
    const [row] = await sql<{ files: number[] }[]>`
      select array_to_json(database_files(${document_id})) as files`;
    return row?.files ?? [];
  }
  await sql`
    update databases b set hold_released_at = ${now} from documents d
    where b.document_id = ${document_id} and d.document_id = b.document_id and d.legal_hold`;
  return [];
}

/** Holds along what a table of a held database has come to name beside its records. */
export async function holdFiles(sql: Sql, documentId: number): Promise<void> {
  await sql`
    select hold_with(document_id, database_files(document_id), null) from documents
    where document_id = ${documentId} and legal_hold`;
}
