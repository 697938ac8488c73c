// Which documents live and which are held, as SQL asks it:
// wherever they are read, expiry acts by the clock (rules: documents/trash).
import type { Sql } from "../../../kernel/plugin.ts";

/** Over `documents d`: neither in the trash nor past its time. */
export function live(sql: Sql, now: Date) {
  return sql`(d.deleted_at is null and (d.expires_at is null or d.expires_at > ${now}))`;
}

/** Over `documents d`: it lives, and a clock that was ahead has released it, until that is mended. */
export function releasedEarly(sql: Sql, now: Date) {
  return sql`(d.released_at is not null and d.expires_at > ${now} and d.deleted_at is null)`;
}

/** Over `documents`: nothing may remove it, by its own legal hold or with another document (rules: policy/seeing). */
export function held(sql: Sql) {
  return sql`(legal_hold or held_with)`;
}
