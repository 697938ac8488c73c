// One write from its preparation to what follows its commit:
// the transaction with its audit rows, whoever it is made for.

import type { Actor } from "../auth/actor.ts";
import type { ServiceAccount } from "../auth/service_account.ts";
import { findSurplus } from "../blobs/blob_rows.ts";
import type { StoredBytes } from "../blobs/blob_store.ts";
import { discardBytes } from "../blobs/blobs.ts";
import { isOutOfTime } from "../db/out_of_time.ts";
import type { Expression, Sql, Transaction } from "../db/sql.ts";
import { type AuditContext, type AuditEntry, type Note, writeAudit, writeOneAudit } from "../events/audit.ts";
import type { RequestFacts, Via } from "../http/request.ts";
import { refuseInterrupted } from "../input/body.ts";
import type { Call, NotingCall, PrepareCall, Reply, WriteCall } from "../operation/call.ts";
import type { Runtime } from "../operation/runtime.ts";
import { type Shared, type Single, sendSingle } from "../operation/single.ts";
import { withoutTurns } from "../workers/workers.ts";
import { committedHook } from "./commit_hook.ts";

/** Who does what: an operation for its caller, or the service for itself. */
export interface Doing {
  /** What it is called in logs, and the actions that it may note. */
  entry: { id: string; audit: readonly string[] };
  actor: Actor | null;
  service?: ServiceAccount | null;
  via: Via;
  facts: RequestFacts;
  now: Date;
}

/** What every phase is handed. */
export function openCall(runtime: Runtime, doing: Doing, subject: unknown): Call<unknown, boolean> {
  const { actor, now, via, facts } = doing;
  const { use, callHook } = runtime;
  return { actor, subject, now, via, sql: runtime.database.sql, request: facts, runtime, use, callHook };
}

export function emptyReply(): Reply {
  return { headers: new Headers(), warnings: [], status: null };
}

type Failure = (error: unknown) => Promise<void>;

/** What is left to be seen to when the write is over, whatever comes of it. */
interface Preparation {
  stored: StoredBytes[];
  failures: Failure[];
}

/** What one attempt at the transaction has promised; one that lost a deadlock is followed by another, with promises of its own. */
interface Promised {
  notes: AuditEntry[];
  /** Those that are written already. */
  noted: AuditEntry[];
  concluding: { expression: (sql: Sql) => Expression; refusal: (error: unknown) => unknown }[];
  last: ((sql: Sql) => Promise<void>)[];
  afterwards: (() => Promise<void> | void)[];
  failures: Failure[];
}

/** The steps of one write. */
export interface Steps<Prep, T> {
  subject: unknown;
  prepare(call: PrepareCall<unknown, boolean>): Promise<Prep>;
  /** Ahead of `run`, whose place its statement takes where there is one. */
  single?: ((call: NotingCall<unknown, boolean>, prepared: Prep) => Promise<Single<T> | Shared<T> | null>) | undefined;
  /** In the transaction. */
  run(call: WriteCall<unknown, boolean>, prepared: Prep): Promise<T>;
}

/** Runs them, the second in one transaction with its audit rows; what came of it is seen to afterwards. */
export async function carryOut<Prep, T>(runtime: Runtime, doing: Doing, steps: Steps<Prep, T>): Promise<T> {
  const { entry } = doing;
  const preparation: Preparation = { stored: [], failures: [] };
  const base = openPreparation(runtime, openCall(runtime, doing, steps.subject), preparation);
  let promised = noPromises();
  try {
    const made = await steps.prepare(base);
    const done = await retryDeadlocks(async () => {
      if (steps.single) {
        const own = noPromises();
        promised = own;
        const call = openWrite(base, { runtime, doing, sql: runtime.database.sql, promised: own });
        const single = await steps.single(call, made);
        const parts = { notes: own.notes, context: contextOf(runtime, doing) };
        const sent = single && (await sendSingle(runtime.database, single, parts));
        if (sent) return sent.value;
      }
      const own = noPromises();
      promised = own;
      return transact(runtime, doing, own, (sql) =>
        steps.run(openWrite(base, { runtime, doing, sql, promised: own }), made),
      );
    });
    runtime.callHookAtOnce(committedHook, { workspace_id: doing.actor?.workspace.id ?? null });
    if ([...promised.notes, ...promised.noted].some((note) => runtime.isHeard(note.action))) runtime.relay.wake();
    for (const task of promised.afterwards) await runAfterwards(runtime, entry, task);
    await runAfterwards(runtime, entry, () => discardSurplus(runtime, preparation.stored));
    return done;
  } catch (error) {
    const keys = preparation.stored.map((bytes) => bytes.key);
    if (!mayHaveCommitted(runtime, error)) await discardBytes(runtime.blobs, { keys, log: runtime.log });
    for (const task of [...preparation.failures, ...promised.failures])
      await runAfterwards(runtime, entry, () => task(error));
    throw error;
  }
}

