// Documents' own recurring work: what expired is released, and the purge of what has been in the trash for its days.
import {
  actorOf,
  findPerson,
  HOUR_MS,
  type Job,
  type JobDefinition,
  MINUTE_MS,
  type Note,
  type PersonEnd,
  type Runtime,
  SECOND_MS,
  type Sql,
  type Via,
  writeAudit,
} from "../../kernel/plugin.ts";
import { foldCounts, listUnfolded } from "./store/counting/counts.ts";
import { removeOwner } from "./store/life/account_end.ts";
import { releaseExpired, reviveReleased } from "./store/life/expiry.ts";
import { type PurgedDocument, purgeDue, purgeTrash } from "./store/life/trash.ts";

const BATCH = 200;
/** Changes of counts in one transaction, in which the writers of their workspace wait. */
const FOLDED = 1000;
const TRIED = { attempts_max: 3, backoff_ms: () => MINUTE_MS };

/** Expiry acts by the clock wherever a document is read; this is how soon it stops being charged and is told of. */
export function expiryJob(runtime: Runtime): JobDefinition {
  return {
    ...TRIED,
    kind: "documents.expire",
    every_ms: 5 * MINUTE_MS,
    run: async (_job, { signal }) => {
      while (!signal.aborted && (await reviveBatch(runtime)) === BATCH);
      while (!signal.aborted && (await releaseBatch(runtime)) === BATCH);
    },
  };
}

/** Runs every hour, so that nothing stays much longer than the seven days that were promised. */
export function purgeJob(runtime: Runtime): JobDefinition {
  return {
    ...TRIED,
    kind: "documents.purge",
    every_ms: HOUR_MS,
    run: async (_job, { signal }) => {
      let after: number | null = 0;
      while (after !== null && !signal.aborted) after = await purgeBatch(runtime, after);
    },
  };
}

/** What waits is read with every count, so it is kept short. */
export function countsJob(runtime: Runtime): JobDefinition {
  return {
    ...TRIED,
    kind: "documents.count",
    every_ms: 10 * SECOND_MS,
    run: async (_job, { signal }) => {
      for (const workspace_id of await listUnfolded(runtime.database.sql)) {
        while (!signal.aborted && (await foldBatch(runtime, workspace_id)) === FOLDED);
      }
    },
  };
}

function foldBatch(runtime: Runtime, workspace_id: number): Promise<number> {
  return runtime.database.withTransaction((sql) => foldCounts(sql, { workspace_id, limit: FOLDED }));
}

export const EMPTY_TRASH_JOB = "documents.empty_trash";

/** What `DELETE /api/trash` asks for. */
export interface EmptyTrash {
  workspace_id: number;
  user_id: number;
  root_id: number | null;
  /** Milliseconds: what leaves later stays. */
  left_by: number;
  via: Via;
}

/** Removes as the person who asked, for as long as they may: rights are looked at again in every batch. */
export function emptyTrashJob(runtime: Runtime): JobDefinition {
  return {
    ...TRIED,
    kind: EMPTY_TRASH_JOB,
    run: async (job, { signal }) => {
      let after: number | null = 0;
      while (after !== null && !signal.aborted) after = await emptyBatch(runtime, { ...readEmptyTrash(job), after });
    },
  };
}

const SYSTEM = { user_id: null, email: "system" };

function reviveBatch(runtime: Runtime): Promise<number> {
  return runtime.database.withTransaction((sql) => reviveReleased(sql, { now: runtime.clock.now(), limit: BATCH }));
}

function releaseBatch(runtime: Runtime): Promise<number> {
  const now = runtime.clock.now();
  return runtime.database.withTransaction(async (sql) => {
    const released = await releaseExpired(sql, { now, limit: BATCH });
    const notes = released.map(({ doc_id, workspace_id, title, expires_at }) => ({
      action: "doc.expire",
      target_type: "doc",
      target_id: doc_id,
      meta: { title, expires_at },
      by: { ...SYSTEM, workspace_id },
    }));
    await write(runtime, sql, { notes, via: "system" });
    return released.length;
  });
}

/** Answers where the next batch goes on. */
function purgeBatch(runtime: Runtime, after: number): Promise<number | null> {
  const now = runtime.clock.now();
  return runtime.database.withTransaction(async (sql) => {
    const { gone, next } = await purgeDue(sql, { now, after, limit: BATCH, callHook: runtime.callHook });
    await write(runtime, sql, { notes: notesOf(gone, SYSTEM), via: "system" });
    return next;
  });
}

/** Removes what a person owned whose account ends, and hands over the rest. */
export async function endOwner(end: PersonEnd, runtime: Runtime): Promise<void> {
  const gone = await removeOwner(end);
  await write(runtime, end.sql, { notes: notesOf(gone, SYSTEM), via: "system" });
}

function emptyBatch(runtime: Runtime, options: EmptyTrash & { after: number }): Promise<number | null> {
  const { workspace_id, user_id, root_id, via, after } = options;
  return runtime.database.withTransaction(async (sql) => {
    const person = await findPerson(sql, user_id);
    if (!person || person.disabled || person.workspace.id !== workspace_id) return null;
    const actor = actorOf(person, runtime);
    const left_by = new Date(options.left_by);
    const batch = { after, limit: BATCH, callHook: runtime.callHook };
    const { gone, next } = await purgeTrash(sql, { actor, now: runtime.clock.now(), root_id, left_by, ...batch });
    await write(runtime, sql, { notes: notesOf(gone, person), via });
    return next;
  });
}

function notesOf(gone: readonly PurgedDocument[], doer: { user_id: number | null; email: string }) {
  const { user_id, email } = doer;
  return gone.map(({ doc_id, workspace_id, title }) => ({
    action: "doc.purge",
    target_type: "doc",
    target_id: doc_id,
    meta: { title },
    by: { user_id, email, workspace_id },
  }));
}

function write(runtime: Runtime, sql: Sql, { notes, via }: { notes: (Note & { action: string })[]; via: Via }) {
  return writeAudit(sql, notes, {
    actor: null,
    via,
    request: null,
    now: runtime.clock.now(),
    isHeard: runtime.isHeard,
  });
}

function readEmptyTrash({ payload }: Job): EmptyTrash {
  const root = payload["root_id"];
  const via = payload["via"];
  return {
    workspace_id: Number(payload["workspace_id"]),
    user_id: Number(payload["user_id"]),
    root_id: typeof root === "number" ? root : null,
    left_by: Number(payload["left_by"]),
    via: via === "web" || via === "mcp" ? via : "api",
  };
}
