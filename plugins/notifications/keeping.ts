// Keeps notices: for whom they still are right when they come, on which channels, and for how long.

import {
  DAY_MS,
  HOUR_MS,
  type JobDefinition,
  later,
  MINUTE_MS,
  type Notice,
  type Runtime,
  type Sql,
} from "../../kernel/plugin.ts";
import { findCouldView, findViewers } from "../documents/port/read.ts";
import { findKind } from "./kinds.ts";
import { wakeChannels } from "./store/channels.ts";
import { dropOld, findMembers, insertNotifications } from "./store/notifications.ts";
import { findWatchers } from "./store/watches.ts";

/** Nobody needs a document that more people follow to tell them all at once. */
const RECIPIENTS_MAX = 500;
const KEPT_DAYS = 90;
const BATCH = 1000;

/** Keeps a notice for its recipients: members who may open the document that it is about, and not who did it. */
export async function keepNotice(runtime: Runtime, notice: Notice & { sql: Sql; now: Date }): Promise<void> {
  const { sql, now, workspace_id, doc_id, actor_user_id } = notice;
  const kind = await findKind(runtime, notice.kind);
  const wanted = (await listWanted(notice)).filter((id) => id !== actor_user_id).slice(0, RECIPIENTS_MAX);
  if (wanted.length === 0) return;
  const by = { workspace_id, user_ids: wanted };
  const told = doc_id === null ? await findMembers(sql, by) : await findReaders(notice, { ...by, doc_id, now });
  if (told.length === 0) return;
  // Two servers that tell of one thing at once would not see each other's notices, and so tell of it twice.
  if (notice.quiet_ms !== undefined) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`notice:${workspace_id}:${notice.thread}`}, 0))`;
  }
  const kept = await insertNotifications(sql, { notice, kind, user_ids: told });
  await wakeChannels(sql, { workspace_id, kept, now });
}

/** Whom the notice names, and of one for followers those who watch the document; without those who muted it. */
async function listWanted({
  sql,
  workspace_id,
  doc_id,
  user_ids,
  following,
  created_at,
}: Notice & { sql: Sql }): Promise<number[]> {
  if (!following || doc_id === null) return [...new Set(user_ids)];
  const watchers = await findWatchers(sql, { workspace_id, doc_ids: [doc_id] });
  const muted = new Set(watchers.filter((one) => one.muted).map((one) => one.user_id));
  const watching = watchers.filter(({ since }) => since < created_at).map((one) => one.user_id);
  return [...new Set([...user_ids, ...watching])].filter((id) => !muted.has(id));
}

function findReaders(
  { sql, in_trash }: Notice & { sql: Sql },
  by: Parameters<typeof findViewers>[1],
): Promise<number[]> {
  return in_trash ? findCouldView(sql, by) : findViewers(sql, by);
}

/** Runs every hour and removes what is older than 90 days (rules: notifications/days). */
export function sweepJob({ database, clock }: Runtime): JobDefinition {
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
