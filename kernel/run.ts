// The last stage of the pipeline: an operation's own work, in a transaction with its audit rows when it writes.
import { type AuditEntry, writeAudit } from "./audit/audit.ts";
import type { Actor } from "./auth/actor.ts";
import { holdStanding } from "./auth/standing.ts";
import type { Call, Note, PrepareCall, ReadCall, RecordingCall, Reply, WriteCall } from "./call.ts";
import type { Entry } from "./catalogue.ts";
import { refuseInterrupted } from "./input/body.ts";
import type { Outcome, Prepared } from "./prepared.ts";
import { Refusal } from "./refusal.ts";
import type { Memory } from "./repeat.ts";
import type { RunningHouse } from "./running_house.ts";
import { findSurplus } from "./storage/blob_rows.ts";
import type { StoredBytes } from "./storage/blob_store.ts";
import { discardBytes } from "./storage/blobs.ts";
import type { Sql, Transaction } from "./storage/sql.ts";
import { withoutTurns } from "./workers/workers.ts";

/** What every phase is handed. */
function openCall(house: RunningHouse, prepared: Prepared, subject: unknown): Call<unknown, boolean> {
  const { actor, now, via, facts } = prepared;
  const { use, ask } = house;
  return { actor, subject, now, via, sql: house.database.sql, request: facts, house, use, ask };
}

/** Runs an operation that reads: no transaction, and no audit row but the one that it declares to record. */
export async function runRead(house: RunningHouse, prepared: Prepared, subject: unknown): Promise<Outcome> {
  const { entry, input } = prepared;
  const call: ReadCall<unknown, boolean> = { ...openCall(house, prepared, subject), reply: emptyReply() };
  if (!entry.records)
    return finish(house, entry, call, await entry.run(call as never, input as never, undefined as never));
  let isRecorded = false;
  const recording: RecordingCall<unknown, boolean> = {
    ...call,
    record: async (note) => {
      await record(house, prepared, note);
      isRecorded = true;
    },
  };
  const value = await entry.run(recording as never, input as never, undefined as never);
  if (!isRecorded) throw new Error(`${entry.id} answers without the row that it declares to record`);
  return finish(house, entry, call, value);
}

async function record(house: RunningHouse, prepared: Prepared, note: Note): Promise<void> {
  const [action = ""] = prepared.entry.audit;
  await house.database.withTransaction((sql) => writeNotes(house, prepared, { sql, notes: [{ action, ...note }] }));
  if (house.isHeard(action)) house.relay.poke();
}

type Failure = (error: unknown) => Promise<void>;

/** What is left to be seen to when the operation is over, whatever comes of it. */
interface Preparation {
  stored: StoredBytes[];
  failures: Failure[];
}

/** What one attempt at the transaction has promised; one that lost a deadlock is followed by another, with promises of its own. */
interface Promised {
  notes: AuditEntry[];
  last: ((sql: Sql) => Promise<void>)[];
  afterwards: (() => Promise<void> | void)[];
  failures: Failure[];
}

