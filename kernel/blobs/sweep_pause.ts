// Keeps the sweep of blobs away while a backup reads: its snapshot names bytes that the present may no longer need.
import type { Sql } from "../db/sql.ts";

/** Sweeps hold it shared, for one batch each; a backup holds it alone from before its snapshot to its last blob. */
const SWEEP_LOCK = { space: 746_319, key: 3 };
const WAIT = "60s";

/** Whether this batch may remove anything: no backup begins until the transaction ends, and none is under way. */
export async function maySweep(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ granted: boolean }[]>`
    select pg_try_advisory_xact_lock_shared(${SWEEP_LOCK.space}::int, ${SWEEP_LOCK.key}::int) as granted`;
  return row?.granted ?? false;
}

/**
 * Waits for the batch under way, then keeps sweeps away until the transaction ends. Take the snapshot in another
 * transaction afterwards, since this statement's own is older than its lock. False when another backup runs.
 */
export async function pauseSweeps(sql: Sql): Promise<boolean> {
  await sql.unsafe(`set local lock_timeout = '${WAIT}'`);
  try {
    await sql`select pg_advisory_xact_lock(${SWEEP_LOCK.space}::int, ${SWEEP_LOCK.key}::int)`;
    return true;
  } catch (error) {
    // 55P03: the lock was not available in time.
    if (error instanceof Error && "code" in error && error.code === "55P03") return false;
    throw error;
  }
}
