// What the audit log answers, as schemas and how a row is shown in them.
import { type Static, t } from "../../kernel/plugin.ts";
import type { EventRow } from "./store.ts";

export const AuditEvent = t.Object(
  {
    id: t.Integer(),
    action: t.String(),
    actor: t.String({ description: "An e-mail address, system, or scim:<workspace>." }),
    actor_user_id: t.Nullable(t.Integer()),
    target_type: t.String(),
    target_id: t.String(),
    workspace_id: t.Integer(),
    meta: t.Json({ description: "What the action says, and via, client and request_id where there were any." }),
    ip: t.Nullable(t.String({ description: "The caller's address; null when nobody called." })),
    created_at: t.Instant(),
    names: t.Optional(
      t.Object(
        {
          actor: t.Nullable(t.String(), { description: "Of a person who is here still." }),
          target: t.Nullable(t.String(), { description: "What the target is called, or was called in the row." }),
          doc_id: t.Nullable(t.String(), { description: "The document that it is about, where you may open it." }),
          user_id: t.Nullable(t.Integer(), {
            description: "The person that it was done to, where they are here still.",
          }),
        },
        { description: "With names=1." },
      ),
    ),
  },
  { $id: "AuditEvent" },
);

export type Names = NonNullable<Static<typeof AuditEvent>["names"]>;

export function showEvent(row: EventRow): Static<typeof AuditEvent> {
  return { ...row, created_at: row.created_at.toISOString() };
}