function openPreparation(
  house: RunningHouse,
  base: Call<unknown, boolean>,
  { stored, failures }: Preparation,
): PrepareCall<unknown, boolean> {
  const { request } = base;
  return {
    ...base,
    store: async (body, options) => {
      // A body is read once, so nobody else can have its chunks.
      const owned = body instanceof ReadableStream && body === request.body;
      const bytes = await house.blobs
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
  { entry, sql, promised }: { entry: Entry; sql: Transaction; promised: Promised },
): WriteCall<unknown, boolean> {
  return {
    ...base,
    sql,
    reply: emptyReply(),
    note: (action, note) => {
      if (!entry.audit.includes(action)) throw new Error(`${entry.id} notes "${action}", which it does not declare`);
      promised.notes.push({ action, ...note });
    },
    lastly: (task) => void promised.last.push(task),
    afterFailure: (task) => void promised.failures.push(task),
    afterCommit: (task) => void promised.afterwards.push(task),
  };
}

function emptyReply(): Reply {
  return { headers: new Headers(), status: null };
}

/** Runs an operation that writes, in one transaction with its audit rows; what came of it is seen to afterwards. */
export async function runWrite(
  house: RunningHouse,
  prepared: Prepared,
  with_: { subject: unknown; memory: Memory },
): Promise<Outcome> {
  const { entry, input } = prepared;
  const preparation: Preparation = { stored: [], failures: [] };
  const base = openPreparation(house, openCall(house, prepared, with_.subject), preparation);
  let promised: Promised = { notes: [], last: [], afterwards: [], failures: [] };
  try {
    const made = await entry.prepare?.(base as never, input as never);
    const outcome = await retryDeadlocks(() => {
      promised = { notes: [], last: [], afterwards: [], failures: [] };
      return transact(house, prepared, { base, promised, made, memory: with_.memory });
    });
    if (promised.notes.some((note) => house.isHeard(note.action))) house.relay.poke();
    for (const task of promised.afterwards) await runAfterwards(house, entry, task);
    await runAfterwards(house, entry, () => discardSurplus(house, preparation.stored));
    return outcome;
  } catch (error) {
    // A lost connection may have lost the answer of a commit that happened; those bytes are left to the sweep.
    const keys = preparation.stored.map((bytes) => bytes.key);
    if (!house.database.isConnectionLoss(error)) await discardBytes(house.blobs, { keys, log: house.log });
    for (const task of [...preparation.failures, ...promised.failures])
      await runAfterwards(house, entry, () => task(error));
    // A twin that ended while this one was prepared may be what stood in its way.
    const repeated = error instanceof Refusal ? await with_.memory.recall() : null;
    if (!repeated?.answer) throw error;
    return { status: repeated.answer.status, headers: new Headers(), value: repeated.answer.value };
  }
}

/** Removes what was stored and then not needed: content that was there already, a page that came too late. */
async function discardSurplus(house: RunningHouse, stored: readonly StoredBytes[]): Promise<void> {
  const keys = await findSurplus(house.database.sql, stored);
  await discardBytes(house.blobs, { keys, log: house.log });
}

interface Attempt {
  base: PrepareCall<unknown, boolean>;
  promised: Promised;
  made: unknown;
  memory: Memory;
}

/** Runs the operation in a transaction whose last statements travel together with its COMMIT. */
async function transact(house: RunningHouse, prepared: Prepared, attempt: Attempt): Promise<Outcome> {
  let ending: Promise<unknown> = Promise.resolve();
  let outcome: Outcome;
  try {
    outcome = await house.database.withTransaction(async (sql) => {
      const done = await runWithin(house, prepared, { ...attempt, sql });
      // Whoever waits for a lock that the last statements take would wait for our round trip too. When one of them fails,
      // Postgres makes a ROLLBACK of the COMMIT, and the failure is thrown below.
      ending = endTransaction(house, prepared, { ...attempt.promised, sql });
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
  { base, promised, made, memory, sql }: Attempt & { sql: Transaction },
): Promise<Outcome> {
  const { entry, input } = prepared;
  // Sent ahead of everything and waited for at the end, so that it costs no turn of its own.
  const standing = standsFor(prepared) ? holdStanding(sql, prepared.actor) : Promise.resolve();
  standing.catch(() => {});
  const repeated = await memory.claim(sql, made);
  if (repeated) return { status: repeated.status, headers: new Headers(), value: repeated.value };
  const call = openWrite(base, { entry, sql, promised });
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
  prepared: Prepared,
  { notes, last, sql }: Pick<Promised, "notes" | "last"> & { sql: Transaction },
): Promise<unknown> {
  return Promise.all([writeNotes(house, prepared, { sql, notes }), ...last.map((task) => task(sql))]);
}

function writeNotes(
  house: RunningHouse,
  { actor, via, facts, now }: Prepared,
  { sql, notes }: { sql: Transaction; notes: readonly AuditEntry[] },
): Promise<void> {
  return writeAudit(sql, notes, { actor, via, request: facts, now, isHeard: house.isHeard });
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

function finish(house: RunningHouse, entry: Entry, call: ReadCall<unknown, boolean>, value: unknown): Outcome {
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
