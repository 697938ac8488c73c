// The last stage of the pipeline: an operation's own work, in a transaction with its audit rows when it writes.
import { type AuditEntry, writeAudit } from "./audit/audit.ts";
import type { Actor } from "./auth/actor.ts";
import { holdStanding } from "./auth/standing.ts";
import type { Call } from "./call.ts";
import type { Entry } from "./catalogue.ts";
import { refuseInterrupted } from "./input/body.ts";
import type { Outcome, Prepared } from "./prepared.ts";
import type { Memory } from "./repeat.ts";
import type { RunningHouse } from "./running_house.ts";
import { findSurplus } from "./storage/blob_rows.ts";
import type { StoredBytes } from "./storage/blob_store.ts";
import { discardBytes } from "./storage/blobs.ts";
import type { Sql, Transaction } from "./storage/sql.ts";
import { withoutTurns } from "./workers/workers.ts";

function openCall(house: RunningHouse, prepared: Prepared, subject: unknown) {
  const notes: AuditEntry[] = [];
  const last: ((sql: Sql) => Promise<void>)[] = [];
  const afterwards: (() => Promise<void> | void)[] = [];
  const failures: ((error: unknown) => Promise<void>)[] = [];
  const stored: StoredBytes[] = [];
  const { entry, actor, now, via, facts } = prepared;
  const call: Call<unknown, boolean> = {
    actor,
    subject,
    now,
    via,
    sql: house.database.sql,
    request: facts,
    house,
    reply: { headers: new Headers(), status: null },
    use: house.use,
    ask: house.ask,
    note: (action, note) => {
      if (!entry.audit.includes(action)) throw new Error(`${entry.id} notes "${action}", which it does not declare`);
      notes.push({ action, ...note });
    },
    store: async (body, options) => {
      // A body is read once, so nobody else can have its chunks.
      const owned = body instanceof ReadableStream && body === facts.body;
      const bytes = await house.blobs.put(body, { ...options, owned, signal: facts.signal }).catch((error: unknown) => {
        throw facts.signal.aborted ? interruptedRefusal() : error;
      });
      stored.push(bytes);
      return bytes;
    },
    lastly: (task) => void last.push(task),
    afterFailure: (task) => void failures.push(task),
    afterCommit: (task) => void afterwards.push(task),
  };
  return { call, notes, last, afterwards, failures, stored };
}

/** Runs an operation that reads: no transaction, no audit row. */
export async function runRead(house: RunningHouse, prepared: Prepared, subject: unknown): Promise<Outcome> {
  const { entry, input } = prepared;
  const { call } = openCall(house, prepared, subject);
  const made = await entry.prepare?.(call as never, input as never);
  const value = await entry.run(call as never, input as never, made as never);
  return finish(house, entry, call, value);
}

/** Runs an operation that writes, in one transaction with its audit rows; what came of it is seen to afterwards. */
export async function runWrite(
  house: RunningHouse,
  prepared: Prepared,
  with_: { subject: unknown; memory: Memory },
): Promise<Outcome> {
  const { entry, input } = prepared;
  const open = openCall(house, prepared, with_.subject);
  try {
    const made = await entry.prepare?.(open.call as never, input as never);
    const outcome = await retryDeadlocks(() => transact(house, prepared, { ...open, made, memory: with_.memory }));
    if (open.notes.some((note) => house.isHeard(note.action))) house.relay.poke();
    for (const task of open.afterwards) await runAfterwards(house, entry, task);
    await runAfterwards(house, entry, () => discardSurplus(house, open.stored));
    return outcome;
  } catch (error) {
    // A lost connection may have lost the answer of a commit that happened; those bytes are left to the sweep.
    const keys = open.stored.map((bytes) => bytes.key);
    if (!house.database.isConnectionLoss(error)) await discardBytes(house.blobs, { keys, log: house.log });
    for (const task of open.failures) await runAfterwards(house, entry, () => task(error));
    throw error;
  }
}

