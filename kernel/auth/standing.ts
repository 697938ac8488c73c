// Keeps a write and a move of its author apart: what somebody writes carries the workspace that they were in when they were identified.
import { refuse } from "../refusal.ts";
import type { Sql } from "../storage/sql.ts";
import type { Actor } from "./actor.ts";

/**
 * Holds a person in their workspace until the transaction ends. Throws 401 when they were moved or disabled since they were
 * identified; a retry runs with what they are now, or gets a clean 401 (rules: tokens 3). With `alone` no other write of
 * theirs runs beside this one.
 */
export async function holdStanding(
  sql: Sql,
  actor: Pick<Actor, "user_id" | "workspace"> & Partial<Pick<Actor, "credential">>,
  { alone }: { alone: boolean },
): Promise<void> {
  // Not one after the other: nothing of the transaction may come between them.
  const [, [row]] = await Promise.all([
    alone ? awaitWritesOf(sql, actor.user_id) : null,
    sql<{ stands: boolean }[]>`select hold_standing(${actor.user_id}, ${actor.workspace.id}) as stands`,
  ]);
  if (!row?.stands) throw refuseMoved(actor);
}

/** The 401 of somebody who is not any more where they were identified; of the maker of a ticket, who signs nothing, a 403. */
export function refuseMoved(actor: Partial<Pick<Actor, "credential">> | null): Error {
  if (actor?.credential === "ticket") {
    return refuse.framework("forbidden", "the account that made this upload ticket is not available any more");
  }
  return refuse.unauthenticated("authentication lost; retry the request");
}

/** Waits until every write of a person under way has ended, and lets no other begin until the transaction does. */
export async function awaitWritesOf(sql: Sql, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('standing:' || ${userId}::bigint, 0))`;
}
