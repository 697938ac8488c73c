// The shape of one thing that happened, as listeners hear it; it lives alone so that everyone may know it.
import type { JsonObject } from "../base/json.ts";

/** A committed row of `audit_events` (rules: audit/listeners); listeners hear it after the commit, at least once. */
export interface AuditEvent {
  event_id: number;
  workspace_id: number;
  /** Dotted, such as `doc.publish`. */
  action: string;
  /** An e-mail address, `system`, or `scim:<workspace slug>`. */
  actor: string;
  actor_user_id: number | null;
  target_type: string;
  target_id: string;
  meta: JsonObject;
  /** The caller's address; null when nobody called. */
  ip: string | null;
  created_at: Date;
}
