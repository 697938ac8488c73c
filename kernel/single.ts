// A write that comes down to one statement: it calls a procedure that commits by itself, so that nothing travels for BEGIN and COMMIT.
//
// The procedure does in this order what a transaction does: `synchronous_commit` off, `demand_standing`, its own rows,
// `write_audit`, what must follow the order of commits; COMMIT, which lets the locks go, and a record of nothing whose flush
// it waits for (storage/durability.ts). Its answer comes with that flush.
import { type AuditContext, type AuditEntry, auditParameter } from "./audit/audit.ts";
import { refuseMoved } from "./auth/standing.ts";
import type { Database, Expression, Sql } from "./storage/sql.ts";

/** What the statement is made with. */
export interface SingleParts {
  sql: Sql;
  /** The parameter of `write_audit`: everything that was noted. */
  noted: Expression;
}

/** Sends the statement and answers what the operation does; null when nothing was written after all, and `run` has to do it. */
export type Single<T> = (parts: SingleParts) => Promise<{ value: T } | null>;

/** What `demand_standing` raises. */
const MOVED = "ZK001";

/** Throws 401 for an author who was moved or disabled since they were identified, as `holdStanding` does. */
export async function sendSingle<T>(
  database: Database,
  single: Single<T>,
  { notes, context }: { notes: readonly AuditEntry[]; context: AuditContext },
): Promise<{ value: T } | null> {
  const rows = auditParameter(notes, context);
  try {
    return await database.callProcedure((sql) => single({ sql, noted: sql`${rows}::text::jsonb` }));
  } catch (error) {
    throw error instanceof Error && "code" in error && error.code === MOVED ? refuseMoved() : error;
  }
}
