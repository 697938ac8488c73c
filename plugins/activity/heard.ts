// Which audit events are activity of a document: changes of its content, comments, and whatever lets more people in.
import { type AuditEvent, isWider, type Listener, listenInBatches, VISIBILITY_LIMITS } from "../../kernel/plugin.ts";
import { countEvents, type HeardEvent } from "./store/counting.ts";

const KINDS: Readonly<Record<string, HeardEvent["kind"]>> = {
  "doc.publish": "edit",
  "doc.duplicated": "edit",
  "doc.update": "edit",
  "doc.edit": "edit",
  "doc.patch": "edit",
  "doc.restore": "edit",
  "doc.activate": "edit",
  "comment.create": "comment",
  "access.grant": "share",
  "doc.visibility": "share",
};

/** One listener for each action, so that no other one makes a job. */
export const activityListeners: readonly Listener[] = Object.keys(KINDS).map((action) =>
  listenInBatches(action, `count_${action.replace(".", "_")}`, async (events, { database }) => {
    await countEvents(
      database.asyncCommitSql,
      events.flatMap((event) => heardOf(event) ?? []),
    );
  }),
);

/** What an event says of a document; null where it is about something else, or closes more than it opens. */
function heardOf(event: AuditEvent): HeardEvent | null {
  const kind = KINDS[event.action];
  const doc_id = event.target_type === "doc" ? event.target_id : event.meta["doc_id"];
  if (!kind || typeof doc_id !== "string") return null;
  if (event.action === "doc.visibility" && !opens(event)) return null;
  if (event.action === "access.grant" && event.target_type !== "doc") return null;
  const via = typeof event.meta["via"] === "string" ? event.meta["via"] : "system";
  const { event_id: audit_event_id, actor_user_id: user_id, created_at } = event;
  return { audit_event_id, doc_id, kind, via, user_id, at: created_at.toISOString() };
}

function opens({ meta }: AuditEvent): boolean {
  const [from, to] = [meta["from"], meta["to"]].map((name) => VISIBILITY_LIMITS.find((one) => one === name) ?? null);
  return isWider(to ?? null, from ?? null);
}
