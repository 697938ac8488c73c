// Notices as their reader may see them:
// titles are read anew, and of what the reader lost nothing is shown (rules: notifications/what_one_may_open).
import { type Actor, DELETED_PERSON, type Runtime, type Sql, type Static, t } from "../../kernel/plugin.ts";
import { findDocuments, findTrashedTitles } from "../documents/port/read.ts";
import { listKinds, pageOf } from "./kinds.ts";
import type { NotificationRow } from "./store/notifications.ts";

export const Notification = t.Object(
  {
    id: t.Integer(),
    kind: t.String({ description: "Such as comment.created." }),
    key: t.Nullable(
      t.String({
        description: "What it tells of, such as access_request:12; null when you may not open the document any more.",
      }),
    ),
    title: t.Nullable(t.String({ description: "One line; null when you may not open the document any more." })),
    body: t.Nullable(t.String({ description: "What was written, if anything; null as well when the title is." })),
    actor: t.String({ description: `Who did it: an e-mail address, system, or "${DELETED_PERSON}".` }),
    target: t.Object({
      type: t.String({ description: "Such as comment." }),
      id: t.Nullable(
        t.String({ description: "Null, like url and doc_id, when you may not open the document any more." }),
      ),
      url: t.Nullable(t.String({ description: "Where to look at it; null for what lies in the trash." })),
    }),
    doc_id: t.Nullable(t.String({ description: "The document that it is about, as long as you may open it." })),
    created_at: t.Instant(),
    read_at: t.Nullable(t.Instant()),
  },
  { $id: "Notification" },
);
export type ShownNotification = Static<typeof Notification>;

/** Who did it, where the title does not say so; null for what the service did by itself. */
export function authorBeside({ actor, title }: Pick<ShownNotification, "actor" | "title">): string | null {
  return actor === "system" || title?.includes(actor) ? null : actor;
}

/** Rows as the person may see them now: two queries whatever their number, and one where nothing of them was deleted. */
export async function showNotifications(
  call: { sql: Sql; actor: Actor; now: Date; runtime: Runtime },
  rows: readonly NotificationRow[],
): Promise<(ShownNotification & { visibility: string | null })[]> {
  const docIds = [...new Set(rows.flatMap((row) => row.doc_id ?? []))];
  const docs = await findDocuments(call, docIds);
  const trashed = rows.flatMap((row) => (row.in_trash && row.doc_id && !docs.has(row.doc_id) ? [row.doc_id] : []));
  const titles = await findTrashedTitles(call.sql, { ...call, doc_ids: trashed });
  const kinds = new Map((await listKinds(call.runtime)).map((kind) => [kind.kind, kind]));
  return rows.map((row) => {
    const doc = row.doc_id === null ? null : docs.get(row.doc_id);
    const kept = row.in_trash && row.doc_id !== null ? titles.get(row.doc_id) : undefined;
    const title = doc?.title ?? kept;
    const isLost = row.doc_id !== null && title === undefined;
    const page = row.doc_id === null ? pageOf(call.runtime, kinds.get(row.kind), row.target_id) : null;
    return {
      id: row.notification_id,
      kind: row.kind,
      key: isLost ? null : row.key,
      // A function stands in, because a title may hold what replacing gives a meaning to.
      title: isLost ? null : row.title.replace("{document}", () => title ?? ""),
      body: isLost ? null : row.body,
      actor: row.actor,
      target: { type: row.target_type, id: isLost ? null : row.target_id, url: doc?.url ?? page },
      doc_id: isLost ? null : row.doc_id,
      created_at: row.created_at.toISOString(),
      read_at: row.read_at?.toISOString() ?? null,
      visibility: doc?.visibility ?? null,
    };
  });
}
