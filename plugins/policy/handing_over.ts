// Whether a workspace lets its owners hand over what belongs to others, and that everybody hears of it before it holds.
import {
  type AuditEvent,
  DAY_MS,
  dayOf,
  later,
  type Notice,
  type NoticeContext,
  type NoticeKind,
  notify,
  type Runtime,
  type Sql,
} from "../../kernel/plugin.ts";
import { listActive } from "../members/port.ts";
import { type PolicyRow, readPolicy } from "./store/policies.ts";

/** So long everybody knows before it holds. */
const NOTICE_DAYS = 7;

export const HAND_OVER_KIND: NoticeKind = {
  kind: "policy.hand_over",
  title: "Whether the workspace's owners may hand over your documents when you leave",
  channels: { app: true, email: true, chat: false },
};

/** When owners may, or could, hand over what belongs to others; null where they may not. */
export function beginOf({ hand_over, hand_over_since }: Pick<PolicyRow, "hand_over" | "hand_over_since">): Date | null {
  return hand_over === "owners" && hand_over_since ? later(hand_over_since, NOTICE_DAYS * DAY_MS) : null;
}

/** The rule of a workspace whose plan carries one. */
export async function ruleOf(
  { plans }: Pick<Runtime, "plans">,
  { sql, workspace_id }: { sql: Sql; workspace_id: number },
): Promise<{ from: Date } | null> {
  const row = await readPolicy(sql, workspace_id);
  const from = plans.carries("workspace_policy", row.plan) ? beginOf(row) : null;
  return from && { from };
}

export const tellOfHandingOver = notify("policy.updated", "tell_hand_over", handOverNotices);

/** One notice goes to so many at most. */
const TOLD_AT_ONCE = 500;

async function handOverNotices(event: AuditEvent, { sql }: NoticeContext): Promise<Notice[]> {
  const { workspace_id, actor, actor_user_id, created_at, meta, event_id } = event;
  const set = Reflect.get(Object(meta["to"]), "hand_over");
  if (set === undefined) return [];
  const from = dayOf(later(created_at, NOTICE_DAYS * DAY_MS));
  const title =
    set === "owners"
      ? `From ${from} on, owners of the workspace may hand your My documents over to a colleague if they remove you`
      : "Owners of the workspace may not hand your My documents over to others any more";
  const everybody = await listActive(sql, workspace_id);
  const parts = Array.from({ length: Math.ceil(everybody.length / TOLD_AT_ONCE) }, (_, part) =>
    everybody.slice(part * TOLD_AT_ONCE, (part + 1) * TOLD_AT_ONCE),
  );
  return parts.map((user_ids) => ({
    ...{ workspace_id, user_ids, kind: HAND_OVER_KIND.kind, actor, actor_user_id, created_at, title },
    key: `${HAND_OVER_KIND.kind}:${event_id}`,
    body: null,
    target: { type: "workspace", id: String(workspace_id) },
    thread: null,
    doc_id: null,
  }));
}
