// The one pipeline that every call runs through, in the order of refusals that part 5 (5.2) fixes.
import { type AuditEntry, writeAudit } from "./audit.ts";
import type { Actor } from "./auth/actor.ts";
import { refuseBeyondLimits, refuseOpenSubject } from "./auth/limits.ts";
import { holdStanding } from "./auth/standing.ts";
import { refuseDeclaredSize, refuseInterrupted } from "./body.ts";
import type { Call, Input, Permit, PermitCall, RequestFacts, Via } from "./call.ts";
import type { Entry } from "./catalogue.ts";
import type { House } from "./house.ts";
import { readInput, type SentInput } from "./input.ts";
import { Refusal, refuse } from "./refusal.ts";
import { createMemory, type Memory } from "./repeat.ts";
import { findSurplus } from "./storage/blob_rows.ts";
import { discardBytes, type StoredBytes } from "./storage/blobs.ts";
import type { Sql, Transaction } from "./storage/sql.ts";

/** A request that a host has matched to an operation. */
export interface Incoming {
  entry: Entry;
  facts: RequestFacts;
  params: Record<string, string>;
}

/** A call whose caller and input are known. */
export interface Prepared {
  entry: Entry;
  facts: RequestFacts;
  actor: Actor | null;
  via: Via;
  input: Input;
  now: Date;
}

/** What an operation answered; `value` is a `Response` for downloads and pages, else JSON. */
export interface Outcome {
  status: number;
  headers: Headers;
  value: unknown;
}

/** Runs a request: identify, network rule, read and validate, then `perform`. Throws a `Refusal` to say no. */
export async function invoke(house: House, incoming: Incoming): Promise<Outcome> {
  const { entry, facts } = incoming;
  const now = house.clock.now();
  try {
    const actor = await identifyFor(house, incoming, now);
    refuseForeignOrigin(house, entry, facts);
    const sizeMax = bodyBytesMax(house, entry);
    if (entry.raw !== "upload") refuseDeclaredSize(facts.headers, sizeMax);
    const sent: SentInput = {
      params: incoming.params,
      search: facts.url.searchParams,
      headers: facts.headers,
      get stream() {
        return facts.body;
      },
      whole: facts.whole,
    };
    const input = await readInput(entry, sent, sizeMax);
    const via: Via = actor?.credential === "session" ? "web" : "api";
    return await perform(house, { entry, facts, actor, via, input, now });
  } catch (error) {
    throw house.database.isConnectionLoss(error) ? awayRefusal() : error;
  }
}

/** What anybody may send is read before anything is known of them, so it is small. */
function bodyBytesMax(house: House, entry: Entry): number {
  const isForAnybody = entry.anonymous && (entry.body !== null || entry.form !== null);
  return house.caps[isForAnybody ? "anonymous_body_bytes" : "body_bytes"] ?? 0;
}

/** The answer while Postgres is away: the request may simply be sent again. */
export function awayRefusal(): Refusal {
  return refuse.unavailable("the database is away; try again in a moment");
}

/** The answer to a client that is not there any more; it shows in the log alone. */
function interruptedRefusal(): Error {
  return refuseInterrupted("client disconnected before the body ended; send it again");
}

/** Runs a call from the plan gate on; tool calls enter here. */
export async function perform(house: House, prepared: Prepared): Promise<Outcome> {
  const { entry, actor, input, now, facts } = prepared;
  if (entry.gate && applies(entry.gate.when, input)) house.plans.demand(entry.gate.name, demandActor(actor));
  refuseBeyondLimits(entry, actor, input);
  const permitCall: PermitCall = { actor, now, sql: house.database.quickSql, request: facts, house, use: house.use };
  const subject = await permit(entry, permitCall, input);
  refuseOpenSubject(entry, actor, { subject, input });
  const memory = await createMemory(house, prepared);
  const repeated = await memory.recall();
  if (repeated?.answer) return { status: repeated.answer.status, headers: new Headers(), value: repeated.answer.value };
  if (entry.quota && applies(entry.quota.when, input)) await takeQuota(house, prepared, entry.quota.name);
  return entry.effect === "read" ? read(house, prepared, subject) : write(house, prepared, { subject, memory });
}

