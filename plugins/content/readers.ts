// Who may read a document on the content host: the one question of every road to it (rules: content/readers).
import type { Actor, Runtime, Sql } from "../../kernel/plugin.ts";
import { levelColumns, openToMembers, placedFor } from "../documents/port/sql.ts";
import { type Level, reaches } from "../places/port.ts";
import { outsiderHook } from "./outsiders.ts";
import type { ServedDocument } from "./served.ts";

/**
 * Whether a person may read the document now: grants and places change without a word to what is remembered of it. Somebody
 * from outside its workspace may where `outsiderHook` says so, and only what every member may. Whoever asks inside a transaction gives its
 * `sql`: one that waits for a second connection waits for ever once all of them are held by its like.
 */
export async function mayRead(
  runtime: Runtime,
  document: Pick<ServedDocument, "document_id" | "workspace_id" | "visibility">,
  reader: Actor,
  sql: Sql = runtime.database.sql,
): Promise<boolean> {
  const { workspace_id, visibility } = document;
  if (workspace_id === reader.workspace.id) return reachesView(sql, document, reader);
  return (
    visibility === "workspace" && (await readsOf(runtime, workspace_id, reader, sql)) && isOpenToMembers(sql, document)
  );
}

/** Whether a person may look up versions that are not shown: as through the API, those to whom it is open by name and not by its link. */
export async function readsVersions(runtime: Runtime, document: ServedDocument, reader: Actor): Promise<boolean> {
  return reader.workspace.id === document.workspace_id && reachesView(runtime.database.sql, document, reader);
}

/** Whether there may be something in a workspace that is closed to strangers and open to a person: to its members, and to whom `outsiderHook` lets in. */
export async function readsOf(
  runtime: Runtime,
  workspace_id: number,
  reader: Actor,
  sql: Sql = runtime.database.sql,
): Promise<boolean> {
  if (workspace_id === reader.workspace.id) return true;
  return (await runtime.callHook(outsiderHook, { sql, workspace_id, reader })).includes(true);
}

async function reachesView(
  sql: Sql,
  { document_id }: Pick<ServedDocument, "document_id">,
  reader: Actor,
): Promise<boolean> {
  const [row] = await sql<{ level: Level }[]>`
    select ${levelColumns(sql, reader)} from ${placedFor(sql, reader)} where d.document_id = ${document_id}`;
  return row !== undefined && reaches(row.level, "view");
}

/** It is open to the workspace, and no grants of its own narrow that. */
async function isOpenToMembers(sql: Sql, { document_id }: Pick<ServedDocument, "document_id">): Promise<boolean> {
  const [row] = await sql<{ is: boolean }[]>`
    select ${openToMembers(sql)} as is from documents d where d.document_id = ${document_id}`;
  return row?.is ?? false;
}
