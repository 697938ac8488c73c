// What happens to documents, told to those who follow them:
// who wrote in them, commented on them or watches them (rules: notifications/watching).
import {
  type AuditEvent,
  type Follower,
  followersHook,
  type Listener,
  type ListenerContext,
  listen,
  listenInBatches,
  MINUTE_MS,
  type Notice,
  noticeHook,
} from "../../kernel/plugin.ts";
import { CREATED, DELETED, MOVED, SHARED, UPDATED } from "./kinds.ts";
import { findWatchers } from "./store/watches.ts";

/** Several edits in that time are one notice. */
const QUIET_MS = 15 * MINUTE_MS;

export const followListeners: readonly Listener[] = [
  listenInBatches("doc.*", "tell_followers", tellFollowers),
  listen("access.grant", "tell_shared", (event, context) => tellFollowers([event], context)),
];

type Told = Pick<Notice, "kind" | "title"> & Partial<Pick<Notice, "quiet_ms" | "in_trash">>;

/** What an event is to those who follow its document; null for one that they need not know of. */
function readEvent({ action, actor, target_type, meta }: AuditEvent): Told | null {
  if (target_type !== "doc") return null;
  if (action === "doc.publish" || action === "doc.duplicated") {
    return { kind: CREATED, title: `${actor} published "{document}"` };
  }
  // What is written as a candidate is shown to nobody yet; it is told of when it is activated.
  if (typeof meta["version"] === "number" && meta["candidate"] !== true && action !== "doc.label") {
    return { kind: UPDATED, title: `${actor} changed "{document}"`, quiet_ms: QUIET_MS };
  }
  if (action === "doc.move") return { kind: MOVED, title: `${actor} moved "{document}"` };
  if (action === "doc.delete") return { kind: DELETED, title: `${actor} deleted "{document}"`, in_trash: true };
  if (action === "doc.expire") return { kind: DELETED, title: '"{document}" has expired', in_trash: true };
  if (action === "access.grant") return { kind: SHARED, title: `${actor} shared "{document}"`, quiet_ms: QUIET_MS };
  return null;
}

async function tellFollowers(events: readonly AuditEvent[], context: ListenerContext): Promise<void> {
  const told = events.flatMap((event) => {
    const read = readEvent(event);
    return read ? [{ event, read }] : [];
  });
  // A batch is in nobody's order and of any workspace.
  for (const [workspace_id, those] of Map.groupBy(told, ({ event }) => event.workspace_id)) {
    const followers = await findFollowers(context, {
      workspace_id,
      doc_ids: those.map(({ event }) => event.target_id),
    });
    for (const { event, read } of those) {
      const before = followers.get(event.target_id)?.filter(({ since }) => since < event.created_at) ?? [];
      const user_ids = before.map((one) => one.user_id).filter((id) => id !== event.actor_user_id);
      if (user_ids.length > 0) await tell(context, noticeOf(event, { read, user_ids }));
    }
  }
}

/** Who may have to be told, by document: most are followed by nobody but who wrote them, and cost no more than this. */
async function findFollowers(
  { database, callHook }: ListenerContext,
  { workspace_id, doc_ids }: { workspace_id: number; doc_ids: readonly string[] },
): Promise<Map<string, Follower[]>> {
  const asked = { sql: database.sql, workspace_id, doc_ids: [...new Set(doc_ids)] };
  const followers = [...(await callHook(followersHook, asked)).flat(), ...(await findWatchers(asked.sql, asked))];
  return Map.groupBy(followers, (one) => one.doc_id);
}

function tell({ database, callHook, clock }: ListenerContext, notice: Notice): Promise<void> {
  return database.withTransaction(
    async (sql) => void (await callHook(noticeHook, { ...notice, sql, now: clock.now() })),
  );
}

function noticeOf(event: AuditEvent, { read, user_ids }: { read: Told; user_ids: readonly number[] }): Notice {
  const { workspace_id, actor, actor_user_id, target_id, created_at } = event;
  return {
    ...{ workspace_id, actor, actor_user_id, created_at, user_ids, ...read },
    key: `event:${event.event_id}`,
    body: null,
    target: { type: "doc", id: target_id },
    thread: `doc:${target_id}`,
    doc_id: target_id,
    following: true,
  };
}
