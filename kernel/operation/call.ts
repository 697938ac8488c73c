// What each phase of an operation is handed: who calls, with what, and what that phase may do.

import type { Actor } from "../auth/actor.ts";
import type { ServiceAccount } from "../auth/service_account.ts";
import type { StoredBytes } from "../blobs/blob_store.ts";
import type { Expression, Sql } from "../db/sql.ts";
import type { Note } from "../events/audit.ts";
import type { Hook, Port } from "../hooks/hooks.ts";
import type { Input, RequestFacts, Via } from "../http/request.ts";
import type { Named } from "./named.ts";
import type { Runtime } from "./runtime.ts";

/** What a permit may use; it runs before the transaction begins. */
export interface PermitCall {
  actor: Actor | null;
  /** Set where a program acts for a workspace, and nobody is the actor. */
  service?: ServiceAccount | null;
  now: Date;
  /** The quick pool: a permit reads a few rows by key, and never waits for a lock. */
  sql: Sql;
  request: RequestFacts;
  runtime: Runtime;
  use<T>(port: Port<T>): T;
  /** What the names of a request under an idempotency key stand for; `findNamed` reads it. */
  named?: Named | undefined;
}

/** What finding the caller may use. */
export type IdentifyCall = Omit<PermitCall, "actor" | "service">;

/**
 * Decides whether the caller may, and loads what the operation is about; it throws 404 or 403 itself.
 * `needs` names the right in documents and in the permission matrix.
 */
export interface Permit<S> {
  needs: string;
  check(call: PermitCall, input: Input): Promise<S> | S;
}

/** A permit that depends on the input. The first permit's subject is the call's; the others only refuse. */
export type PermitRule<S, I> = (input: I) => Permit<S> | readonly [Permit<S>, ...Permit<unknown>[]];

/** What every phase is handed; a function that only looks takes this. */
export interface Call<S = unknown, Anon extends boolean = false> {
  actor: Anon extends true ? Actor | null : Actor;
  subject: S;
  now: Date;
  via: Via;
  /** In `run` of a write the transaction, everywhere else the pool. */
  sql: Sql;
  request: RequestFacts;
  runtime: Runtime;
  use<T>(port: Port<T>): T;
  /** Asks every handler of a hook, in boot order; a refusal ends the operation. */
  callHook<I, O>(hook: Hook<I, O>, input: I): Promise<O[]>;
}

/** The answer's headers, and its status where it is not the declared one. */
export interface Reply {
  headers: Headers;
  /** What went through and should be known of; the answer has them as `warnings`, where there are any. */
  warnings: string[];
  status: number | null;
}

/** `run` of a read: no transaction, so there is nothing to note a row in and no commit to promise work after. */
export interface ReadCall<S = unknown, Anon extends boolean = false> extends Call<S, Anon> {
  reply: Reply;
}

/** `run` of a read that declares `records`. */
export interface RecordingCall<S = unknown, Anon extends boolean = false> extends ReadCall<S, Anon> {
  /** Writes the declared audit row in a transaction of its own; it is on the disk when this resolves. */
  record(note: Note): Promise<void>;
}

/** `prepare`: everything slow that comes before the transaction. */
export interface PrepareCall<S = unknown, Anon extends boolean = false> extends Call<S, Anon> {
  /**
   * Stores bytes, ahead of the transaction wherever that can be: within it they make others wait for its locks. The row that
   * names them is `keepBlobs`' to write; bytes that no row names when the operation is over are removed again.
   */
  store(body: ReadableStream<Uint8Array> | Uint8Array, options?: { size_max?: number }): Promise<StoredBytes>;
  /**
   * Runs when the operation says no or fails after this was called, once nothing of it remains: for a note of what went
   * wrong, written through the pool. What it throws is logged and does not reach the caller.
   */
  afterFailure(task: (error: unknown) => Promise<void>): void;
}

/** `single` of a write, and what `run` shares with it: the write itself is still to be sent. */
export interface NotingCall<S = unknown, Anon extends boolean = false> extends ReadCall<S, Anon>, PrepareCall<S, Anon> {
  /** Writes an audit row with this write. Only declared actions may be noted. */
  note(action: string, note: Note): void;
  /** The same for an action that a plugin lends, whichever operation it is. */
  noteLent(action: string, note: Note): void;
  /** Runs after the commit; what it throws is logged and does not reach the caller. */
  afterCommit(task: () => Promise<void> | void): void;
}

/** `run` of a write, in its transaction; it can do what `prepare` can, for what has to be made anew under a lock. */
export interface WriteCall<S = unknown, Anon extends boolean = false> extends NotingCall<S, Anon> {
  /**
   * Writes an audit row at once and answers its number, for an answer that names the event. Every other row is written at the end
   * of the transaction, with less waiting.
   */
  noteNow(action: string, note: Note): Promise<number>;
  /**
   * Evaluates an expression at the transaction's end, right after the audit rows and in one statement with them: for what must
   * follow the order of commits, at the cost of no statement of its own. It says no by letting Postgres raise an error, of which
   * `refusal` makes what is thrown.
   */
  conclude(expression: (sql: Sql) => Expression, refusal: (error: unknown) => unknown): void;
  /**
   * Runs as the transaction's last statement, after the audit rows and what concludes: for what must follow the order of
   * commits. It goes out together with the COMMIT, so the task sends one statement, and says no by letting Postgres raise an
   * error in it; that undoes the transaction, and what the task then throws is the answer.
   */
  lastly(task: (sql: Sql) => Promise<void>): void;
}
