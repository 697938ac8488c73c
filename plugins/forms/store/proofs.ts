// Proofs of work as rows: which ticket each was for, and the one answer that it bought.
import { type Sql, sha256Bytes } from "../../../kernel/plugin.ts";

/** Whether the proof for this ticket has bought an answer: one that is being written, or a whole one. */
export async function isSpent(sql: Sql, ticketId: string): Promise<boolean> {
  const [row] = await sql`
    select from form_proofs where ticket_sha256 = ${sha256Bytes(ticketId)}
    union all select from form_responses where ticket_sha256 = ${sha256Bytes(ticketId)}`;
  return row !== undefined;
}

/** Spends it on the answer of a session; false where it has bought another one. */
export async function spendProof(
  sql: Sql,
  { session_id, ticket_id, workspace_id }: { session_id: number; ticket_id: string; workspace_id: number },
): Promise<boolean> {
  const row = { ticket_sha256: sha256Bytes(ticket_id), session_id, workspace_id };
  const [spent] = await sql<{ holds: boolean }[]>`
    with made as (insert into form_proofs ${sql([row])} on conflict do nothing returning 1)
    select exists (select from made) or exists (select from form_proofs where session_id = ${session_id}) as holds`;
  return spent?.holds ?? false;
}
