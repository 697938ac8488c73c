// Answers that are begun, as rows: which record holds each, and when it was completed.
import type { Sql } from "../../../kernel/plugin.ts";
import type { FormRow } from "./rows.ts";

/** Notes an answer that is begun; answers its number. */
export async function insertDraft(
  sql: Sql,
  { document_id, workspace_id, table }: Pick<FormRow, "document_id" | "workspace_id" | "table">,
  { record_id, user_id, now }: { record_id: number; user_id: number | null; now: Date },
): Promise<number> {
  const row = { workspace_id, document_id, table_id: table.table_id, record_id, user_id, created_at: now };
  const [made] = await sql<{ response_id: number }[]>`
    insert into form_responses ${sql([row])} returning response_id`;
  if (!made) throw new Error("an answer that was noted has a number");
  return made.response_id;
}

/** Completes and counts it as the answer of whoever does so, in the database's turn; false where the form has as many answers as it takes. */
export async function completeDraft(
  sql: Sql,
  by: { document_id: number; response_id: number; user_id: number | null; now: Date },
): Promise<boolean> {
  const [row] = await sql<{ is_counted: boolean }[]>`
    with counted as (
      update forms set accepted = accepted + 1
      where document_id = ${by.document_id} and (max_responses is null or accepted < max_responses) returning 1
    ), completed as (
      update form_responses set completed_at = ${by.now}, user_id = coalesce(${by.user_id}, user_id)
      where response_id = ${by.response_id} and exists (select from counted)
    )
    select exists (select from counted) as is_counted`;
  return row?.is_counted ?? false;
}
