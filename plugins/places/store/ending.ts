// Grants that end: by themselves when their time is over, or because whoever they name gives them up.
import { CLOCK_SKEW_MS, later, type Sql } from "../../../kernel/plugin.ts";
import { findGrantRows, type GrantRow } from "./grants.ts";

/** Workspaces in which grants are over whose end is not noted yet, or of which people are to be told. */
export async function listEnding(sql: Sql, now: Date): Promise<number[]> {
  const rows = await sql<{ workspace_id: number }[]>`
    select workspace_id from grants where expires_at <= ${now} and not ended
    union select workspace_id from grants where warn_at <= ${now} and expires_at > ${now}
    union select workspace_id from grants where ended and expires_at > ${later(now, CLOCK_SKEW_MS)}`;
  return rows.map((row) => row.workspace_id);
}

interface Claim {
  workspace_id: number;
  now: Date;
  /** At most so many. */
  limit: number;
}

/** Marks grants of a workspace whose time is over, and answers them; each once. In a transaction. */
export function claimEnded(sql: Sql, { workspace_id, now, limit }: Claim): Promise<GrantRow[]> {
  return claim(
    sql,
    workspace_id,
    sql`
      update grants set ended = true, warn_at = null where grant_id in (
        select grant_id from grants where workspace_id = ${workspace_id} and expires_at <= ${now} and not ended
        order by grant_id limit ${limit} for update skip locked) returning grant_id`,
  );
}

/** Takes the mark off grants that a clock that was ahead had marked as over: their time has not come. What was given up stays over. */
export async function unmarkEnded(sql: Sql, { workspace_id, now }: Pick<Claim, "workspace_id" | "now">): Promise<void> {
  const isEarly = sql`workspace_id = ${workspace_id} and ended and expires_at > ${later(now, CLOCK_SKEW_MS)}`;
  await sql`update grants set expires_at = ${now} where ${isEarly} and given_up`;
  await sql`update grants set ended = false where ${isEarly} and not given_up`;
}

/** Marks grants of a workspace of whose end people are to be told now, and answers them; each once. In a transaction. */
export function claimEnding(sql: Sql, { workspace_id, now, limit }: Claim): Promise<GrantRow[]> {
  return claim(
    sql,
    workspace_id,
    sql`
      update grants set warn_at = null where grant_id in (
        select grant_id from grants where workspace_id = ${workspace_id} and warn_at <= ${now} and expires_at > ${now}
        order by grant_id limit ${limit} for update skip locked) returning grant_id`,
  );
}

async function claim(sql: Sql, workspace_id: number, update: ReturnType<Sql>): Promise<GrantRow[]> {
  const claimed = await sql<{ grant_id: number }[]>`${update}`;
  return findGrantRows(sql, { workspace_id, grant_ids: claimed.map((row) => row.grant_id) });
}

/**
 * Ends grants that their person gives up. One that narrows a document of the workspace stays as one that is over, since nobody opens
 * anything to others by leaving; the others go.
 */
export async function giveUp(
  sql: Sql,
  gone: { workspace_id: number; grant_ids: readonly number[]; narrowing: boolean; now: Date },
): Promise<void> {
  const { workspace_id, grant_ids, narrowing, now } = gone;
  const those = sql`grant_id = any(${[...grant_ids]}::bigint[]) and workspace_id = ${workspace_id}`;
  if (narrowing)
    await sql`update grants set expires_at = ${now}, warn_at = null, ended = true, given_up = true where ${those}`;
  else await sql`delete from grants where ${those}`;
}
