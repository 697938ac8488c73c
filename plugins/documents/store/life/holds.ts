// Documents that are held together with another one, as rows, and whether a document is held right now.
import type { Sql } from "../../../../kernel/plugin.ts";
import { held } from "../../model/live.ts";

/**
 * Holds documents together with one that is under legal hold, until that is released; with any other it does nothing. With `now` what has
 * expired by then stays in the trash.
 */
export async function holdWith(
  sql: Sql,
  by: { holder_id: number; document_ids: readonly number[]; now: Date | null },
): Promise<void> {
  if (by.document_ids.length === 0) return;
  await sql`select hold_with(${by.holder_id}, ${[...by.document_ids]}::bigint[], ${by.now})`;
}

/** Whether nothing may remove what belongs to a document; who sets or ends a hold waits until the transaction ends. */
export async function holdsContent(sql: Sql, documentId: number): Promise<boolean> {
  const [row] = await sql<{ is_held: boolean }[]>`
    select ${held(sql)} as is_held from documents where document_id = ${documentId} for share`;
  return row?.is_held ?? false;
}
