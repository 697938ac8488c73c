// Saved views as rows.
import type { JsonObject, Sql, WriteCall } from "../../../kernel/plugin.ts";
import { orGone } from "./gone.ts";
import type { ViewRow } from "./rows.ts";

interface OfTable {
  workspace_id: number;
  table_id: number;
}

const SHOWN = ["view_id", "table_id", "name", "config", "version", "created_at", "updated_at"];

export async function findView(sql: Sql, by: OfTable & { view_id: number }): Promise<ViewRow | null> {
  const [row] = await sql<ViewRow[]>`
    select ${sql(SHOWN)} from database_views
    where view_id = ${by.view_id} and table_id = ${by.table_id} and workspace_id = ${by.workspace_id}`;
  return row ?? null;
}

/** The view of that name, whatever its case. */
export async function findViewByName(sql: Sql, by: OfTable & { name: string }): Promise<ViewRow | null> {
  const [row] = await sql<ViewRow[]>`
    select ${sql(SHOWN)} from database_views
    where table_id = ${by.table_id} and workspace_id = ${by.workspace_id} and lower(name) = lower(${by.name})`;
  return row ?? null;
}

export async function countViews(sql: Sql, by: OfTable): Promise<number> {
  const [row] = await sql<{ views: number }[]>`
    select count(*)::int as views from database_views where table_id = ${by.table_id} and workspace_id = ${by.workspace_id}`;
  return row?.views ?? 0;
}

/** Throws 404 for a database that is gone. */
export async function insertView(
  { sql, now }: Pick<WriteCall, "sql" | "now">,
  by: OfTable & { document_id: number; name: string; config: JsonObject },
): Promise<ViewRow> {
  const [row] = await orGone(sql<ViewRow[]>`
    insert into database_views (workspace_id, document_id, table_id, name, config, version, created_at, updated_at)
    values (${by.workspace_id}, ${by.document_id}, ${by.table_id}, ${by.name}, ${JSON.stringify(by.config)}::text::jsonb, 1, ${now}, ${now})
    returning ${sql(SHOWN)}`);
  if (!row) throw new Error("insert into database_views returned no row");
  return row;
}

export async function updateView(
  { sql, now }: Pick<WriteCall, "sql" | "now">,
  view: ViewRow,
  { name, config }: { name: string; config: JsonObject },
): Promise<ViewRow> {
  const [row] = await sql<ViewRow[]>`
    update database_views set name = ${name}, config = ${JSON.stringify(config)}::text::jsonb, version = version + 1, updated_at = ${now}
    where view_id = ${view.view_id} returning ${sql(SHOWN)}`;
  if (!row) throw new Error("update of database_views returned no row");
  return row;
}

export async function deleteView(sql: Sql, viewId: number): Promise<void> {
  await sql`delete from database_views where view_id = ${viewId}`;
}
