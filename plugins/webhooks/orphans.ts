// Webhooks of somebody who manages the workspace no more:
// owners and admins are told, and may take them over (rules: webhooks/owners).
import {
  type AuditEvent,
  type Listener,
  type Notice,
  type NoticeContext,
  type NoticeKind,
  notify,
  type Port,
  port,
  type Runtime,
  writeAudit,
} from "../../kernel/plugin.ts";
import { listManagers } from "../members/port.ts";
import { PAUSE_ACTION } from "./pausing.ts";
import { webhookSettings } from "./settings.ts";
import { listOrphaned, pauseOrphaned } from "./store/webhooks.ts";

const ORPHANED = "webhook.orphaned";
export const ORPHANED_KIND: NoticeKind = {
  kind: ORPHANED,
  title: "Webhooks of somebody who manages the workspace no more",
  channels: { app: true, email: true, chat: true },
  page: "webhook.page",
};

/** What a listener needs of the runtime beside its context. */
export const orphanRuntimePort: Port<Pick<Runtime, "settings" | "isHeard">> = port("webhooks.orphan_runtime");

/** Whoever is no owner or admin any more by one of these. */
const ENDS = ["member.role", "member.leave", "account.delete"] as const;

export const tellOfOrphans: readonly Listener[] = ENDS.map((action) =>
  notify(action, `tell_of_orphans_${action.replace(".", "_")}`, orphanNotices),
);

async function orphanNotices(event: AuditEvent, context: NoticeContext): Promise<readonly Notice[]> {
  const { sql } = context;
  const { workspace_id } = event;
  const orphaned = await listOrphaned(sql, { workspace_id, owner_id: Number(event.target_id) });
  if (orphaned.length === 0) return [];
  const { WEBHOOK_PAUSE_ORPHANED: pauses = false } = context.use(orphanRuntimePort).settings(webhookSettings);
  const user_ids = await listManagers(sql, workspace_id);
  const notices: Notice[] = [];
  for (const { webhook_id, url, owner_email } of orphaned) {
    const { host } = new URL(url);
    const now = context.clock.now();
    if (pauses && (await pauseOrphaned(sql, { webhook_id, now }))) {
      const by = { user_id: null, email: "system", workspace_id };
      const note = {
        action: PAUSE_ACTION,
        target_type: "webhook",
        target_id: webhook_id,
        meta: { host, reason: "owner" },
        by,
      };
      await writeAudit(sql, [note], {
        actor: null,
        via: "system",
        request: null,
        now,
        isHeard: context.use(orphanRuntimePort).isHeard,
      });
    }
    const state = pauses ? "is paused" : "goes on";
    notices.push({
      ...{ workspace_id, user_ids, kind: ORPHANED, key: `event:${event.event_id}:${webhook_id}` },
      // Who demoted or removed them may not know of it, so that they are told, too.
      ...{ actor: "system", actor_user_id: null },
      title: `The webhook to ${host} ${state}, though ${owner_email ?? "who made it"} manages the workspace no more`,
      body: "Take it over, or remove it. Until then a connection to a database is sent no values.",
      ...{
        target: { type: "webhook", id: String(webhook_id) },
        thread: null,
        doc_id: null,
        created_at: event.created_at,
      },
    });
  }
  return notices;
}
