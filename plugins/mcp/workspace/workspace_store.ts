// The instructions of workspaces, as rows.
import type { PersonEnd, Sql } from "../../../kernel/plugin.ts";

export interface WorkspaceInstructions {
  words: string;
  updated_at: Date;
  /** The e-mail address of whoever wrote them; null when they are gone. */
  updated_by: string | null;
}

/** Null for a workspace that says nothing. */
export async function findInstructions(sql: Sql, workspace_id: number): Promise<WorkspaceInstructions | null> {
  const [row] = await sql<WorkspaceInstructions[]>`
    select i.words, i.updated_at, u.email as updated_by
    from workspace_instructions i left join users u on u.user_id = i.updated_by and u.workspace_id = i.workspace_id
    where i.workspace_id = ${workspace_id}`;
  return row ?? null;
}

/** Replaces them; false when they said the same already. */
export async function replaceInstructions(
  sql: Sql,
  selection: { workspace_id: number; user_id: number; words: string; now: Date },
): Promise<boolean> {
  const { workspace_id, user_id, words, now } = selection;
  if (words === "") {
    const gone = await sql`delete from workspace_instructions where workspace_id = ${workspace_id}`;
    return gone.count > 0;
  }
  const written = await sql`
    insert into workspace_instructions as i (workspace_id, words, updated_at, updated_by)
    values (${workspace_id}, ${words}, ${now}, ${user_id})
    on conflict (workspace_id) do update set words = excluded.words, updated_at = excluded.updated_at,
      updated_by = excluded.updated_by
    where i.words <> excluded.words`;
  return written.count > 0;
}

export async function forgetWriter({ sql, user_id }: PersonEnd): Promise<void> {
  await sql`update workspace_instructions set updated_by = null where updated_by = ${user_id}`;
}
