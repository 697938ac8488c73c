// The forms of a database as somebody is shown them, in one query with what they hold on each page.
import type { Actor, Sql } from "../../../kernel/plugin.ts";
import type { LoadedDatabase } from "../../databases/port.ts";
import { openTo } from "../../documents/port/sql.ts";
import { reach } from "../../places/port.ts";
import { formColumns, formRows, withDates } from "./forms.ts";
import type { FormRow } from "./rows.ts";

/** Those that are not in the trash, the oldest first: all of them for whoever may edit the database, else those whose pages are open to them. */
export async function listShown(
  sql: Sql,
  { actor, database }: { actor: Actor; database: Pick<LoadedDatabase, "workspace_id" | "document_id" | "level"> },
): Promise<FormRow[]> {
  const mayEdit = database.level === "edit" || database.level === "own";
  const rows = await sql<FormRow[]>`
    with ${reach(sql, actor)}
    select ${formColumns(sql)} from ${formRows(sql)}
    where f.database_id = ${database.document_id} and f.workspace_id = ${database.workspace_id} and d.deleted_at is null
      and (${mayEdit} or ${openTo(sql, actor)})
    order by f.document_id`;
  return rows.map(withDates);
}
