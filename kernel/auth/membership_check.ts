// Keeps a write and a move of its author apart:
// what somebody writes carries the workspace that they were in when they were identified.
import { refuse } from "../base/refusal.ts";
import type { Sql } from "../db/sql.ts";
import type { Actor } from "./actor.ts";
import type { Person } from "./people.ts";
import { lockWorkspaces } from "./workspaces.ts";

/**
 * Holds a person in their workspace until the transaction ends. Throws 401 when they were moved or disabled since they were
 * identified; a retry runs with what they are now, or gets a clean 401 (rules: tokens/moved). With `alone` no other write of
 * theirs runs beside this one, and none of the `colleagues`' does.
 */
export async function holdStanding(
  sql: Sql,
  actor: Pick<Actor, "user_id" | "workspace"> & Partial<Pick<Actor, "credential">>,
  { alone = false, colleagues = [] }: { alone?: boolean; colleagues?: readonly number[] },
): Promise<void> {
  // Not one after the other: nothing of the transaction may come between them.
  const [, , [row]] = await Promise.all([
    alone ? awaitWritesOf(sql, actor.user_id) : null,
    colleagues.length > 0 ? awaitColleagues(sql, actor, colleagues) : null,
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

/** All by the order of their ids, the author among them, so that two who do this to each other do not wait for each other. */
async function awaitColleagues(
  sql: Sql,
  { user_id, workspace }: Pick<Actor, "user_id" | "workspace">,
  colleagues: readonly number[],
): Promise<void> {
  await sql`
    select case when u.user_id = ${user_id} then pg_advisory_xact_lock_shared(u.standing)::text
      else pg_advisory_xact_lock(u.standing)::text end
    from (select user_id, hashtextextended('standing:' || user_id, 0) as standing from users
      where workspace_id = ${workspace.id} and user_id = any(${[user_id, ...colleagues]}::bigint[]) order by user_id) as u`;
}

/** Waits until every write of a person under way has ended, and lets no other begin until the transaction does. */
export async function awaitWritesOf(sql: Sql, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('standing:' || ${userId}::bigint, 0))`;
}

/**
 * For whoever moves a person or takes them out of a workspace: waits for what they are writing, then locks the workspaces. In this order,
 * since a writer is held in their workspace before they lock it. The workspaces are as they stand then.
 */
export async function lockForMove(
  sql: Sql,
  { user_id, workspace_ids }: { user_id: number; workspace_ids: readonly number[] },
): Promise<Person["workspace"][]> {
  await awaitWritesOf(sql, user_id);
  return lockWorkspaces(sql, workspace_ids);
}
