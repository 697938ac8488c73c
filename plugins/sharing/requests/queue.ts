// The way of a request's mails into the job queue.
import { enqueue, type Sql } from "../../../kernel/plugin.ts";

export const ANNOUNCE_JOB = "sharing.announce_request";
export const OUTCOME_MAIL_JOB = "sharing.outcome_mail";

export interface RequestKey {
  workspace_id: number;
  request_id: number;
}

/** Queues the mails to whoever may decide; they are sent when the transaction commits. */
export function queueAnnouncement(sql: Sql, { now, ...key }: RequestKey & { now: Date }): Promise<void> {
  return enqueue(sql, { kind: ANNOUNCE_JOB, payload: { ...key }, due_at: now, workspace_id: key.workspace_id });
}

/** Queues the mail to who asked. */
export function queueOutcome(sql: Sql, { now, ...key }: RequestKey & { now: Date }): Promise<void> {
  return enqueue(sql, { kind: OUTCOME_MAIL_JOB, payload: { ...key }, due_at: now, workspace_id: key.workspace_id });
}
