// A write that comes down to one statement:
// it calls a procedure that commits by itself, so that nothing travels for BEGIN and COMMIT.
//
// The procedure does in this order what a transaction does: `synchronous_commit` off, `demand_standing`, `remember_answer`, which takes the
// idempotency key and keeps the answer to it, its own rows, `write_audit`, what must follow the order of commits; COMMIT, which lets the
// locks go, and a record of nothing whose flush it waits for (db/durability.ts). Its answer comes with that flush.

import { refuseMoved } from "../auth/membership_check.ts";
import type { Database, Expression, Sql } from "../db/sql.ts";
import type { Alone } from "../db/together.ts";
import { type AuditContext, type AuditEntry, auditParameter } from "../events/audit.ts";

/** What the statement is made with. */
export interface SingleParts {
  sql: Sql;
  /** The parameter of `remember_answer` and `write_audit`: everything that was noted. */
  noted: Expression;
  /** Others wait behind it: what somebody else holds ends it soon with `lock_not_available`, and it is sent again. */
  has_lock_timeout: boolean;
}

/** What an operation notes, as `write_audits` takes it. */
export type NotedRows = ReturnType<typeof auditParameter>;

/**
 * Sends it together with others that wait, and answers `done`, or has it sent by `alone`; null as its statement answers it. Never
 * asked for what goes under an idempotency key.
 */
export type Gathered = <T>(
  database: Database,
  asked: { noted: NotedRows; alone: Alone<T>; done: () => T },
) => Promise<T | null>;

/** Sends the statement and answers what the operation does; null when nothing was written after all, and `run` has to do it. */
export type Single<T> = ((parts: SingleParts) => Promise<{ value: T } | null>) & {
  /** The same answer, where it is known before the statement is sent: what goes under an idempotency key needs it. */
  foretold?: T;
  /** Where it may go together with others: what is foretold is its answer then. */
  gathered?: Gathered | undefined;
  /** The answer as it is remembered under the request's key. */
  remembered?: RememberedParameter | null;
};

/**
 * A write whose statement is that of many (together.ts), which takes a turn at the procedures of its own and looks for each whether its
 * author stands where they were identified. Null as above, so that `run` says why not. Never asked for what goes under an idempotency key.
 */
export interface Shared<T> {
  share(noted: NotedRows): Promise<{ value: T } | null>;
}

/** A row of `remembered_answers` by its columns, hashes in hex. One that was made until `oldest` is taken over. */
export interface RememberedParameter {
  workspace_id: number;
  user_id: number;
  idempotency_key: string;
  request_sha256: string;
  status: number;
  answer: unknown;
  created_at: Date;
  oldest: Date;
}

/** What `demand_standing` raises. */
const MOVED = "ZK001";
/** What `remember_answer` raises where somebody else has taken the key. */
const KEY_TAKEN = "ZK002";

/**
 * Throws 401 for an author who was moved or disabled since they were identified, as `holdStanding` does. Null, with nothing written,
 * also where a twin came first with the idempotency key: `run` waits for it and answers as it did.
 */
export async function sendSingle<T>(
  database: Database,
  single: Single<T> | Shared<T>,
  { notes, context }: { notes: readonly AuditEntry[]; context: AuditContext },
): Promise<{ value: T } | null> {
  const rows = auditParameter(notes, context);
  if ("share" in single) return single.share(rows);
  const { remembered = null, gathered, foretold } = single;
  const noted = JSON.stringify({ ...rows, ...(remembered && { remembered }) });
  const alone = (hasLockTimeout: boolean) =>
    database.callProcedure((sql) =>
      single({ sql, noted: sql`${noted}::text::jsonb`, has_lock_timeout: hasLockTimeout }),
    );
  try {
    if (!gathered || foretold === undefined || remembered) return await alone(false);
    return await gathered(database, { noted: rows, alone, done: () => ({ value: foretold }) });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === KEY_TAKEN && remembered) return null;
    throw code === MOVED ? refuseMoved(null) : error;
  }
}