async function identifyFor(house: House, incoming: Incoming, now: Date): Promise<Actor | null> {
  const { entry, facts } = incoming;
  if (entry.identify) {
    return entry.identify({ now, sql: house.database.sql, request: facts, house, use: house.use }, incoming.params);
  }
  if (!entry.anonymous) {
    const actor = await house.identifier.identify(facts.headers, now);
    if (!actor) throw refuse.unauthenticated("authentication required");
    return actor;
  }
  // Where nobody is asked who they are, a stale credential must not stand in the way.
  return house.identifier.identify(facts.headers, now).catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
}

/** A browser names the page's origin on every unsafe request; only our own pages may act (part 3, "Cross-origin protection"). */
function refuseForeignOrigin(house: House, entry: Entry, facts: RequestFacts): void {
  if (facts.method === "GET" || facts.method === "HEAD" || entry.host === "content") return;
  if (!/^\/(api|auth)\/|^\/oauth\/authorize$/.test(entry.path ?? "")) return;
  const origin = facts.headers.get("origin");
  if (origin !== null && origin !== house.config.base_url) {
    throw refuse.forbidden(
      `cross-origin request refused: it comes from ${origin.slice(0, 200)}, and only ${house.config.base_url} may send it`,
    );
  }
}

function applies(when: ((input: never) => boolean) | null, input: Input): boolean {
  return when === null || when(input as never);
}

function demandActor(actor: Actor | null): Actor {
  if (!actor) throw refuse.unauthenticated("authentication required");
  return actor;
}

async function permit(entry: Entry, call: PermitCall, input: Input): Promise<unknown> {
  const rule = typeof entry.permit === "function" ? entry.permit(input as never) : entry.permit;
  const permits: readonly Permit<unknown>[] = "check" in rule ? [rule] : rule;
  let subject: unknown;
  for (const [index, one] of permits.entries()) {
    const loaded = await one.check(call, input);
    if (index === 0) subject = loaded;
  }
  return subject;
}

async function takeQuota(house: House, prepared: Prepared, name: string): Promise<void> {
  const per = house.quotas.entry(name).per;
  const subject = per === "account" ? `user:${prepared.actor?.user_id}` : `ip:${prepared.facts.network}`;
  await house.quotas.take(name, subject, prepared.now);
}

function openCall(house: House, prepared: Prepared, subject: unknown) {
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

async function read(house: House, prepared: Prepared, subject: unknown): Promise<Outcome> {
  const { entry, input } = prepared;
  const { call } = openCall(house, prepared, subject);
  const made = await entry.prepare?.(call as never, input as never);
  const value = await entry.run(call as never, input as never, made as never);
  return finish(house, entry, call, value);
}

async function write(house: House, prepared: Prepared, with_: { subject: unknown; memory: Memory }): Promise<Outcome> {
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
async function discardSurplus(house: House, stored: readonly StoredBytes[]): Promise<void> {
  const keys = await findSurplus(house.database.sql, stored);
  await discardBytes(house.blobs, { keys, log: house.log });
}

type OpenCall = ReturnType<typeof openCall> & { made: unknown; memory: Memory };

/** Runs the operation in a transaction whose last statements travel together with its COMMIT. */
async function transact(house: House, prepared: Prepared, open: OpenCall): Promise<Outcome> {
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

async function runWithin(house: House, prepared: Prepared, open: OpenCall & { sql: Transaction }): Promise<Outcome> {
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
  const value = await entry.run(call as never, input as never, made as never);
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
  house: House,
  { actor, via, facts, now }: Prepared,
  { notes, last, sql }: Pick<OpenCall, "notes" | "last"> & { sql: Transaction },
): Promise<unknown> {
  const audit = writeAudit(sql, notes, { actor, via, request: facts, now, isHeard: house.isHeard });
  return Promise.all([audit, ...last.map((task) => task(sql))]);
}

async function runAfterwards(house: House, entry: Entry, task: () => Promise<void> | void): Promise<void> {
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

function finish(house: House, entry: Entry, call: Call<unknown, boolean>, value: unknown): Outcome {
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
