// Keeps notices: for whom they still are right when they come, and for how long.

import {
  DAY_MS,
  HOUR_MS,
  type House,
  type JobDefinition,
  later,
  MINUTE_MS,
  type Notice,
  type Sql,
} from "../../kernel/mod.ts";
import { findViewers } from "../documents/port/read.ts";
import { dropOld, findMembers, insertNotifications } from "./store.ts";

/** Nobody needs a thread in which more people take part to tell them all at once. */
const RECIPIENTS_MAX = 200;
const KEPT_DAYS = 90;
const BATCH = 1000;

/** Keeps a notice for its recipients: members who may open the document that it is about, and not who did it. */
export async function keepNotice(notice: Notice & { sql: Sql; now: Date }): Promise<void> {
  const { sql, now, workspace_id, doc_id, actor_user_id } = notice;
  const wanted = [...new Set(notice.user_ids)].filter((id) => id !== actor_user_id).slice(0, RECIPIENTS_MAX);
  if (wanted.length === 0) return;
  const by = { workspace_id, user_ids: wanted };
  const told = doc_id === null ? await findMembers(sql, by) : await findViewers(sql, { ...by, doc_id, now });
  if (told.length > 0) await insertNotifications(sql, notice, told);
}

/** Runs every hour and removes what is older than 90 days (rules: notifications 2). */
export function sweepJob({ database, clock }: House): JobDefinition {
  return {
    kind: "notifications.sweep",
    attempts_max: 3,
    backoff_ms: () => MINUTE_MS,
    every_ms: HOUR_MS,
    run: async (_job, { signal }) => {
      const before = later(clock.now(), -KEPT_DAYS * DAY_MS);
      while (!signal.aborted && (await dropOld(database.sql, { before, limit: BATCH })) === BATCH);
    },
  };
}
