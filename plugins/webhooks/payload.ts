// What a receiver is sent of an event: compact JSON with the keys of every object sorted (rules: webhooks/once).
import { isJsonObject, type JsonObject } from "../../kernel/plugin.ts";

/** An event as it is kept. */
export interface KeptEvent {
  event_id: number;
  workspace_id: number;
  action: string;
  actor: string;
  target_type: string;
  target_id: string;
  meta: JsonObject;
  event_created_at: Date;
}

/** The event as receivers and the feed show it, its own keys in order. */
export function showEvent(event: KeptEvent) {
  return {
    action: event.action,
    actor: event.actor,
    created_at: event.event_created_at.toISOString(),
    id: event.event_id,
    meta: event.meta,
    target_id: event.target_id,
    target_type: event.target_type,
    workspace_id: event.workspace_id,
  };
}

/** The body of a request, with the answers that a connection may have of it; else the same bytes however often it is sent. */
export function writePayload(event: KeptEvent, data: Record<string, unknown> | null = null): string {
  // Behind `created_at` and `action`, where its key stands in their order.
  const { action, actor, created_at, ...rest } = showEvent(event);
  const shown = { action, actor, created_at, ...(data && { data }), ...rest };
  return JSON.stringify(shown, (_key, value: unknown) => (isJsonObject(value) ? sorted(value) : value));
}

function sorted(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