/** A lost connection, or a time limit behind the commit, may have lost the answer of one that happened; those bytes are left to the sweep. */
function mayHaveCommitted(runtime: Runtime, error: unknown): boolean {
  return isOutOfTime(error) || runtime.database.isConnectionLoss(error);
}

function noPromises(): Promised {
  return { notes: [], noted: [], concluding: [], last: [], afterwards: [], failures: [] };
}

function openPreparation(
  runtime: Runtime,
  base: Call<unknown, boolean>,
  { stored, failures }: Preparation,
): PrepareCall<unknown, boolean> {
  const { request } = base;
  return {
    ...base,
    store: async (body, options) => {
      // A body is read once, so nobody else can have its chunks.
      const owned = body instanceof ReadableStream && body === request.body;
      const bytes = await runtime.blobs
        .put(body, { ...options, owned, signal: request.signal })
        .catch((error: unknown) => {
          throw request.signal.aborted ? interruptedRefusal() : error;
        });
      stored.push(bytes);
      return bytes;
    },
    afterFailure: (task) => void failures.push(task),
  };
}

function openWrite(
  base: PrepareCall<unknown, boolean>,
  { runtime, doing, sql, promised }: { runtime: Runtime; doing: Doing; sql: Sql; promised: Promised },
): WriteCall<unknown, boolean> {
  const { entry } = doing;
  const entryOf = (action: string, note: Note): AuditEntry => {
    if (!entry.audit.includes(action)) throw new Error(`${entry.id} notes "${action}", which it does not declare`);
    return { action, ...note };
  };
  return {
    ...base,
    sql,
    reply: emptyReply(),
    note: (action, note) => void promised.notes.push(entryOf(action, note)),
    noteLent: (action, note) => void promised.notes.push({ action, ...note }),
    noteNow: async (action, note) => {
      const noted = entryOf(action, note);
      promised.noted.push(noted);
      return await writeOneAudit(sql, noted, contextOf(runtime, doing));
    },
    conclude: (expression, refusal) => void promised.concluding.push({ expression, refusal }),
    lastly: (task) => void promised.last.push(task),
    afterFailure: (task) => void promised.failures.push(task),
    afterCommit: (task) => void promised.afterwards.push(task),
  };
}

/** Removes what was stored and then not needed: content that was there already, a page that came too late. */
async function discardSurplus(runtime: Runtime, stored: readonly StoredBytes[]): Promise<void> {
  const keys = await findSurplus(runtime.database.sql, stored);
  await discardBytes(runtime.blobs, { keys, log: runtime.log });
}

/** Runs a write in a transaction whose last statements travel together with its COMMIT. */
async function transact<T>(
  runtime: Runtime,
  doing: Doing,
  promised: Promised,
  run: (sql: Transaction) => Promise<T>,
): Promise<T> {
  let ending: Promise<unknown> = Promise.resolve();
  let outcome: T;
  try {
    outcome = await runtime.database.withTransaction(async (sql) => {
      const done = await run(sql);
      // Whoever waits for a lock that the last statements take would wait for our round trip too. When one of them fails,
      // Postgres makes a ROLLBACK of the COMMIT, and the failure is thrown below.
      ending = endTransaction(runtime, doing, { ...promised, sql });
      ending.catch(() => {});
      return done;
    });
  } catch (error) {
    // With the connection gone, a statement that never left would never be answered.
    if (!runtime.database.isConnectionLoss(error)) await ending;
    throw error;
  }
  await ending;
  return outcome;
}

