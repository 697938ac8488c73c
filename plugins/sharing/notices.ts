// What people are told of requests: whoever may decide that there is one, and who asked that it was approved.
import {
  type AuditEvent,
  type Listener,
  listen,
  type Notice,
  type NoticeContext,
  type NoticeKind,
  notify,
  settle,
} from "../../kernel/plugin.ts";
import { findRequest, listDeciders, voidRequestsOn } from "./requests/store.ts";

const REQUESTED = "access.requested";

export const ACCESS_KINDS: readonly NoticeKind[] = [
  {
    kind: REQUESTED,
    title: "Somebody asks for access that you can give",
    channels: { app: true, email: true, chat: true },
    has_own_mail: true,
  },
  {
    kind: "access.granted",
    title: "Your request for access is approved",
    channels: { app: true, email: true, chat: true },
    has_own_mail: true,
  },
];

const TOLD_MAX = 50;

export const accessListeners: readonly Listener[] = [
  notify("access.request", "tell_deciders", tellDeciders),
  notify("access.decide", "tell_asker", tellAsker),
  settle("access.decide", REQUESTED, threadOf),
  // What a request saw is compared whenever somebody looks at it; this keeps one void that was moved away and back.
  listen("doc.move", "void_moved", (event, { database }) => voidRequestsOn(database.sql, changeOf(event))),
  listen("doc.visibility", "void_opened", async (event, { database }) => {
    if (event.meta["from"] !== event.meta["to"]) await voidRequestsOn(database.sql, changeOf(event));
  }),
];

function changeOf({ workspace_id, target_id, created_at }: AuditEvent) {
  return { workspace_id, doc_id: target_id, before: created_at };
}

async function tellDeciders(event: AuditEvent, { sql }: NoticeContext): Promise<Notice[]> {
  const { workspace_id } = event;
  const request_id = event.meta["access_request_id"];
  // Whoever asked for an id that leads nowhere asked nobody.
  if (typeof request_id !== "number") return [];
  const request = await findRequest(sql, { workspace_id, request_id });
  if (request?.status !== "pending") return [];
  const { seen_owner_id: owner_id, seen_root_id: root_id, message } = request;
  const user_ids = await listDeciders(sql, { workspace_id, owner_id, root_id, limit: TOLD_MAX });
  const title = `${event.actor} asks to view "{document}"`;
  return [{ ...noticeOf(event), kind: REQUESTED, title, body: message === "" ? null : message, user_ids }];
}

function tellAsker(event: AuditEvent): Notice[] {
  const { status, user_id } = event.meta;
  if (status !== "approved" || typeof user_id !== "number") return [];
  const title = 'You may now view "{document}"';
  return [{ ...noticeOf(event), kind: "access.granted", title, body: null, user_ids: [user_id] }];
}

function threadOf(event: AuditEvent): string {
  return `access_request:${event.meta["access_request_id"]}`;
}

function noticeOf(event: AuditEvent) {
  const key = threadOf(event);
  return {
    workspace_id: event.workspace_id,
    key,
    actor: event.actor,
    actor_user_id: event.actor_user_id,
    target: { type: "doc", id: event.target_id },
    thread: key,
    doc_id: event.target_id,
    created_at: event.created_at,
  };
}
