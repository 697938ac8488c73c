// What people are told of invites: who invited somebody hears that they have come.
import { type AuditEvent, type Listener, type Notice, type NoticeKind, notify } from "../../kernel/mod.ts";

export const INVITE_KINDS: readonly NoticeKind[] = [
  {
    kind: "invite.accepted",
    title: "People whom you invited join",
    channels: { app: true, email: false, chat: false },
  },
];

export const inviteListeners: readonly Listener[] = [notify("invite.accept", "tell_inviter", tellInviter)];

function tellInviter(event: AuditEvent): Notice[] {
  const { invited_by } = event.meta;
  if (typeof invited_by !== "number") return [];
  return [
    {
      workspace_id: event.workspace_id,
      user_ids: [invited_by],
      kind: "invite.accepted",
      key: `invite:${event.target_id}`,
      actor: event.actor,
      actor_user_id: event.actor_user_id,
      title: `${event.actor} has joined the workspace`,
      body: null,
      target: { type: "invite", id: event.target_id },
      thread: null,
      doc_id: null,
      created_at: event.created_at,
    },
  ];
}
