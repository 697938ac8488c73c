// The one pipeline that every call runs through, in one order of refusals (rules: requests/order).

import { exposureHook } from "../access/exposure.ts";
import { askNetwork } from "../access/network.ts";
import type { Actor } from "../auth/actor.ts";
import { refuseWhileHeld } from "../auth/held_session.ts";
import { refuseBeyondLimits, refuseTooOpen, widestOf } from "../auth/limits.ts";
import { Refusal, refuse } from "../base/refusal.ts";
import type { Input, RequestFacts, Via } from "../http/request.ts";
import { refuseUnknownVersion } from "../http/service_version.ts";
import { refuseDeclaredSize } from "../input/body.ts";
import { withLargeBody } from "../input/large_bodies.ts";
import { keyInHeaders } from "../input/repeat_key.ts";
import { capsFor } from "../limits/caps.ts";
import type { Permit, PermitCall } from "../operation/call.ts";
import { isForOwnPages } from "../operation/declared_statuses.ts";
import { refuseElsewhere } from "../operation/elsewhere.ts";
import type { Entry } from "../plugin/catalogue.ts";
import type { Outcome, Prepared } from "../plugin/prepared.ts";
import type { RunningServer } from "../plugin/running_server.ts";
import { withOneBudget } from "../workers/workers.ts";
import { databaseRefusal } from "./database_refusal.ts";
import { type Answer, createMemory, type Memory } from "./idempotency.ts";
import { readInput, type SentInput } from "./input.ts";
import { reauthenticate } from "./reauthenticate.ts";
import { runRead, runWrite } from "./run.ts";

/** A request that a host has matched to an operation. */
export interface Incoming {
  entry: Entry;
  facts: RequestFacts;
  params: Record<string, string>;
}

/** Runs a request: identify, network rule, read and validate, then `perform`. Throws a `Refusal` to say no. */
export async function invoke(runtime: RunningServer, incoming: Incoming): Promise<Outcome> {
  const { entry, facts } = incoming;
  const now = runtime.clock.now();
  try {
    const service = (await identifyService(runtime, incoming, now)) ?? null;
    const actor = service ? null : await identifyFor(runtime, incoming, now);
    refuseForeignOrigin(runtime, entry, facts);
    if (entry.signed_out && actor?.credential !== "session") return answered(entry.signed_out(facts));
    if (actor && actsFor(entry)) await askNetwork(runtime, { actor, request: facts, now });
    if (entry.host !== "content") refuseUnknownVersion(facts.headers, runtime.manifest);
    const sizeMax = bodyBytesMax(runtime, entry);
    if (entry.body || entry.form) refuseDeclaredSize(facts.headers, sizeMax);
    const sender = {
      headers: facts.headers,
      owner: ownerOf({ actor, service, facts }),
      get signal() {
        return facts.signal;
      },
    };
    const sent: SentInput = {
      params: incoming.params,
      search: facts.url.searchParams,
      headers: facts.headers,
      get stream() {
        return facts.body;
      },
      whole: facts.whole,
      sender,
    };
    const work = async () => {
      const input = await readInput(entry, sent, sizeMax);
      const isWaitedFor = entry.raw !== "upload" && (entry.body !== null || entry.form !== null);
      const { params } = incoming;
      const caller = actor && isWaitedFor ? await reauthenticate(runtime, { entry, facts, params, actor, now }) : actor;
      const via: Via = service?.via ?? (caller?.credential === "session" ? "web" : "api");
      const idempotency_key = keyInHeaders(entry, facts.headers);
      return perform(runtime, { entry, facts, actor: caller, service, via, input, idempotency_key, now });
    };
    // An upload is read whole, or streamed, by whoever takes it.
    return await (entry.raw === "upload" ? work() : withLargeBody(sender, work));
  } catch (error) {
    throw databaseRefusal(runtime, error, entry.id);
  }
}

const capOf = capsFor<"body_bytes" | "anonymous_body_bytes">();

/** Whether a call is somebody's doing: of their credential, or of a ticket that they gave out. A sign-in page is nobody's. */
function actsFor({ anonymous, identify }: Entry): boolean {
  return !anonymous || identify !== null;
}

/** What anybody may send is read before anything is known of them, so it is small. */
function bodyBytesMax(runtime: RunningServer, entry: Entry): number {
  const isForAnybody = entry.anonymous && !entry.identifyService && (entry.body !== null || entry.form !== null);
  return capOf(runtime, isForAnybody ? "anonymous_body_bytes" : "body_bytes");
}

