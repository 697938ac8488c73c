// A database as its page shows it:
// read in one query with the question whether it is open to the reader now, as are the files in it.
import type { Expression, Sql } from "../../../kernel/plugin.ts";
import type { Opened } from "../../content/port.ts";
import { live, openTo, openToMembers } from "../../documents/port/sql.ts";
import { reach } from "../../places/port.ts";
import type { FileRef } from "../fields/mod.ts";
import { databaseColumn, databaseWithDates, tableObject, tableWithDates } from "./databases.ts";
import type { DatabaseRow, TableRow, ViewRow } from "./rows.ts";

/** Whose page it is, and what let the reader in. */
export interface ShownTo {
  workspace_id: number;
  opened: Opened;
  now: Date;
}

export interface ShownDatabase {
  workspace_id: number;
  document_id: number;
  title: string;
  database: DatabaseRow;
  tables: TableRow[];
  views: ViewRow[];
}

/** Null where there is no database, or it is not open to the reader any more. */
export async function findShown(sql: Sql, by: ShownTo & { document_id: number }): Promise<ShownDatabase | null> {
  const [row] = await sql<ShownDatabase[]>`
    ${sets(sql, by)} select d.workspace_id, d.document_id, d.title, ${databaseColumn(sql)},
      coalesce((select json_agg(${tableObject(sql)} order by t.table_id) from database_tables t
        where t.document_id = d.document_id and t.workspace_id = d.workspace_id and t.deleted_at is null), '[]') as tables,
      coalesce((select json_agg(json_build_object('view_id', v.view_id, 'table_id', v.table_id, 'name', v.name, 'config', v.config,
          'version', v.version) order by v.view_id) from database_views v
        where v.document_id = d.document_id and v.workspace_id = d.workspace_id), '[]') as views
    from documents d join databases b on b.document_id = d.document_id
    where d.document_id = ${by.document_id} and d.workspace_id = ${by.workspace_id} and ${live(sql, by.now)} and ${isOpened(sql, by)}`;
  return row ? { ...row, database: databaseWithDates(row.database), tables: row.tables.map(tableWithDates) } : null;
}

/** Whether a document is a database of ours, open to the reader or not. */
export async function isKept(sql: Sql, by: { workspace_id: number; document_id: number }): Promise<boolean> {
  const rows = await sql`
    select from databases b join documents d using (document_id)
    where b.document_id = ${by.document_id} and d.workspace_id = ${by.workspace_id}`;
  return rows.length > 0;
}

/** A file of a record that the reader may open. */
export interface ShownFile {
  content_type: string;
  size_bytes: number;
  slug: string;
  /** By what the reader holds; else by the document's link alone, which leads to its current version. */
  is_held: boolean;
}

/** For each reference its file where that is open to the reader, else null; one query. */
export async function findShownFiles(
  sql: Sql,
  by: ShownTo & { refs: readonly FileRef[] },
): Promise<(ShownFile | null)[]> {
  if (by.refs.length === 0) return [];
  const held = isMember(by) ? openTo(sql, by.opened.reader) : sql`false`;
  const rows = await sql<(ShownFile & { place: number })[]>`
    with ${isMember(by) ? sql`${reach(sql, by.opened.reader)},` : sql``} wanted as (
      select * from rows from (jsonb_to_recordset(${JSON.stringify(by.refs)}::text::jsonb) as (doc_id text, version integer, path text))
        with ordinality as x(doc_id, version, path, place)
    )
    select * from (
      select w.place, f.content_type, f.size_bytes, d.slug, d.visibility, d.version = w.version as is_current, ${held} as is_held
      from wanted w join documents d on d.doc_id = w.doc_id and d.workspace_id = ${by.workspace_id}
        join document_files f on f.document_id = d.document_id and f.version = w.version and f.path = w.path
      where ${live(sql, by.now)}
    ) as found where is_held or (visibility = 'unlisted' and is_current)`;
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return by.refs.map((_ref, index) => byPlace.get(index + 1) ?? null);
}

function isMember(by: ShownTo): by is ShownTo & { opened: Extract<Opened, { by: "person" }> } {
  return by.opened.by === "person" && by.opened.reader.workspace.id === by.workspace_id;
}

function sets(sql: Sql, by: ShownTo): Expression {
  return isMember(by) ? sql`with ${reach(sql, by.opened.reader)}` : sql``;
}

/** Over `documents d`, in a query with `sets`. */
function isOpened(sql: Sql, by: ShownTo): Expression {
  const { opened } = by;
  if (isMember(by)) return openTo(sql, by.opened.reader);
  if (opened.by === "link") return sql`d.visibility = 'unlisted'`;
  if (opened.by === "password") {
    return sql`(d.visibility = 'password' and d.password_hash = ${opened.password_hash})`;
  }
  return sql`(d.visibility = 'workspace' and ${openToMembers(sql)})`;
}
