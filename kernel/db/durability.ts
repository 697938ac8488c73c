// Lets a transaction's locks go before its commit is on the disk, and still answers nobody before it is.
//
// Postgres holds a transaction's locks until its commit record is flushed, so transactions that take turns at one row
// pay one sync of the disk each, and no two can share it. With `synchronous_commit = off` the record is only written to
// the log in memory: locks go, the next one in turn follows, and the log is flushed for all who wait at that moment. What
// is flushed is always a beginning of the log, so whoever saw a commit cannot become durable without it.
//
// The flush is asked for on the same connection, right behind the commit. An answer on any other connection could come
// from a server that crashed and started again in between, without the commit.
import type { Sql } from "./driver/client.ts";
import { findTransaction } from "./transactions.ts";

/**
 * An expression for the statement that takes a contended lock, as late as can be: `select ${releaseEarly(sql)}, ...`. The
 * lock then goes with the commit and not with its flush; `withTransaction` resolves after the flush as ever, and throws
 * what `isConnectionLoss` knows when it cannot tell. Others may read what was written a moment before it is durable. What
 * they write is durable only together with it; an answer that must not be undone is read with `readDurably`.
 */
export function releaseEarly(sql: Sql) {
  const transaction = findTransaction(sql);
  if (!transaction) throw new Error("releaseEarly is for a statement of withTransaction");
  transaction.isReleasedEarly = true;
  return sql`set_config('synchronous_commit', 'off', true)`;
}

/**
 * Replaces COMMIT after `releaseEarly`; the COMMIT of the driver follows. A record of nothing, in a transaction of its own
 * that commits as usual, takes the flush along; ROLLBACK AND CHAIN is what becomes of it after a failure.
 */
export const COMMIT_AND_FLUSH = "commit and chain; select pg_logical_emit_message(true, 'docsvc', '')";

/**
 * A further column for a query outside of a transaction: what it finds is on the disk when it answers. For an answer that
 * stands for an earlier one, and for cursors. When no row is found it costs nothing, else a flush.
 */
export function readDurably(sql: Sql) {
  return sql`pg_logical_emit_message(true, 'docsvc', '') is not null as durable`;
}
