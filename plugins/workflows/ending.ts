// How runs end. One that failed and that nobody asked for is noted, and whoever saved its workflow is told:
// else it fails unseen for weeks.
import {
  type AuditEvent,
  HOUR_MS,
  listen,
  type Notice,
  type NoticeContext,
  type NoticeKind,
  noticeRevisionHook,
  notify,
  plainWords,
  type Runtime,
  type Sql,
  writeAudit,
} from "../../kernel/plugin.ts";
import { VIA } from "./starting.ts";
import { type EndedRun, type Ending, endRun } from "./store/runs.ts";
import { findOwner } from "./store/workflows.ts";

export const FAILED = "workflow.failed";

export const FAILED_KIND: NoticeKind = {
  kind: FAILED,
  title: "Workflows of yours that fail",
  channels: { app: true, email: true, chat: true },
  page: "workflow.page",
};

const NAME_CHARS_MAX = 150;

/** Ends a run with what came of its steps; `error` is why it failed, null where it did not. */
export async function end(runtime: Runtime, ending: Ending): Promise<void> {
  const isFailed = await runtime.database.withTransaction(async (sql) => {
    const run = await endRun(sql, ending);
    return run !== null && ending.error !== null && (await noteFailures(runtime, sql, [run]));
  });
  if (isFailed) runtime.relay.wake();
}

/** Notes runs that failed, in the transaction that ends them; answers whether somebody is to be told. Who runs one by hand looks at it. */
export async function noteFailures(runtime: Runtime, sql: Sql, runs: readonly EndedRun[]): Promise<boolean> {
  const notes = runs
    .filter(({ cause }) => cause !== "manual")
    .map(({ workspace_id, workflow_id, run_id, cause, event_id, workflow_name: name }) => ({
      ...{ action: FAILED, target_type: "workflow", target_id: workflow_id, meta: { name, run_id, cause, event_id } },
      by: { user_id: null, email: "system", workspace_id },
    }));
  if (notes.length === 0) return false;
  const now = runtime.clock.now();
  await writeAudit(sql, notes, { actor: null, via: VIA, request: null, now, isHeard: runtime.isHeard });
  return true;
}

/** Once an hour: what fails at every event is one thing to look at. */
export const tellAuthor = notify(FAILED, "tell_author", async (event: AuditEvent, { sql }: NoticeContext) => {
  const { workspace_id, target_id, meta, actor, created_at } = event;
  const owner_id = await findOwner(sql, Number(target_id));
  if (owner_id === null) return [];
  const notice: Notice = {
    ...{ workspace_id, user_ids: [owner_id], kind: FAILED, key: `event:${event.event_id}` },
    ...{ actor, actor_user_id: null, created_at, doc_id: null },
    title: `Your workflow "${plainWords(String(meta["name"]), NAME_CHARS_MAX)}" failed`,
    body: "Its page says at which step, and why.",
    target: { type: "workflow", id: target_id },
    thread: threadOf(target_id),
    quiet_ms: HOUR_MS,
  };
  return [notice];
});

/** What is told of a workflow that is gone leads nowhere. */
export const forgetFailures = listen(
  "workflow.deleted",
  "forget",
  async ({ workspace_id, target_id }, { callHook, database }) => {
    const of = { thread: threadOf(target_id) };
    await callHook(noticeRevisionHook, { sql: database.sql, workspace_id, of, body: null });
  },
);

/** What all notices of a workflow belong to. */
function threadOf(workflowId: string): string {
  return `workflow:${workflowId}`;
}