/** Removes what was stored and then not needed: content that was there already, a page that came too late. */
async function discardSurplus(house: RunningHouse, stored: readonly StoredBytes[]): Promise<void> {
  const keys = await findSurplus(house.database.sql, stored);
  await discardBytes(house.blobs, { keys, log: house.log });
}

type OpenCall = ReturnType<typeof openCall> & { made: unknown; memory: Memory };

/** Runs the operation in a transaction whose last statements travel together with its COMMIT. */
async function transact(house: RunningHouse, prepared: Prepared, open: OpenCall): Promise<Outcome> {
  let ending: Promise<unknown> = Promise.resolve();
  let outcome: Outcome;
  try {
    outcome = await house.database.withTransaction(async (sql) => {
      const done = await runWithin(house, prepared, { ...open, sql });
      // Whoever waits for a lock that the last statements take would wait for our round trip too. When one of them fails,
      // Postgres makes a ROLLBACK of the COMMIT, and the failure is thrown below.
      ending = endTransaction(house, prepared, { ...open, sql });
      ending.catch(() => {});
      return done;
    });
  } catch (error) {
    // With the connection gone, a statement that never left would never be answered.
    if (!house.database.isConnectionLoss(error)) await ending;
    throw error;
  }
  await ending;
  return outcome;
}

async function runWithin(
  house: RunningHouse,
  prepared: Prepared,
  open: OpenCall & { sql: Transaction },
): Promise<Outcome> {
  const { entry, input } = prepared;
  const { call, notes, last, afterwards, sql, made, memory } = open;
  // A transaction that lost a deadlock runs again, so nothing of the first try may remain.
  for (const list of [notes, last, afterwards]) list.length = 0;
  call.reply = { headers: new Headers(), status: null };
  call.sql = sql;
  // Sent ahead of everything and waited for at the end, so that it costs no turn of its own.
  const standing = standsFor(prepared) ? holdStanding(sql, prepared.actor) : Promise.resolve();
  standing.catch(() => {});
  const repeated = await memory.claim(sql, made);
  if (repeated) return { status: repeated.status, headers: new Headers(), value: repeated.value };
  const value = await withoutTurns(async () => entry.run(call as never, input as never, made as never));
  await standing;
  const done = finish(house, entry, call, value);
  await memory.keep(sql, done);
  return done;
}

/** Whether the operation acts for the caller, rather than for anybody who might be signed in. */
function standsFor(prepared: Prepared): prepared is Prepared & { actor: Actor } {
  return prepared.actor !== null && (!prepared.entry.anonymous || prepared.entry.identify !== null);
}

/** Sends the audit rows and, after them, what must follow the order of commits; each without waiting for the one before. */
function endTransaction(
  house: RunningHouse,
  { actor, via, facts, now }: Prepared,
  { notes, last, sql }: Pick<OpenCall, "notes" | "last"> & { sql: Transaction },
): Promise<unknown> {
  const audit = writeAudit(sql, notes, { actor, via, request: facts, now, isHeard: house.isHeard });
  return Promise.all([audit, ...last.map((task) => task(sql))]);
}

/** The answer to a client that is not there any more; it shows in the log alone. */
function interruptedRefusal(): Error {
  return refuseInterrupted("client disconnected before the body ended; send it again");
}

async function runAfterwards(house: RunningHouse, entry: Entry, task: () => Promise<void> | void): Promise<void> {
  try {
    await task();
  } catch (error) {
    house.log.error({ err: error, operation: entry.id }, "work after the operation failed");
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

function finish(house: RunningHouse, entry: Entry, call: Call<unknown, boolean>, value: unknown): Outcome {
  if (value instanceof Response) {
    for (const [name, text] of call.reply.headers) value.headers.append(name, text);
    return { status: value.status, headers: value.headers, value };
  }
  if (house.strict && entry.checks.output) {
    const mismatch = entry.checks.output.explain(JSON.parse(JSON.stringify(value ?? null)));
    if (mismatch) throw new Error(`${entry.id} answers what its output does not declare: ${mismatch}`);
  }
  return { status: call.reply.status ?? entry.status, headers: call.reply.headers, value };
}