/** Runs a call from the plan gate on; tool calls enter here. */
export async function perform(runtime: RunningServer, prepared: Prepared): Promise<Outcome> {
  const { entry, actor, input, now, facts } = prepared;
  if (entry.gate && (entry.gate.when?.(input as never) ?? true))
    runtime.plans.demand(entry.gate.name, demandActor(actor));
  refuseWhileHeld(entry, actor, now);
  refuseBeyondLimits(entry, actor, prepared.called ?? nameOf(entry));
  const { use } = runtime;
  const service = prepared.service ?? null;
  const memory = await createMemory(runtime, prepared);
  const { named } = memory;
  const { pipelinedSql: sql } = runtime.database;
  const permitCall: PermitCall = { actor, service, now, sql, request: facts, runtime, use, named };
  const admit = async (): Promise<unknown> => {
    const loaded = await permitAgain(entry, permitCall, input);
    if (input.elsewhere) refuseElsewhere(entry, input.elsewhere, loaded);
    refuseTooOpen(entry, actor, { subject: loaded, input });
    const isDone = actor && entry.effect === "write" && actsFor(entry);
    const readers = isDone ? widestOf(entry, { subject: loaded, input }) : null;
    if (actor && readers) await runtime.callHook(exposureHook, { operation: entry.id, actor, readers, now });
    return loaded;
  };
  const admitted = await admit().catch(async (error: unknown) => {
    if (error instanceof Refusal) await memory.demandSame();
    return recallDeletion(entry, memory, error);
  });
  if (isFirst(admitted)) return outcomeOf(admitted.first);
  const subject = admitted;
  const repeated = await memory.recall();
  if (repeated?.answer) return outcomeOf(repeated.answer);
  if (memory.has_key && actor && KEYS_QUOTA in runtime.manifest.quotas)
    await runtime.quotas.takeFor(KEYS_QUOTA, { actor, request: facts, now });
  const work = () =>
    withOneBudget(() =>
      entry.effect === "read" ? runRead(runtime, prepared, subject) : runWrite(runtime, prepared, { subject, memory }),
    );
  const isCounted = entry.quota?.when?.(input as never, subject as never) ?? true;
  if (entry.quota && isCounted) {
    const caller = { actor, request: facts, now };
    const counting = runtime.quotas.takeFor(entry.quota.name, caller);
    if (entry.discardable && runtime.quotas.hasRoomFor(entry.quota.name, caller)) {
      const working = work();
      // A refusal of the count comes before whatever the work says.
      working.catch(() => {});
      await counting;
      return working;
    }
    await counting;
  }
  const charged = entry.charges?.to(subject as never);
  if (entry.charges && charged)
    await runtime.quotas.takeFor(entry.charges.quota, { actor: charged, request: facts, now });
  return work();
}

/** Bounds what is remembered of one account. */
const KEYS_QUOTA = "idempotency_key";

const firsts = new WeakSet<object>();

/** Whatever a deletion was about is gone once it has succeeded, and its repeat is to hear of that. */
async function recallDeletion(entry: Entry, memory: Memory, error: unknown): Promise<{ first: Answer }> {
  const isMissing = error instanceof Refusal && error.kind === "notFound";
  const known = isMissing && memory.has_key && entry.method === "DELETE" ? await memory.recall() : null;
  if (!known?.answer) throw error;
  const found = { first: known.answer };
  firsts.add(found);
  return found;
}

function isFirst(permitted: unknown): permitted is { first: Answer } {
  return typeof permitted === "object" && permitted !== null && firsts.has(permitted);
}

/** The answer that a request had the first time. */
function outcomeOf({ status, value }: Answer): Outcome {
  return { status, headers: new Headers(), value };
}

function answered(response: Response): Outcome {
  return { status: response.status, headers: response.headers, value: response };
}

/** What a caller knows an operation by. */
function nameOf({ method, path, id }: Entry): string {
  return method && path ? `${method} ${path}` : id;
}

/** Whose work a long body is, so that nobody's keeps the others waiting. */
function ownerOf({ actor, service, facts }: Pick<Prepared, "actor" | "service" | "facts">): string {
  if (service) return `workspace:${service.workspace.id}`;
  return actor ? `user:${actor.user_id}` : `network:${facts.network}`;
}

function identifyService(runtime: RunningServer, { entry, facts }: Incoming, now: Date) {
  return entry.identifyService?.({
    now,
    sql: runtime.database.pipelinedSql,
    request: facts,
    runtime,
    use: runtime.use,
  });
}

async function identifyFor(runtime: RunningServer, incoming: Incoming, now: Date): Promise<Actor | null> {
  const { entry, facts } = incoming;
  if (entry.identify) {
    return entry.identify(
      { now, sql: runtime.database.sql, request: facts, runtime, use: runtime.use },
      incoming.params,
    );
  }
  if (!entry.anonymous && !entry.signed_out) {
    const actor = await runtime.identifier.identify(facts.headers, now);
    if (!actor) throw refuse.unauthenticated("authentication required");
    return actor;
  }
  // Where nobody is asked who they are, a stale credential must not stand in the way.
  return runtime.identifier.identify(facts.headers, now).catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
}

/** A browser names the page's origin on every unsafe request; only our own pages may act (rules: requests/origins). */
function refuseForeignOrigin(runtime: RunningServer, entry: Entry, facts: RequestFacts): void {
  if (!isForOwnPages(entry)) return;
  const origin = facts.headers.get("origin");
  if (origin !== null && origin !== runtime.config.base_url) {
    throw refuse.forbidden(
      `cross-origin request refused: it comes from ${origin.slice(0, 200)}, and only ${runtime.config.base_url} may send it`,
      { code: "foreign_origin" },
    );
  }
}

function demandActor(actor: Actor | null): Actor {
  if (!actor) throw refuse.unauthenticated("authentication required");
  return actor;
}

/** A twin that ended while names were looked up may have given what they name other ones. */
async function permitAgain(entry: Entry, call: PermitCall, input: Input): Promise<unknown> {
  try {
    return await permit(entry, call, input);
  } catch (error) {
    if (!(error instanceof Refusal) || !(await call.named?.isRepeatByNow())) throw error;
    return permit(entry, call, input);
  }
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
