// What is asked before the first thing is kept of an answer, whether that is a value, a file or the whole:
// work where the form asks for it, and what it costs.
import type { RequestFacts, Runtime, Sql } from "../../../kernel/plugin.ts";
import { bytesOf, countBegun, countBytes } from "../answers/cost.ts";
import { hasWorked, refuseSpent, refuseUnworked } from "../spam.ts";
import { isSpent, spendProof } from "../store/proofs.ts";
import { heldBytes } from "../store/responses.ts";
import type { FormRow } from "../store/rows.ts";
import { findSession, type SessionRow } from "../store/sessions.ts";
import type { Respondent } from "./proof.ts";

type Asking = { runtime: Runtime; sql: Sql; now: Date; request: RequestFacts };

/** What comes of a respondent, and the work that was done for its ticket. */
export interface Coming {
  respondent: Respondent;
  token: string;
  work: string;
}

/** Throws 403 where a proof is asked for and none is given; answers whether one is, and is to be spent on this answer. */
export async function demandProof(
  { sql }: Pick<Asking, "sql">,
  { form, session, respondent, token, work }: Coming & { form: FormRow; session: SessionRow | null },
): Promise<boolean> {
  if (!form.pow || session?.has_proof) return false;
  if (!hasWorked(token, work)) throw refuseUnworked();
  if (await isSpent(sql, respondent.ticket.id)) throw refuseSpent();
  return true;
}

/** Before values are kept: the first ones begin an answer, and all are counted by what they add. */
export async function admitValues(
  call: Asking,
  coming: Coming & { form: FormRow; data: Readonly<Record<string, unknown>>; is_completing: boolean },
): Promise<{ is_proving: boolean }> {
  const { form, data, is_completing } = coming;
  const session = await findSession(call.sql, { ...form, ...coming.respondent });
  const hasRecord = session?.response_id != null;
  if (session?.completed_at != null) return { is_proving: false };
  // One that was begun before work was asked for is gone on with, and proves it in the end.
  const is_proving = hasRecord && !is_completing ? false : await demandProof(call, { ...coming, session });
  if (!hasBegun(session)) await countBegun(call, form);
  const size = bytesOf(data);
  if (size >= 1024)
    await countBytes(call, form, size - (await heldBytes(call.sql, form, { session, keys: Object.keys(data) })));
  return { is_proving };
}

/** Whether anything is kept of an answer. */
export function hasBegun(session: Pick<SessionRow, "response_id" | "has_files"> | null): boolean {
  return session !== null && (session.response_id !== null || session.has_files);
}

/** Spends the proof that was given, with the answer that it is for. Throws 403 for one that was quicker used for another. */
export async function spend(
  sql: Sql,
  { workspace_id }: Pick<FormRow, "workspace_id">,
  { session, respondent }: { session: Pick<SessionRow, "session_id">; respondent: Respondent },
): Promise<void> {
  if (!respondent.is_proving) return;
  const { session_id } = session;
  if (!(await spendProof(sql, { session_id, ticket_id: respondent.ticket.id, workspace_id }))) throw refuseSpent();
}
