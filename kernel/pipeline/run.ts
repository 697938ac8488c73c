// The last stage of the pipeline: an operation's own work, in a transaction with its audit rows when it writes.

import type { Actor } from "../auth/actor.ts";
import { holdStanding } from "../auth/membership_check.ts";
import { isJsonObject } from "../base/json.ts";
import { Refusal } from "../base/refusal.ts";
import { endLongTurn } from "../db/driver/fair_socket.ts";
import type { Reader } from "../db/reads.ts";
import type { Note } from "../events/audit.ts";
import type { NotingCall, ReadCall, RecordingCall, WriteCall } from "../operation/call.ts";
import type { NotedRows, Shared, Single, SingleParts } from "../operation/single.ts";
import type { Entry } from "../plugin/catalogue.ts";
import type { Outcome, Prepared } from "../plugin/prepared.ts";
import type { RunningServer } from "../plugin/running_server.ts";
import { withoutTurns } from "../workers/workers.ts";
import { carryOut, emptyReply, openCall, writeNotes } from "../write/writing.ts";
import type { Memory } from "./idempotency.ts";
import { reauthenticate } from "./reauthenticate.ts";

/** Runs an operation that reads: no transaction, and no audit row but the one that it declares to record. */
export async function runRead(runtime: RunningServer, prepared: Prepared, subject: unknown): Promise<Outcome> {
  const { entry, input } = prepared;
  const call: ReadCall<unknown, boolean> = {
    ...openCall(runtime, prepared, subject),
    sql: runtime.database.sqlOfRead(readerOf(prepared)),
    reply: emptyReply(),
  };
  if (!entry.records)
    return finish(
      runtime,
      entry,
      call,
      await readOf(() => entry.run(call as never, input as never, undefined as never)),
    );
  let isRecorded = false;
  const recording: RecordingCall<unknown, boolean> = {
    ...call,
    record: async (note) => {
      await record(runtime, prepared, note);
      isRecorded = true;
    },
  };
  const value = await readOf(() => entry.run(recording as never, input as never, undefined as never));
  if (!isRecorded) throw new Error(`${entry.id} answers without the row that it declares to record`);
  return finish(runtime, entry, call, value);
}

/** Who is nobody reads as a workspace of their own network. */
function readerOf({ entry, actor, service, facts }: Prepared): Reader {
  const signal = () => facts.signal;
  // Another filter or order is another statement, and may be slow where the first is quick.
  const question = facts.method === "GET" ? `${entry.id}${facts.url.search}` : null;
  const workspace = `${actor?.workspace.id ?? service?.workspace.id ?? facts.network}`;
  const person = `${workspace} ${actor?.user_id ?? "service"}`;
  const is_planned_once = entry.method === "GET" && !entry.planned_each_time;
  return { workspace, person, kind: question && `${person} ${question}`, is_planned_once, signal };
}

/** What is much takes as long to send as to put together. */
async function readOf(run: () => unknown): Promise<unknown> {
  const value = await run();
  await endLongTurn();
  return value;
}

async function record(runtime: RunningServer, prepared: Prepared, note: Note): Promise<void> {
  const [action = ""] = prepared.entry.audit;
  await runtime.database.withTransaction((sql) => writeNotes(runtime, prepared, { sql, notes: [{ action, ...note }] }));
  if (runtime.isHeard(action)) runtime.relay.wake();
}

/** Runs an operation that writes, in one transaction with its audit rows; what came of it is seen to afterwards. */
export async function runWrite(
  runtime: RunningServer,
  prepared: Prepared,
  { subject, memory }: { subject: unknown; memory: Memory },
): Promise<Outcome> {
  const { entry, input } = prepared;
  try {
    return await carryOut(runtime, prepared, {
      subject,
      prepare: async (call) => {
        const made = await entry.prepare?.(call as never, input as never);
        // Its body has arrived only now.
        if (entry.raw === "upload" && prepared.actor)
          await demandCaller(runtime, { ...prepared, actor: prepared.actor });
        return made;
      },
      // Nobody else's write waits for the end of one of these, as it does of a write that runs alone.
      single:
        entry.single && !entry.alone && standsFor(prepared)
          ? (call, made) => runAlone(runtime, prepared, { call, made, memory })
          : undefined,
      run: (call, made) => runWithin(runtime, prepared, { call, made, memory }),
    });
  } catch (error) {
    // A twin that ended while this one was prepared may be what stood in its way.
    const repeated = error instanceof Refusal ? await memory.recall() : null;
    if (!repeated?.answer) throw error;
    return { status: repeated.answer.status, headers: new Headers(), value: repeated.answer.value };
  }
}

