// Times by which work is done, set right where a clock that was ahead wrote them:
// no wait is longer than its rule makes it from now.
import { CLOCK_SKEW_MS, later } from "../base/time.ts";
import type { Sql } from "./sql.ts";

/**
 * A column that says when something is done next, by whom it is held meanwhile, or when it was last done. Only what loses nothing by being
 * done early or once more: ends of content and of rights stay as they were written, since the clock that sees them may be the wrong one.
 */
export interface WorkTime {
  table: string;
  column: string;
  /** The farthest that is ever written there, in milliseconds from the moment of writing; 0 for when something was last done. */
  ahead_ms: number;
}

/** Brings every such time that lies farther ahead than its rule allows within it; answers how many there were. */
export async function rightTimes(sql: Sql, times: readonly WorkTime[], now: Date): Promise<number> {
  let count = 0;
  for (const { table, column, ahead_ms } of times) {
    const righted = await sql`
      update ${sql(table)} set ${sql(column)} = ${later(now, ahead_ms)}
      where ${sql(column)} > ${later(now, ahead_ms + CLOCK_SKEW_MS)}`;
    count += righted.count;
  }
  return count;
}
