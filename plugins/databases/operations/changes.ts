// What changed in a database: whether anything did, the feed that programs follow, and who did what.
import { type Call, demandActor, nextCursor, pagesOf, paging, refuse, SECOND_MS, t } from "../../../kernel/plugin.ts";
import type { ReadCall } from "../../../kernel/ports/operation.ts";
import { manifest } from "../../manifest.ts";
import { operation } from "../../operation.ts";
import { database } from "../permits.ts";
import { databaseParams } from "../schemas.ts";
import { type ChangeRow, type FeedPage, listLatest, readChanges } from "../store/changes.ts";
import type { LoadedDatabase } from "../store/rows.ts";
import { waitingPort } from "../waiting.ts";

const { changes_wait_seconds: WAIT_SECONDS_MAX, database_changes_kept_days: KEPT_DAYS } = manifest.caps;
const PAGE_MAX = 500;
const PAGE_DEFAULT = 100;
const POLL_AFTER_SECONDS = 15;

const number = (description: string) =>
  t.Optional(t.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0, description }));

export const readStatus = operation({
  id: "database.status",
  route: "GET /api/databases/{database_id}/status",
  tool: { name: "database_status", wording: "Say whether a database has changed since a revision.", idempotent: true },
  summary: "Say whether a database has changed",
  params: databaseParams,
  query: t.Object({ after: number("A revision that you know.") }),
  output: t.Object({
    changed: t.Boolean(),
    revision: t.Integer(),
    updated_at: t.Instant(),
    poll_after: t.Integer({ description: "Seconds to wait before asking again." }),
  }),
  permit: database("view"),
  connection_limit: "places",
  run: ({ subject }, { query }) => {
    const { seq, changed_at } = subject.database;
    const changed = seq !== (query.after ?? 0);
    return { changed, revision: seq, updated_at: changed_at.toISOString(), poll_after: POLL_AFTER_SECONDS };
  },
});

const changeMembers = {
  op: t.String({ description: "record.create, record.update, record.delete, record.restore, schema, view or form." }),
  table_id: t.Optional(t.Integer()),
  record_id: t.Optional(t.Integer()),
  version: t.Optional(t.Integer({ description: "Of the record, the schema or the view from then on." })),
  deleted: t.Boolean({ description: "True where the record, table or view is gone; a table takes its records along." }),
  at: t.Instant(),
  actor: t.Nullable(t.String(), { description: "Null once that account is gone." }),
  via: t.String(),
};
const Change = t.Object({ seq: t.Integer(), ...changeMembers }, { $id: "DatabaseChange" });

export const followChanges = operation({
  id: "database.changes",
  route: "GET /api/databases/{database_id}/changes",
  tool: {
    name: "database_changes",
    wording: "List what changed in a database since a cursor: ids of records, deletions too.",
    resumes: "after",
    idempotent: true,
  },
  summary: "Follow the changes of a database",
  description: `In the order of commits; whoever goes on from each \`next_cursor\` misses nothing. Changes are kept for ${KEPT_DAYS} days: a cursor from before, or from another history, is a 410 with \`resync\`. Then query the records anew, and go on from the revision of that answer.`,
  params: databaseParams,
  query: t.Object({
    after: number("next_cursor of the page before, or a revision; the beginning without it."),
    limit: t.Limit({ maximum: PAGE_MAX, default: PAGE_DEFAULT, description: `At most ${PAGE_MAX}.` }),
    wait: t.Optional(
      t.Integer({
        minimum: 0,
        maximum: WAIT_SECONDS_MAX,
        default: 0,
        description: "Seconds to wait for a change when there is none yet.",
      }),
    ),
  }),
  output: t.Object({ changes: t.Array(Change), next_cursor: t.Integer(), has_more: t.Boolean() }),
  permit: database("view"),
  connection_limit: "places",
  refuses: [410],
  run: async (call, { query }) => {
    const { after = 0, limit = PAGE_DEFAULT } = query;
    const until = performance.now() + (query.wait ?? 0) * SECOND_MS;
    for (let subject = call.subject; ; subject = await askAgain(call)) {
      const page = await readChanges(call.sql, { ...subject, after, limit });
      if (!page) throw refuse.notFound("document not found");
      refuseForgotten(page, after);
      const left = until - performance.now();
      const isOver = left <= 0 || call.request.signal.aborted || call.runtime.leaving.aborted;
      if (page.rows.length > 0 || isOver) return showFeed(page, after);
      const { user_id } = call.actor;
      const { signal } = call.request;
      await call.use(waitingPort).wait({ workspace_id: subject.document_id, user_id, since: after, ms: left, signal });
    }
  },
});

function showFeed({ rows, latest }: FeedPage, after: number) {
  const next_cursor = rows.at(-1)?.seq ?? after;
  const changes = rows.map((row) => ({ seq: row.seq, ...showChange(row) }));
  return { changes, next_cursor, has_more: next_cursor < latest };
}

function showChange({ op, table_id, record_id, version, at, actor, via }: ChangeRow) {
  return {
    op,
    ...(table_id !== null && { table_id }),
    ...(record_id !== null && { record_id }),
    ...(version !== null && { version }),
    deleted: op === "record.delete" || version === null,
    at: at.toISOString(),
    actor,
    via,
  };
}

/** Throws 410 for a cursor behind which changes are forgotten, and for one ahead of all that there is. */
function refuseForgotten({ forgotten, latest }: FeedPage, after: number): void {
  if (after >= forgotten && after <= latest) return;
  const why =
    after > latest
      ? `after ${after} is ahead of what is here (${latest}), as after a restore of the service`
      : `changes up to ${forgotten} are forgotten; they are kept for ${KEPT_DAYS} days`;
  throw refuse.gone(`${why}. Query the records anew, and go on from the revision of that answer`, {
    resync: true,
    revision: latest,
  });
}

/** Rights may have ended during the wait. Throws the 401 or 404 of a request that came now. */
async function askAgain(call: ReadCall<LoadedDatabase>): Promise<LoadedDatabase> {
  const now = call.runtime.clock.now();
  const actor = demandActor(await call.runtime.identifier.identify(call.request.headers, now));
  const params = { database_id: call.subject.doc_id };
  return database("view").check({ ...call, actor, now }, { params, query: {}, body: undefined, form: undefined });
}

const ACTIVITY = pagesOf("database_activity", (at) => ({ seq: at.id("seq") }));

export const readActivity = operation({
  id: "database.activity",
  route: "GET /api/databases/{database_id}/activity",
  tool: { name: "database_activity", wording: "List who did what in a database, the latest first.", idempotent: true },
  summary: "List who did what in a database, the latest first",
  description: `What the feed tells, for ${KEPT_DAYS} days.`,
  params: databaseParams,
  query: t.Object(paging({ maximum: PAGE_MAX, default: PAGE_DEFAULT })),
  output: t.Object({ events: t.Array(t.Object({ seq: t.Integer(), ...changeMembers })), ...nextCursor }),
  permit: database("view"),
  connection_limit: "places",
  run: async ({ sql, subject }: Call<LoadedDatabase>, { query }) => {
    const { after, limit } = ACTIVITY.options(query);
    const found = await listLatest(sql, { ...subject, before: after?.seq ?? null, limit });
    const { rows, next } = ACTIVITY.page(found, query);
    return { events: rows.map((row) => ({ seq: row.seq, ...showChange(row) })), ...next };
  },
});
