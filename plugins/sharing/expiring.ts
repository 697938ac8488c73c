// Access that ends by itself: its end is noted in the audit log, and people are told of it before.
import {
  type AuditEvent,
  type JobDefinition,
  MINUTE_MS,
  momentOf,
  type Note,
  type Notice,
  type NoticeContext,
  type NoticeKind,
  type Runtime,
  SECOND_MS,
  type Sql,
  writeAudit,
} from "../../kernel/plugin.ts";
import { claimEnded, claimEnding, type GrantRow, listEnding, showGrant, unmarkEnded } from "../places/port.ts";
import { findConcerned } from "./store/concerned.ts";

/** The audit actions; the first is a kind of notice, too. */
export const EXPIRING = "access.expiring";
export const EXPIRED = "access.expire";

export const EXPIRING_KIND: NoticeKind = {
  kind: EXPIRING,
  title: "Access that was given to you, or by you, and ends soon",
  channels: { app: true, email: true, chat: true },
};

const BATCH = 200;

/** The rule looks at the clock wherever a grant is read; this is how soon its end is noted, and followers of changes learn of it. */
export function expiryJobs(runtime: Runtime): JobDefinition[] {
  return [
    {
      kind: "sharing.expire",
      attempts_max: 3,
      backoff_ms: () => MINUTE_MS,
      every_ms: 10 * SECOND_MS,
      run: async (_job, { signal }) => {
        for (const workspace_id of await listEnding(runtime.database.sql, runtime.clock.now())) {
          while (!signal.aborted && (await noteBatch(runtime, workspace_id)) === BATCH);
        }
      },
    },
  ];
}

/** The marks and the audit rows are one transaction, so that each end is noted once. */
function noteBatch(runtime: Runtime, workspace_id: number): Promise<number> {
  const now = runtime.clock.now();
  const claimed = { workspace_id, now, limit: BATCH };
  return runtime.database.withTransaction(async (sql) => {
    await unmarkEnded(sql, claimed);
    const ended = await claimEnded(sql, claimed);
    const ending = await claimEnding(sql, claimed);
    const notes = [
      ...(await notesOf(sql, { workspace_id, grants: ended, action: EXPIRED })),
      ...(await notesOf(sql, { workspace_id, grants: ending, action: EXPIRING })),
    ];
    await writeAudit(sql, notes, { actor: null, via: "system", request: null, now, isHeard: runtime.isHeard });
    return Math.max(ended.length, ending.length);
  });
}

async function notesOf(
  sql: Sql,
  options: { workspace_id: number; grants: readonly GrantRow[]; action: string },
): Promise<(Note & { action: string })[]> {
  const { workspace_id, grants, action } = options;
  const concerned = await findConcerned(sql, { workspace_id, grants });
  return grants.map((grant) => {
    const { doc_id, root_name, holder_id } = concerned.get(grant.grant_id) ?? NOBODY;
    const { grant_id, root_id, folder } = grant;
    const { subject_type, subject_id, subject_label, level, expires_at } = showGrant(grant);
    const target =
      doc_id !== null
        ? { target_type: "doc", target_id: doc_id, meta: { doc_id } }
        : root_id !== null && folder === ""
          ? { target_type: "root", target_id: root_id, meta: { root_id, folder, root: root_name ?? "" } }
          : { target_type: "folder", target_id: folder ?? "", meta: { root_id, folder, root: root_name ?? "" } };
    const told = action === EXPIRING && { giver_id: grant.created_by ?? holder_id };
    const named = { grant_id, subject_type, subject_id, subject: subject_label, level, expires_at, ...told };
    return {
      ...{ action, ...target, meta: { ...target.meta, ...named } },
      by: { user_id: null, email: "system", workspace_id },
    };
  });
}

const NOBODY = { doc_id: null, root_name: null, holder_id: null };

/** The notices of an end to come: to whom access was given by name, and to who gave it. */
export async function tellExpiring(event: AuditEvent, { sql }: NoticeContext): Promise<Notice[]> {
  const { meta, workspace_id } = event;
  const [grant] = await sql<{ expires_at: Date }[]>`
    select expires_at from grants
    where grant_id = ${Number(meta["grant_id"])} and workspace_id = ${workspace_id} and expires_at = ${new Date(String(meta["expires_at"]))}`;
  // It has another end by now, or is gone.
  if (!grant) return [];
  const what = nameOf(event);
  const ends = `ends on ${momentOf(grant.expires_at)}`;
  const holder = meta["subject_type"] === "user" ? Number(meta["subject_id"]) : null;
  const giver = typeof meta["giver_id"] === "number" && meta["giver_id"] !== holder ? meta["giver_id"] : null;
  const notices: Notice[] = [];
  if (holder !== null) notices.push(noticeOf(event, { user_id: holder, title: `Your access to ${what} ${ends}` }));
  if (giver !== null) {
    notices.push(noticeOf(event, { user_id: giver, title: `The access of ${meta["subject"]} to ${what} ${ends}` }));
  }
  return notices;
}

function nameOf({ target_type, meta }: AuditEvent): string {
  if (target_type === "doc") return '"{document}"';
  const root = typeof meta["root"] === "string" && meta["root"] !== "" ? meta["root"] : null;
  if (target_type === "root") return `"${root}"`;
  return root === null ? `folder "${meta["folder"]}"` : `folder "${meta["folder"]}" of "${root}"`;
}

function noticeOf(event: AuditEvent, { user_id, title }: { user_id: number; title: string }): Notice {
  const { workspace_id, target_type, target_id, meta, actor, created_at } = event;
  return {
    workspace_id,
    user_ids: [user_id],
    kind: EXPIRING,
    key: `${EXPIRING}:${meta["grant_id"]}:${meta["expires_at"]}`,
    actor,
    actor_user_id: null,
    title,
    body: null,
    target: { type: target_type, id: target_id },
    thread: null,
    doc_id: target_type === "doc" ? target_id : null,
    created_at,
  };
}
