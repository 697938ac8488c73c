// One database of a sandbox: made with a role of its own, changed by its owner, read by statements, and dropped.
import { randomBytes } from "node:crypto";
import { MINUTE_MS, SECOND_MS } from "../base/time.ts";
import { clientOptions, type Sql } from "../db/driver/client.ts";
import { isConnectionLoss } from "../db/driver/connection_loss.ts";
import { openClient } from "../db/driver/disposable.ts";
import { guardTransaction } from "../db/transaction.ts";
import type { SandboxProcess } from "./sandbox_process.ts";
import { runStatement, SandboxLost, type Statement, type StatementAnswer, type StatementBounds } from "./statement.ts";

/** How long a statement may go on after its time is over and its connection is closed. */
const ENDING_MS = 500;
/** One whose Postgres says nothing of it by then has used up more than its own process. */
const SILENT_MS = 2 * SECOND_MS;

/** A sandbox cannot be had, or has no room; the cause says why. */
export class SandboxMissing extends Error {}

/** Fills a new database; it is told the name of the role, quoted, to grant to. */
export type FillDatabase = (sql: Sql, reader: string) => Promise<void>;

export interface SandboxDatabase {
  /** False once its Postgres has ended: make another. */
  isThere(): boolean;
  /** Changes what is in it, as its owner, in one transaction. */
  change<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Runs one query as the role that may only read what `fill` has granted to it. Throws what `runStatement` does. */
  read(statement: Statement, options: { bounds: StatementBounds; signal: AbortSignal }): Promise<StatementAnswer>;
  drop(): Promise<void>;
}

/** Makes one. `onDrop` is called once when it is dropped, `onDeath` where a statement ended its Postgres or had to be ended with it. */
export async function openDatabase(
  sandbox_process: SandboxProcess,
  { fill, onDrop, onDeath }: { fill: FillDatabase; onDrop: () => void; onDeath: () => void },
): Promise<SandboxDatabase> {
  // The name says nothing: roles are the one thing of which others can learn that it is there.
  const place = { name: `r${randomBytes(12).toString("hex")}`, sandbox_process, onDeath };
  let isDropped = false;
  try {
    await createDatabase(place);
    await changeDatabase(place, (sql) => fill(sql, place.name));
  } catch (error) {
    await dropDatabase(place).catch(() => {});
    if (isConnectionLoss(error)) throw new SandboxLost("the sandbox ended while a database was made");
    throw isOutOfRoom(error) ? new SandboxMissing("the sandbox for statements has no room", { cause: error }) : error;
  }
  return {
    isThere: () => !isDropped && sandbox_process.isOpen(),
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
  sandbox_process: SandboxProcess;
  name: string;
  onDeath: () => void;
}

async function createDatabase({ sandbox_process, name }: Place): Promise<void> {
  await sandbox_process.sql.unsafe(`create role ${name} login noinherit connection limit 4`);
  await sandbox_process.sql.unsafe(`create database ${name} template template1 strategy file_copy connection limit 8`);
  await sandbox_process.sql.unsafe(`revoke all on database ${name} from public`);
  await sandbox_process.sql.unsafe(`grant connect on database ${name} to ${name}`);
}

async function dropDatabase({ sandbox_process, name }: Place): Promise<void> {
  if (!sandbox_process.isOpen()) return;
  await sandbox_process.sql.unsafe(`drop database if exists ${name} with (force)`);
  await sandbox_process.sql.unsafe(`drop role if exists ${name}`);
}

async function changeDatabase<T>({ sandbox_process, name }: Place, work: (sql: Sql) => Promise<T>): Promise<T> {
  const options = clientOptions(sandbox_process.target(name), { pool_size_max: 1, statement_timeout_ms: MINUTE_MS });
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
  place: Place,
  statement: Statement,
  { bounds, signal }: { bounds: StatementBounds; signal: AbortSignal },
): Promise<StatementAnswer> {
  const { sandbox_process, name } = place;
  // Its Postgres ended before, with a statement of somebody else, which is not to be laid at this one's door.
  if (!sandbox_process.isOpen()) throw new SandboxLost("the sandbox ended before the statement");
  const line = `s${randomBytes(8).toString("hex")}`;
  const begun = performance.now();
  try {
    return await runStatement(sandbox_process.target(name, name), statement, {
      bounds,
      name: line,
      types: sandbox_process.types,
      signal,
    });
  } finally {
    await demandEnd(place, { line, ms: Math.max(ENDING_MS, begun + bounds.ms_max - performance.now()) });
  }
}

/** What does not stop when it is told to takes the whole Postgres with it: nothing goes on behind an answer. */
async function demandEnd(
  { sandbox_process, onDeath }: Place,
  { line, ms }: { line: string; ms: number },
): Promise<void> {
  try {
    if (!sandbox_process.isOpen()) throw new SandboxLost("the sandbox ended under a statement");
    const ending = sandbox_process.sql<{ is_gone: boolean }[]>`
      select pg_terminate_backend(pid, ${Math.ceil(ms)}::bigint) as is_gone from pg_stat_activity where application_name = ${line}`;
    const left = await Promise.race([ending, Bun.sleep(ms + SILENT_MS).then(() => null)]);
    if (left?.every(({ is_gone }) => is_gone)) return;
  } catch {
    // It is ended below.
  }
  sandbox_process.close();
  onDeath();
}
