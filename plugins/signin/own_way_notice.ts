// What a person is told when a way to sign in of theirs comes or goes: by whoever it was done, they hear of it.
import type { AuditEvent, Notice } from "../../kernel/plugin.ts";

/** The notice to the person who is said to have made the change. */
export function tellOwner(
  event: AuditEvent,
  { kind, title, target_type }: { kind: string; title: string; target_type: string },
): Notice[] {
  const { actor, actor_user_id, created_at, event_id, target_id, workspace_id } = event;
  if (actor_user_id === null) return [];
  return [
    {
      ...{ workspace_id, user_ids: [actor_user_id], kind, key: `event:${event_id}`, actor },
      // It may have been somebody else who sat there.
      actor_user_id: null,
      ...{
        title,
        body: null,
        target: { type: target_type, id: String(target_id) },
        thread: null,
        doc_id: null,
        created_at,
      },
    },
  ];
}
