// Which documents live, as SQL asks it: wherever documents are read, expiry acts by the clock (rules: documents 8).
import type { Sql } from "../../../kernel/mod.ts";

/** Over `documents d`: neither in the trash nor past its time. */
export function live(sql: Sql, now: Date) {
  return sql`(d.deleted_at is null and (d.expires_at is null or d.expires_at > ${now}))`;
}
