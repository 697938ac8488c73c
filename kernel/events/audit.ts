// The audit bus: rows written in the caller's own transaction, told to listeners after the commit.
import type { Actor } from "../auth/actor.ts";
import type { ServiceAccount } from "../auth/service_account.ts";
import type { Expression, Sql } from "../db/sql.ts";
import type { RequestFacts, Via } from "../http/request.ts";

/** One audit row to be written with the transaction (rules: audit/every_write). */
export interface Note {
  target_type: string;
  target_id: string | number;
  meta?: Record<string, unknown>;
  /** Whose doing it is, where the call itself is anonymous: a sign-in, a mail link, a job (`system`). */
  by?: { user_id: number | null; email: string; workspace_id: number };
}

/** One row to write. */
export interface AuditEntry extends Note {
  action: string;
}

/** Who did it, and through what. */
export interface AuditContext {
  actor: Pick<Actor, "user_id" | "email" | "token" | "workspace"> | null;
  /** Who did it, where it was a program of a workspace. */
  service?: ServiceAccount | null;
  via: Via;
  request: Pick<RequestFacts, "id" | "ip"> | null;
  now: Date;
  /** Whether somebody listens to the action; only those rows are put into the outbox. */
  isHeard: (action: string) => boolean;
}

/**
 * Writes the rows in one statement, and evaluates `also` in the same one, when they are written. Every row's `meta` says
 * through which surface it came (rules: audit/every_write).
 */
export async function writeAudit(
  sql: Sql,
  entries: readonly AuditEntry[],
  context: AuditContext,
  also: readonly Expression[] = [],
): Promise<void> {
  const [first, ...rest] = also;
  const expressions = first && rest.reduce((all, one) => sql`${all}, ${one}`, first);
  if (entries.length === 0) {
    if (expressions) await sql`select ${expressions}`;
    return;
  }
  const written = writing(sql, entries, context);
  // Counting what was written has it written first.
  if (expressions) await sql`${written} select ${expressions} from (select count(*) from noted) as rows`;
  else await sql`${written} select`;
}

/** Writes one row and answers its number. */
export async function writeOneAudit(sql: Sql, entry: AuditEntry, context: AuditContext): Promise<number> {
  const [row] = await sql<[{ event_id: number }]>`${writing(sql, [entry], context)} select event_id from noted`;
  return row.event_id;
}

/**
 * The rows as the function `write_audit` takes them in JSON: for a procedure, which writes them as `writeAudit` does. Times are texts:
 * one Date in it would send all that goes along on the slow way through JSON.stringify, at ten times the price.
 */
export function auditParameter(entries: readonly AuditEntry[], context: AuditContext) {
  const { heard } = actionsOf(entries, context);
  const created_at = context.now.toISOString();
  return { rows: entries.map((entry) => ({ ...columnsOf(entry, context), created_at })), heard };
}

function actionsOf(entries: readonly AuditEntry[], { isHeard }: AuditContext) {
  const actions = [...new Set(entries.map((entry) => entry.action))];
  return { actions, heard: actions.filter(isHeard) };
}

/** The rows as `noted`, and in the outbox those that somebody listens to. */
function writing(sql: Sql, entries: readonly AuditEntry[], context: AuditContext): Expression {
  const { actions, heard } = actionsOf(entries, context);
  const rows = entries.map((entry) => rowOf(sql, entry, context));
  const noted = sql`with noted as (insert into audit_events ${sql(rows)} returning event_id, action)`;
  if (heard.length === 0) return noted;
  return sql`${noted}, waiting as (
    insert into audit_outbox (event_id) select event_id from noted
    ${heard.length === actions.length ? sql`` : sql`where action = any(${heard}::text[])`})`;
}

function rowOf(sql: Sql, entry: AuditEntry, context: AuditContext) {
  const row = columnsOf(entry, context);
  return { ...row, meta: sql.json(row.meta) };
}

function columnsOf(entry: AuditEntry, context: AuditContext) {
  return {
    ...doerOf(entry, context),
    action: entry.action,
    target_type: entry.target_type,
    target_id: String(entry.target_id),
    meta: {
      ...toJson(entry.meta ?? {}),
      via: context.via,
      ...(context.actor?.token ? { token: context.actor.token.name } : {}),
      ...(context.actor?.token?.client ? { client: context.actor.token.client } : {}),
      ...(context.request ? { request_id: context.request.id } : {}),
    },
    ip: context.request?.ip ?? null,
    created_at: context.now,
  };
}

function doerOf(entry: AuditEntry, context: AuditContext) {
  const { by } = entry;
  // Who signs in as somebody else while still being signed in does so as that somebody.
  if (by) return { workspace_id: by.workspace_id, actor: by.email, actor_user_id: by.user_id };
  const { actor, service } = context;
  if (actor) return { workspace_id: actor.workspace.id, actor: actor.email, actor_user_id: actor.user_id };
  if (service) return { workspace_id: service.workspace.id, actor: service.name, actor_user_id: null };
  throw new Error(`${entry.action} is noted by nobody: an anonymous call must say whose doing it is`);
}

function toJson(meta: Record<string, unknown>): Record<string, string> {
  return JSON.parse(JSON.stringify(meta));
}
