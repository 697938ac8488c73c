// Gives up on a receiver that has failed for days:
// its webhook is paused, and those who look after it are told (rules: webhooks/paused).
import {
  type AuditEvent,
  DAY_MS,
  type Listener,
  later,
  type NoticeContext,
  type NoticeKind,
  notify,
  type Runtime,
  writeAudit,
} from "../../kernel/plugin.ts";
import { listManagers } from "../members/port.ts";
import { webhookSettings } from "./settings.ts";
import type { Settlement } from "./store/dispatch.ts";
import { pauseFailing, type Tally, tallyAttempts } from "./store/webhooks.ts";

const FAILURES = 20;
const FAILING_MS = 5 * DAY_MS;

const PAUSED = "webhook.paused";
export const PAUSED_KIND: NoticeKind = {
  kind: PAUSED,
  title: "Webhooks that are paused because their server fails",
  channels: { app: true, email: true, chat: true },
  page: "webhook.page",
};
export const PAUSE_ACTION = "webhook.pause";

/** Counts how attempts went, and pauses whoever has failed for too long, where the operator has that done. */
export async function takeStock(
  runtime: Runtime,
  ended: readonly (Pick<Settlement, "status"> & { webhook_id: number })[],
): Promise<void> {
  const tallies = new Map<number, Tally>();
  for (const { webhook_id, status } of ended) {
    const tally = tallies.get(webhook_id) ?? { webhook_id, well: 0, failed: 0 };
    tallies.set(webhook_id, tally);
    if (status === "ok") tally.well += 1;
    else tally.failed += 1;
  }
  const now = runtime.clock.now();
  const limits = { failures: FAILURES, well_before: later(now, -FAILING_MS), now };
  const sorted = [...tallies.values()].sort((one, other) => one.webhook_id - other.webhook_id);
  const failing = await tallyAttempts(runtime.database.asyncCommitSql, sorted, limits);
  if (!(runtime.settings(webhookSettings).WEBHOOK_AUTO_PAUSE ?? runtime.config.edition !== "cloud")) return;
  for (const webhook_id of failing) await pause(runtime, { webhook_id, ...limits });
}

async function pause(
  runtime: Runtime,
  by: { webhook_id: number; failures: number; well_before: Date; now: Date },
): Promise<void> {
  await runtime.database.withTransaction(async (sql) => {
    const paused = await pauseFailing(sql, by);
    if (!paused) return;
    const { webhook_id, workspace_id, url } = paused;
    const note = {
      action: PAUSE_ACTION,
      target_type: "webhook",
      target_id: webhook_id,
      meta: { host: new URL(url).host, reason: "failing" },
      by: { user_id: null, email: "system", workspace_id },
    };
    const context = { actor: null, via: "system" as const, request: null, now: by.now, isHeard: runtime.isHeard };
    await writeAudit(sql, [note], context);
  });
  runtime.relay.wake();
}

export const tellManagers: Listener = notify(
  PAUSE_ACTION,
  "tell_managers",
  async (event: AuditEvent, { sql }: NoticeContext) => [
    {
      workspace_id: event.workspace_id,
      user_ids: await listManagers(sql, event.workspace_id),
      kind: PAUSED,
      key: `event:${event.event_id}`,
      actor: event.actor,
      actor_user_id: event.actor_user_id,
      title: `The webhook to ${String(event.meta["host"])} is paused: its server has failed for 5 days`,
      body: "Take it up again once the server answers; what it missed can be recovered then.",
      target: { type: "webhook", id: event.target_id },
      thread: null,
      doc_id: null,
      created_at: event.created_at,
    },
  ],
);
