// What people are told of members:
// who invited somebody hears that they have come, who receives documents that they did.
import {
  type AuditEvent,
  type Listener,
  type Notice,
  type NoticeContext,
  type NoticeKind,
  notify,
} from "../../kernel/plugin.ts";
import { CONFIRMATIONS_PATH } from "./standing.ts";
import { listOwners } from "./store/members.ts";

export const INVITE_KINDS: readonly NoticeKind[] = [
  {
    kind: "invite.accepted",
    title: "People whom you invited join",
    channels: { app: true, email: false, chat: false },
  },
  {
    kind: "documents.received",
    title: "Documents that somebody handed over to you",
    channels: { app: true, email: true, chat: true },
  },
  {
    kind: "role.unconfirmed",
    title: "Somebody became owner or admin, and no owner was signed in",
    channels: { app: true, email: false, chat: true },
  },
];

export const inviteListeners: readonly Listener[] = [
  notify("invite.accept", "tell_inviter", tellInviter),
  notify("member.hand_over", "tell_receiver", tellReceiver),
  notify("member.unconfirmed", "tell_owners", tellOwners),
];

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

function tellReceiver(event: AuditEvent): Notice[] {
  const { to_user_id, docs, folder, email } = event.meta;
  if (typeof to_user_id !== "number" || typeof docs !== "number" || docs === 0) return [];
  return [
    {
      workspace_id: event.workspace_id,
      user_ids: [to_user_id],
      kind: "documents.received",
      key: `hand_over:${event.event_id}`,
      actor: event.actor,
      actor_user_id: event.actor_user_id,
      title: `${docs} ${docs === 1 ? "document" : "documents"} of ${email} ${docs === 1 ? "is" : "are"} yours now, in "${folder}"`,
      body: null,
      target: { type: "folder", id: String(folder) },
      thread: null,
      doc_id: null,
      created_at: event.created_at,
    },
  ];
}

async function tellOwners(event: AuditEvent, { sql }: NoticeContext): Promise<Notice[]> {
  return [
    {
      workspace_id: event.workspace_id,
      user_ids: await listOwners(sql, event.workspace_id),
      kind: "role.unconfirmed",
      key: `event:${event.event_id}`,
      actor: event.actor,
      // It may have been done by a token of theirs.
      actor_user_id: null,
      title: `${event.meta["email"]} became ${event.meta["role"]}: say at ${CONFIRMATIONS_PATH} whether that is meant`,
      body: null,
      target: { type: "user", id: event.target_id },
      thread: null,
      doc_id: null,
      created_at: event.created_at,
    },
  ];
}
