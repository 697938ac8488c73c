// Databases to be read by statements that others wrote: each with a role that may read it alone, in a Postgres apart from the service's.
import { randomBytes } from "node:crypto";
import type { Log } from "../log.ts";
import { clientOptions, type Sql } from "../storage/client.ts";
import { isConnectionLoss } from "../storage/connection_loss.ts";
import { openClient } from "../storage/disposable.ts";
import { guardTransaction } from "../storage/transaction.ts";
import { MINUTE_MS, SECOND_MS } from "../time.ts";
import { createTurns } from "../workers/turns.ts";
import { type Box, openBox } from "./box.ts";
import { runStatement, SandboxLost, type Statement, type StatementAnswer, type StatementBounds } from "./statement.ts";

export { SandboxLost, type Statement, type StatementAnswer, StatementFault } from "./statement.ts";

const MIB = 1024 ** 2;

/** What the sandbox of one server process may use. */
export const SANDBOX_BOUNDS = {
  /** Of one statement's process, everything counted: a third of it is Postgres itself. */
  memory_bytes: 384 * MIB,
  /** Of one statement, on disk. */
  temp_bytes: 128 * MIB,
  /** Statements at once. */
  running: 2,
  running_of_owner: 1,
  waiting_of_owner: 8,
  waiting: 64,
} as const;

/** How long a statement may go on after its connection was closed. */
const ENDING_MS = 2 * SECOND_MS;
const IDLE_MS = 5 * MINUTE_MS;

/** It cannot be had, or has no room; the cause says why. */
export class SandboxMissing extends Error {}

export interface SandboxDatabase {
  /** False once its Postgres has ended: make another. */
  isThere(): boolean;
  /** Changes what is in it, as its owner, in one transaction. */
  change<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Runs one query as the role that may only read what `fill` has granted to it. Throws what `runStatement` does. */
  read(statement: Statement, options: { bounds: StatementBounds; signal: AbortSignal }): Promise<StatementAnswer>;
  drop(): Promise<void>;
}

export interface Sandbox {
  /** Waits for a turn: few statements run at once, one of each owner. Throws 429 and 503 for too many that wait. */
  inTurn<T>(by: { owner: string; signal: AbortSignal }, work: () => Promise<T>): Promise<T>;
  /** Starts its Postgres where that does not run. Throws SandboxMissing where it cannot. */
  start(): Promise<void>;
  /** Makes a database; `fill` is told the name of the role, quoted, to grant to. */
  makeDatabase(fill: (sql: Sql, reader: string) => Promise<void>): Promise<SandboxDatabase>;
  /** How many statements have their turn, and how many wait for one. */
  running(): number;
  waiting(): number;
  /** Ends it with all its databases; the next one begins anew. */
  close(): void;
}

/** Makes one that starts nothing until the first database is asked for, and ends its Postgres after minutes without one. */
export function createSandbox(log: Log): Sandbox {
  const { running, running_of_owner, waiting_of_owner, waiting, ...bounds } = SANDBOX_BOUNDS;
  const most = { publish: waiting_of_owner, read: 0, background: 0, large: 0 };
  const turns = createTurns({
    running_max: running,
    running_of_owner_max: running_of_owner,
    waiting_of_owner_max: most,
    waiting_max: waiting,
    memory_bytes_max: 0,
  });
  let opening: Promise<Box> | null = null;
  let inTurns = 0;
  let databases = 0;
  let idle: Timer | undefined;

  async function open(): Promise<Box> {
    const known = opening;
    const box = await known?.catch(() => null);
    if (box?.isOpen()) return box;
    // Whoever waited beside this one may have begun another already.
    if (opening === known) opening = openBox({ ...bounds, log });
    try {
      return await (opening ?? openBox({ ...bounds, log }));
    } catch (error) {
      throw new SandboxMissing("the sandbox for statements cannot be started", { cause: error });
    }
  }

  async function makeDatabase(fill: (sql: Sql, reader: string) => Promise<void>): Promise<SandboxDatabase> {
    clearTimeout(idle);
    databases += 1;
    try {
      return await openDatabase(await open(), { fill, onDrop: left });
    } catch (error) {
      left();
      throw error;
    }
  }

  function left(): void {
    databases -= 1;
    if (databases > 0) return;
    idle = setTimeout(close, IDLE_MS);
    idle.unref();
  }

  function close(): void {
    void opening?.then((box) => box.close()).catch(() => {});
    opening = null;
  }

  return {
    inTurn: async ({ owner, signal }, work) => {
      // This lane may use every turn that there is.
      const turn = await turns.take({ owner, signal, lane: "publish", memory_bytes: 0 });
      inTurns += 1;
      try {
        return await work();
      } finally {
        inTurns -= 1;
        turn.release();
      }
    },
    running: () => inTurns,
    waiting: turns.waiting,
    start: async () => void (await open()),
    makeDatabase,
    close,
  };
}