function demandCaller(runtime: RunningServer, begun: Prepared & { actor: Actor }): Promise<unknown> {
  const params = Object.entries(begun.input.params).map(([name, value]) => [name, String(value)]);
  return reauthenticate(runtime, { ...begun, params: Object.fromEntries(params) });
}

async function runAlone(
  runtime: RunningServer,
  { entry, input }: Prepared,
  { call, made, memory }: { call: NotingCall<unknown, boolean>; made: unknown; memory: Memory },
): Promise<Single<Outcome> | Shared<Outcome> | null> {
  const single = await withoutTurns(async () => entry.single?.(call as never, input as never, made as never));
  if (!single) return null;
  if ("share" in single) {
    // A key has to be claimed ahead of an answer that is not known yet.
    if (memory.has_key) return null;
    const share = async (noted: NotedRows) => {
      const written = await single.share(noted);
      return written && { value: finish(runtime, entry, call, written.value) };
    };
    return { share };
  }
  const foretold = single.foretold === undefined ? null : finish(runtime, entry, call, single.foretold);
  // A key is kept together with its answer; one that is not known yet needs the transaction, which claims the key first.
  if (memory.has_key && !foretold) return null;
  const send = async (parts: SingleParts) => {
    const written = await single(parts);
    return written && { value: foretold ?? finish(runtime, entry, call, written.value) };
  };
  return Object.assign(send, {
    ...(foretold && { foretold, gathered: single.gathered }),
    remembered: foretold && memory.parameter(made, foretold),
  });
}

async function runWithin(
  runtime: RunningServer,
  prepared: Prepared,
  { call, made, memory }: { call: WriteCall<unknown, boolean>; made: unknown; memory: Memory },
): Promise<Outcome> {
  const { entry, input } = prepared;
  const { sql } = call;
  // Sent ahead of everything and waited for at the end, so that it costs no turn of its own.
  const { alone } = entry;
  const held = typeof alone === "function" ? { colleagues: alone(input as never) } : { alone };
  const standing = standsFor(prepared) ? holdStanding(sql, prepared.actor, held) : Promise.resolve();
  standing.catch(() => {});
  let value: unknown;
  try {
    const repeated = await memory.claim(sql, made);
    if (repeated) return { status: repeated.status, headers: new Headers(), value: repeated.value };
    value = await withoutTurns(async () => entry.run(call as never, input as never, made as never));
  } catch (error) {
    // What somebody found who is not any more where they were identified says nothing. Over a lost connection nobody answers.
    if (!runtime.database.isConnectionLoss(error)) await standing;
    throw error;
  }
  await standing;
  const done = finish(runtime, entry, call, value);
  await memory.keep(sql, done);
  return done;
}

/** Whether the operation acts for the caller, rather than for anybody who might be signed in. */
function standsFor(prepared: Prepared): prepared is Prepared & { actor: Actor } {
  return prepared.actor !== null && (!prepared.entry.anonymous || prepared.entry.identify !== null);
}

function finish(runtime: RunningServer, entry: Entry, call: ReadCall<unknown, boolean>, made: unknown): Outcome {
  const { warnings } = call.reply;
  const value = warnings.length > 0 && isJsonObject(made) ? { ...made, warnings } : made;
  if (value instanceof Response) {
    for (const [name, text] of call.reply.headers) value.headers.append(name, text);
    return { status: value.status, headers: value.headers, value };
  }
  if (runtime.strict && entry.checks.output) {
    const mismatch = entry.checks.output.explain(JSON.parse(JSON.stringify(value ?? null)));
    if (mismatch) throw new Error(`${entry.id} answers what its output does not declare: ${mismatch}`);
  }
  return { status: call.reply.status ?? entry.status, headers: call.reply.headers, value };
}