/** Sends the audit rows and, after them, what must follow the order of commits; each without waiting for the one before. */
function endTransaction(
  runtime: Runtime,
  doing: Doing,
  { notes, concluding, last, sql }: Pick<Promised, "notes" | "concluding" | "last"> & { sql: Transaction },
): Promise<unknown> {
  const also = concluding.map(({ expression }) => expression(sql));
  const noted = writeNotes(runtime, doing, { sql, notes, also }).catch((error: unknown) => {
    throw concluding.reduce((thrown, { refusal }) => refusal(thrown), error);
  });
  return Promise.all([noted, ...last.map((task) => task(sql))]);
}

/** Writes audit rows; those of the service's own work are nobody's request. */
export function writeNotes(
  runtime: Runtime,
  doing: Doing,
  { sql, notes, also }: { sql: Transaction; notes: readonly AuditEntry[]; also?: readonly Expression[] },
): Promise<void> {
  return writeAudit(sql, notes, contextOf(runtime, doing), also);
}

/** The time of a row is when it is written: the call of a slow upload may have begun hours ago. */
function contextOf(runtime: Runtime, { actor, service, via, facts }: Doing): AuditContext {
  const request = via === "system" || via === "workflow" ? null : facts;
  return { actor, service: service ?? null, via, request, now: runtime.clock.now(), isHeard: runtime.isHeard };
}

/** The answer to a client that is not there any more; it shows in the log alone. */
function interruptedRefusal(): Error {
  return refuseInterrupted("client disconnected before the body ended; send it again");
}

async function runAfterwards(runtime: Runtime, entry: Doing["entry"], task: () => Promise<void> | void): Promise<void> {
  try {
    await task();
  } catch (error) {
    runtime.log.error({ err: error, operation: entry.id }, "work after the operation failed");
  }
}

const DEADLOCK_TRIES = 4;

/** Postgres ends one of two transactions that wait for each other; the loser starts over. */
async function retryDeadlocks<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : null;
      if (attempt === DEADLOCK_TRIES || (code !== "40P01" && code !== "40001")) throw error;
    }
  }
}

/** A write of the service's own, such as what a job finds out: no request, no limits, no quota. */
export interface ServiceWrite<Prep, T> {
  /** What it is called in logs. */
  id: string;
  /** The audit actions that `run` may note; the rows say that the system did it. */
  audit: readonly string[];
  /** In whose account and workspace it is made. */
  actor: Actor;
  signal: AbortSignal;
  prepare(call: PrepareCall): Promise<Prep>;
  run(call: WriteCall, prepared: Prep): Promise<T>;
}

/** Runs it as an operation's write is run: bytes before the transaction, in it the audit rows, after it what was promised. */
export function writeAsService<Prep, T>(runtime: Runtime, write: ServiceWrite<Prep, T>): Promise<T> {
  const { id, audit, actor, signal } = write;
  const now = runtime.clock.now();
  const doing = {
    entry: { id, audit },
    actor,
    via: "system" as const,
    facts: requestOfNobody(runtime, { id, signal }),
    now,
  };
  const by = { user_id: null, email: "system", workspace_id: actor.workspace.id };
  return carryOut(runtime, doing, {
    subject: undefined,
    prepare: (call) => write.prepare({ ...call, actor }),
    run: (call, made) => {
      const note = (action: string, told: Note) => call.note(action, { by, ...told });
      const noteLent = (action: string, told: Note) => call.noteLent(action, { by, ...told });
      return withoutTurns(() => write.run({ ...call, actor, note, noteLent }, made));
    },
  });
}

/** What stands for a request where a server makes a call by itself. */
export function requestOfNobody(runtime: Runtime, { id, signal }: { id: string; signal: AbortSignal }): RequestFacts {
  const none = { headers: new Headers(), ip: "", network: "", body: null };
  const content_host = runtime.contentHosts.shared;
  return { id, method: "POST", url: new URL(runtime.config.base_url), content_host, signal, ...none };
}
