// The relay: turns committed audit rows that somebody listens to into jobs, so that a request only ever writes its row.

import type { JsonObject } from "../base/json.ts";
import type { Log } from "../base/log.ts";
import { type Clock, HOUR_MS, SECOND_MS } from "../base/time.ts";
import type { Database, Sql } from "../db/sql.ts";
import type { AuditEvent } from "../hooks/audit_event.ts";
import { hears, type Listener, type ListenerContext } from "../hooks/hooks.ts";
import { doublingBackoff, type JobDefinition } from "../jobs/job.ts";
import { enqueueAll, type NewJob } from "../jobs/job_queue.ts";
import { createWakeableWorker } from "../jobs/wakeable_worker.ts";

/** A listener with the plugin that it belongs to. */
export type OwnedListener = Listener & { plugin: string };

export interface RelayOptions {
  database: Database;
  clock: Clock;
  log: Log;
  listeners: readonly OwnedListener[];
  /** Called when a batch of jobs is committed: wake the runner. */
  onRelayed?: () => void;
}

export interface Relay {
  /** Begins to relay: at every wake, and every two seconds for what a dead server left. */
  start(): void;
  /** Says that a transaction with an audit row has committed; costs nothing while the relay is at work. */
  wake(): void;
  /** Relays everything that is committed; answers how many events. For tests, in place of `start`. */
  relayAll(): Promise<number>;
  /** Finishes the batch under way. */
  stop(): Promise<void>;
}

const BATCH_SIZE = 200;
const POLL_MS = 2 * SECOND_MS;
/** Each batch costs a dozen statements however small it is, so that a busy server gathers events for a moment. */
const REST_MS = 100;
/** Where so many have come in that moment, the next ones are gathered for longer. */
const MANY = 25;
const LONG_REST_MS = 400;
// With doubling waits from a second to an hour, the last attempt comes about half a day after the event.
const ATTEMPTS_MAX = 24;

/** The jobs by which listeners hear: one kind for each, so that a slow or broken listener delays no other. */
export function listenerJobs(listeners: readonly OwnedListener[], context: ListenerContext): JobDefinition[] {
  return listeners.map((listener) => ({
    kind: kindOf(nameListener(listener)),
    attempts_max: ATTEMPTS_MAX,
    backoff_ms: doublingBackoff(SECOND_MS, HOUR_MS),
    run: ({ payload }) => listener.hear(readEvents(payload), context),
  }));
}

/**
 * Makes the relay of this server. Every event reaches each listener at least once, in no promised order; it leaves the
 * outbox in the transaction that queues its jobs, so several servers may relay at once and none is told twice by us.
 */
export function createRelay(options: RelayOptions): Relay {
  let is_stopped = false;
  let relayed = 0;
  const loop = createWakeableWorker({
    ...options,
    round: async () => {
      do relayed = await relayBatch(options);
      while (!is_stopped && relayed === BATCH_SIZE);
    },
    failure: "events could not be relayed, the next poll tries again",
    rest_ms: () => (relayed < MANY ? REST_MS : LONG_REST_MS),
  });
  let poll: Timer | undefined;

  return {
    start() {
      loop.start();
      poll = setInterval(loop.wake, POLL_MS);
      loop.wake();
    },
    wake: loop.wake,
    async relayAll() {
      let count = 0;
      for (;;) {
        const batch = await relayBatch(options);
        count += batch;
        if (batch < BATCH_SIZE) return count;
      }
    },
    async stop() {
      is_stopped = true;
      clearInterval(poll);
      await loop.stop();
    },
  };
}

async function relayBatch({ database, clock, listeners, onRelayed }: RelayOptions): Promise<number> {
  if (listeners.length === 0) return 0;
  const count = await database.withTransaction(async (sql) => {
    const events = await takeWaiting(sql, listeners);
    if (events.length === 0) return 0;
    const now = clock.now();
    await enqueueAll(
      sql,
      listeners.flatMap((listener) => jobsOf(listener, { events, now })),
    );
    return events.length;
  });
  if (count > 0) onRelayed?.();
  return count;
}

/** Takes the oldest events out of the outbox; what another server is at is left to it. */
async function takeWaiting(sql: Sql, listeners: readonly OwnedListener[]): Promise<AuditEvent[]> {
  return await sql<AuditEvent[]>`
    with taken as (
      delete from audit_outbox where event_id = any(array(
        select w.event_id from audit_outbox w ${whereHeard(sql, listeners)}
        order by w.event_id limit ${BATCH_SIZE} for update of w skip locked))
      returning event_id
    )
    select e.event_id, e.workspace_id, e.action, e.actor, e.actor_user_id, e.target_type, e.target_id, e.meta, e.ip, e.created_at
    from taken join audit_events e using (event_id) order by e.event_id`;
}

/** An action that nobody here listens to may belong to a server with other plugins, which knows who does. */
function whereHeard(sql: Sql, listeners: readonly OwnedListener[]) {
  const patterns = listeners.map((listener) => listener.action);
  if (patterns.includes("*")) return sql``;
  const families = patterns.filter((one) => one.endsWith(".*")).map((one) => one.slice(0, -2));
  return sql`join audit_events e using (event_id)
    where e.action = any(${patterns}::text[]) or split_part(e.action, '.', 1) = any(${families}::text[])`;
}

function jobsOf(listener: OwnedListener, { events, now }: { events: readonly AuditEvent[]; now: Date }): NewJob[] {
  const heard = events.filter((event) => hears(listener.action, event.action));
  if (heard.length === 0) return [];
  const kind = kindOf(nameListener(listener));
  const written = heard.map((event) => ({ ...event, created_at: event.created_at.toISOString() }));
  if (listener.in_batches) return [{ kind, payload: { events: written }, due_at: now }];
  return written.map((event) => ({ kind, payload: event, due_at: now, workspace_id: event.workspace_id }));
}

function readEvents(payload: JsonObject): [AuditEvent, ...AuditEvent[]] {
  const { events } = payload;
  const [first, ...rest] = (Array.isArray(events) ? events : [payload]).map(readEvent);
  if (!first) throw new Error("the payload of a listener's job holds no audit event");
  return [first, ...rest];
}

function readEvent(payload: unknown): AuditEvent {
  if (!isWrittenEvent(payload)) throw new Error("the payload of a listener's job is not an audit event");
  return { ...payload, created_at: new Date(payload.created_at) };
}

type WrittenEvent = Omit<AuditEvent, "created_at"> & { created_at: string };

function isWrittenEvent(payload: unknown): payload is WrittenEvent {
  // Only the relay writes these rows, so one field tells a row of an older release from ours.
  if (typeof payload !== "object" || payload === null) return false;
  return "event_id" in payload && "created_at" in payload && typeof payload.created_at === "string";
}

function nameListener({ plugin, name }: OwnedListener): string {
  return `${plugin}.${name}`;
}

function kindOf(listenerName: string): string {
  return `event:${listenerName}`;
}
