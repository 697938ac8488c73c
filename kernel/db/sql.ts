// The door to Postgres: pools that survive the loss of any connection, transactions that end with theirs, and the bus.
import type { Log } from "../base/log.ts";
import { type Bus, openBus } from "./bus.ts";
import { clientOptions, type PostgresConnection, type Sql, type Transaction } from "./driver/client.ts";
import { isConnectionLoss } from "./driver/connection_loss.ts";
import { learnTypes } from "./driver/disposable.ts";
import { type Clocks, machineClocks } from "./hearing.ts";
import { openPool } from "./pool.ts";
import { openReads, type Reader } from "./reads.ts";
import { limitTurns } from "./turns.ts";

export type { Expression, Sql, Transaction } from "./driver/client.ts";

/** An address such as `postgres://user:password@host:5432/database`, or the parts of one. */
export type DatabaseTarget = string | PostgresConnection;

/** An open database. Every member is safe to use while Postgres is away: it throws what `isConnectionLoss` knows. */
export interface Database {
  /** The pool: each query takes whichever connection is free. */
  sql: Sql;
  /** What the statements of one read are tagged with: they end when their reader goes, and have turns by workspace. */
  sqlOfRead(reader: Reader): Sql;
  /** A small pool that commits without waiting for the disk: for counters of which a crash may forget the last moment. */
  asyncCommitSql: Sql;
  /**
   * A few connections on which queries travel behind each other without waiting for answers, at half the cost of one
   * connection each: for reads of a few rows by key alone, since whatever is slow here holds up those behind it.
   */
  pipelinedSql: Sql;
  /**
   * Runs `run` in one transaction and commits when it resolves. Rolls back and throws what it throws.
   * When the connection is lost the transaction is gone: every later query in it throws, and so does this, whatever
   * `run` does with the error. After a commit that `markAnnouncing` was said of it resolves when this process has heard of it.
   */
  withTransaction<T>(run: (sql: Transaction) => Promise<T>): Promise<T>;
  /**
   * Sends one statement on a connection that is its own until the answer: the call of a procedure that takes locks and commits
   * by itself.
   */
  callProcedure<T>(send: (sql: Sql) => PromiseLike<T>): Promise<T>;
  /** NOTIFY across all processes on this database. */
  bus: Bus;
  /** True for an error that says Postgres is away or left in the middle: answer 503 and let the caller try again. */
  isConnectionLoss(error: unknown): boolean;
  /**
   * Begins new sessions, every ten seconds at most: one that began while the database was read-only stays so when the database
   * takes writes again.
   */
  renew(): void;
  /** Throws when Postgres does not answer. */
  ping(): Promise<void>;
  /** Finishes running queries for at most five seconds, then cuts. */
  close(): Promise<void>;
}

const ASYNC_COMMIT_POOL_SIZE = 2;
/** Of the main pool's size: what reads have in sessions of their own, of which the first are used most. */
const READS_SHARE = 3 / 4;
/** Of the same: connections of reads that are known to be quick, which travel behind each other. */
const QUICK_READS_SHARE = 1 / 2;
/** A procedure waits for nothing of ours while it has its connection, so that few do as much as many. */
const PROCEDURE_POOL_SIZE = 8;
/** Enough to keep several cores of Postgres busy, few enough that a busy server fills each with several queries at once. */
const PIPELINED_POOL_SIZE = 4;

const RENEWAL_MS = 10_000;

export interface OpenSqlOptions {
  log: Log;
  /**
   * Connections of the main pool; reads have three quarters of it, and as many for statements that are planned for their values, quick
   * ones half of it, procedures 8, pipelined SQL 4, async commit SQL 2 and the bus 1 more.
   */
  pool_size_max?: number;
  /** No single statement may run longer. */
  statement_timeout_ms?: number;
  /** For a command whose one transaction may last hours: no time limits, and no client is replaced for its age. */
  unlimited?: boolean;
  /** The machine's own without it. */
  clocks?: Clocks;
}

/** Opens the pools and the bus. Throws when the database does not answer at all, so that a start fails with the reason. */
export async function openSql(target: DatabaseTarget, options: OpenSqlOptions): Promise<Database> {
  const { log, pool_size_max = 16, unlimited = false, clocks = machineClocks } = options;
  const statement_timeout_ms = unlimited ? 0 : (options.statement_timeout_ms ?? 30_000);
  const driver = clientOptions(target, { pool_size_max, statement_timeout_ms });
  await learnTypes(driver);
  // The pools connect with their first query, when the bus is open.
  const pool = { rotated: !unlimited, answersElsewhere: () => bus.answers() };
  // Where the bus is lost meanwhile, all that is remembered is forgotten with it.
  const main = openPool(driver, { ...pool, announced: () => bus.catchUp().catch(() => {}) });
  const unhurried = { ...driver.connection, synchronous_commit: "off" };
  const asyncCommit = openPool({ ...driver, max: ASYNC_COMMIT_POOL_SIZE, connection: unhurried }, pool);
  // What goes there is by key whoever asks: planning it anew for each value takes several times as long as running it.
  const planned = { ...driver.connection, plan_cache_mode: "force_generic_plan" };
  const pipelined = openPool({ ...driver, max: PIPELINED_POOL_SIZE, connection: planned }, pool);
  const procedures = openPool({ ...driver, max: PROCEDURE_POOL_SIZE }, pool);
  // In a large workspace the planner takes the values of a list for rare ones and plans each time, for longer than the list then runs.
  const plannedReads = openPool(
    { ...driver, max: Math.ceil(pool_size_max * QUICK_READS_SHARE), connection: planned },
    pool,
  );
  const reads = openReads(main, {
    planned: plannedReads,
    open: (isPlannedOnce) =>
      openPool({ ...driver, max: 1, connection: isPlannedOnce ? planned : driver.connection }, pool),
    sessions_max: Math.ceil(pool_size_max * READS_SHARE),
  });
  const takeTurn = limitTurns(PROCEDURE_POOL_SIZE);
  const bus = await openBus(driver, {
    log,
    clocks,
    announce: (channel, payload) => asyncCommit.sql.unsafe("select pg_notify($1, $2)", [channel, payload]),
    // A link that swallows packets closes no socket: the bus notices the silence for everyone.
    onSilence: () => {
      main.cut();
      reads.cut();
      asyncCommit.cut();
      pipelined.cut();
      plannedReads.cut();
      procedures.cut();
    },
  });
  await reads.openFirst();
  let renewed = performance.now() - RENEWAL_MS;
  return {
    sql: main.sql,
    sqlOfRead: reads.sqlFor,
    asyncCommitSql: asyncCommit.sql,
    pipelinedSql: pipelined.sql,
    withTransaction: main.withTransaction,
    // The driver would send what is one too many behind another, whose locks it would wait for.
    callProcedure: (send) => takeTurn(async () => send(procedures.sql)),
    bus,
    isConnectionLoss,
    renew: () => {
      if (performance.now() - renewed < RENEWAL_MS) return;
      renewed = performance.now();
      for (const one of [main, reads, plannedReads, asyncCommit, pipelined, procedures]) one.renew();
    },
    ping: async () => {
      await main.sql`select 1`;
    },
    close: async () => {
      const pools = [main, reads, plannedReads, asyncCommit, pipelined, procedures];
      await Promise.all([bus, ...pools].map((one) => one.close()));
    },
  };
}
