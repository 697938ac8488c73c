// What the tests of a file left behind in their database that no server may:
// wrong counts, and audit rows that the registry does not describe.

import { type DatabaseTarget, openSql } from "../../kernel/db/sql.ts";
import type { Log } from "../../kernel/plugin.ts";
import { findMiscounts } from "./kept_counts.ts";
import { findUndescribedRows } from "./undescribed_rows.ts";

/** In words; none is an empty list. */
export async function findLeftBehind(target: DatabaseTarget, log: Log): Promise<string[]> {
  const { sql, close } = await openSql(target, { log, pool_size_max: 1 });
  const found = Promise.all([findMiscounts(sql), findUndescribedRows(sql)]).finally(close);
  return (await found).flat();
}