async function openDatabase(
  box: Box,
  { fill, onDrop }: { fill: (sql: Sql, reader: string) => Promise<void>; onDrop: () => void },
): Promise<SandboxDatabase> {
  // The name says nothing: roles are the one thing of which others can learn that it is there.
  const place = { name: `r${randomBytes(12).toString("hex")}`, box };
  let isDropped = false;
  try {
    await createDatabase(place);
    await changeDatabase(place, (sql) => fill(sql, place.name));
  } catch (error) {
    await dropDatabase(place).catch(() => {});
    throw isConnectionLoss(error) ? new SandboxLost("the sandbox ended while a database was made") : error;
  }
  return {
    isThere: () => !isDropped && box.isOpen(),
    change: (work) => changeDatabase(place, work),
    read: (statement, options) => readDatabase(place, statement, options),
    drop: async () => {
      if (isDropped) return;
      isDropped = true;
      onDrop();
      await dropDatabase(place);
    },
  };
}

interface Place {
  box: Box;
  name: string;
}

async function createDatabase({ box, name }: Place): Promise<void> {
  await box.sql.unsafe(`create role ${name} login noinherit connection limit 4`);
  await box.sql.unsafe(`create database ${name} template template1 strategy file_copy connection limit 8`);
  await box.sql.unsafe(`revoke all on database ${name} from public`);
  await box.sql.unsafe(`grant connect on database ${name} to ${name}`);
}

async function dropDatabase({ box, name }: Place): Promise<void> {
  if (!box.isOpen()) return;
  await box.sql.unsafe(`drop database if exists ${name} with (force)`);
  await box.sql.unsafe(`drop role if exists ${name}`);
}

async function changeDatabase<T>({ box, name }: Place, work: (sql: Sql) => Promise<T>): Promise<T> {
  const options = clientOptions(box.target(name), { pool_size_max: 1, statement_timeout_ms: MINUTE_MS });
  const client = openClient(options, { onLoss: () => {} });
  try {
    return await guardTransaction(client.sql, work);
  } catch (error) {
    if (isConnectionLoss(error)) throw new SandboxLost("the sandbox ended while a database was changed");
    throw isOutOfRoom(error) ? new SandboxMissing("the sandbox for statements has no room", { cause: error }) : error;
  } finally {
    await client.end(1);
  }
}

/** Class 53 of SQLSTATE: no disk, no memory, no connection. */
function isOutOfRoom(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^53...$/.test(String(error.code));
}

async function readDatabase(
  { box, name }: Place,
  statement: Statement,
  { bounds, signal }: { bounds: StatementBounds; signal: AbortSignal },
): Promise<StatementAnswer> {
  const line = `s${randomBytes(8).toString("hex")}`;
  try {
    return await runStatement(box.target(name, name), statement, { bounds, name: line, types: box.types, signal });
  } finally {
    await demandEnd(box, line);
  }
}

/** What does not stop when it is told to takes the whole sandbox with it: nothing goes on behind an answer. */
async function demandEnd(box: Box, line: string): Promise<void> {
  if (!box.isOpen()) return;
  try {
    const left = await box.sql<{ is_gone: boolean }[]>`
      select pg_terminate_backend(pid, ${ENDING_MS}::bigint) as is_gone from pg_stat_activity where application_name = ${line}`;
    if (left.some(({ is_gone }) => !is_gone)) box.close();
  } catch {
    box.close();
  }
}

let shared: Sandbox | null = null;

/** That of this process, which every house in it shares. */
export function sharedSandbox(log: Log): Sandbox {
  shared ??= createSandbox(log);
  return shared;
}
