// The salts under which a workspace's readers of a day are told apart:
// made with the first of them, destroyed after the day.
import { randomBytes } from "node:crypto";
import type { Sql } from "../../../kernel/plugin.ts";

export interface SaltOfDay {
  workspace_id: number;
  /** As `2026-03-01`. */
  day: string;
}

/** The salts that there are, and new ones where a workspace has none yet for the day. */
export async function takeSalts(sql: Sql, wanted: readonly SaltOfDay[]): Promise<(SaltOfDay & { salt: Uint8Array })[]> {
  const made = wanted.map((one) => ({ ...one, salt: randomBytes(32) }));
  made.sort((one, other) => one.workspace_id - other.workspace_id);
  await sql`insert into activity_salts ${sql(made)} on conflict do nothing`;
  const rows = JSON.stringify(wanted);
  return sql<(SaltOfDay & { salt: Uint8Array })[]>`
    select s.workspace_id, s.day::text as day, s.salt from activity_salts s
    join jsonb_to_recordset(${rows}::text::jsonb) as wanted(workspace_id bigint, day date) using (workspace_id, day)`;
}

/** Destroys the salts of days before this one. */
export async function destroySalts(sql: Sql, day: string): Promise<void> {
  await sql`delete from activity_salts where day < ${day}::text::date`;
}
