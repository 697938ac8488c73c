// The three ways in which plugins meet: a port is used downwards, an event told upwards, a hook called upwards.

import type { Log } from "../base/log.ts";
import type { Clock } from "../base/time.ts";
import type { Database } from "../db/sql.ts";
import type { AuditEvent } from "./audit_event.ts";

declare const PORT: unique symbol;
declare const HOOK: unique symbol;

/** A typed door of a plugin; whoever names that plugin in its `needs` may `use` it. */
export interface Port<T> {
  readonly name: string;
  readonly [PORT]?: T;
}

/** Declares a port. The name is the plugin's own, plus a part of its choice after a dot. */
export function port<T>(name: string): Port<T> {
  return { name };
}

/** What a plugin lays behind its port. */
export interface Provision {
  readonly port: string;
  readonly value: unknown;
}

/** Lays `value` behind `port`, checked against its type. */
export function provide<T>(to: Port<T>, value: T): Provision {
  return { port: to.name, value };
}

/**
 * A question that a plugin asks of those above it, inside the asking transaction. A handler answers or throws a
 * refusal, and a refusal ends the operation: that is how policy vetoes a publish.
 */
export interface Hook<I, O> {
  readonly name: string;
  readonly [HOOK]?: (input: I) => O;
}

/** Declares a hook. */
export function hook<I, O = void>(name: string): Hook<I, O> {
  return { name };
}

/** One plugin's answer to a hook. */
export interface HookHandler {
  readonly hook: string;
  readonly handle: (input: never) => unknown;
}

/** Handles `hook`; handlers are asked in the order in which their plugins boot. */
export function handle<I, O>(to: Hook<I, O>, answer: (input: I) => Promise<O> | O): HookHandler {
  return { hook: to.name, handle: answer };
}

/**
 * An event is a committed audit row: it is written in the transaction that it tells of and delivered after the commit
 * at least once, so listeners must be idempotent.
 */
export interface Listener {
  /** An audit action such as `doc.publish`, a family such as `doc.*`, or `*` for all of them. */
  readonly action: string;
  /** Unique within the plugin. */
  readonly name: string;
  /** One event, or with `in_batches` up to a hundred, in the order of their ids and not of their commits. */
  readonly hear: (events: readonly [AuditEvent, ...AuditEvent[]], context: ListenerContext) => Promise<void>;
  /** One job for the events of a batch, which are told again together when it fails. */
  readonly in_batches: boolean;
}

/** What a listener may touch; it runs as a job, outside the transaction that it hears of. */
export interface ListenerContext {
  database: Database;
  clock: Clock;
  log: Log;
  use<T>(from: Port<T>): T;
  callHook<I, O>(of: Hook<I, O>, input: I): Promise<O[]>;
}

/** Declares a listener that hears one event at a time: when it fails, that event alone is told again. */
export function listen(
  action: string,
  name: string,
  hear: (event: AuditEvent, context: ListenerContext) => Promise<void>,
): Listener {
  return { action, name, hear: ([event], context) => hear(event, context), in_batches: false };
}

/** Declares a listener to many events: a row of the queue for each batch of them carries what a row each does not. */
export function listenInBatches(action: string, name: string, hear: Listener["hear"]): Listener {
  return { action, name, hear, in_batches: true };
}

/** Whether a listener to `pattern`, an action, a family or `*`, hears of an action. */
export function hears(pattern: string, action: string): boolean {
  if (pattern === "*") return true;
  return pattern.endsWith(".*") ? action.startsWith(pattern.slice(0, -1)) : pattern === action;
}
