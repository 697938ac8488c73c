// Passwords as rows: one hash for a person.
import type { PersonMove, Sql } from "../../kernel/plugin.ts";

export interface PasswordRow {
  user_id: number;
  hash: string;
  changed_at: Date;
}

export async function findPassword(sql: Sql, userId: number): Promise<PasswordRow | null> {
  const [row] = await sql<PasswordRow[]>`
    select user_id, hash, changed_at from account_passwords where user_id = ${userId}`;
  return row ?? null;
}

/** The password of whoever has an address; null where nobody does, or has none. */
export async function findPasswordByEmail(sql: Sql, email: string): Promise<PasswordRow | null> {
  const [row] = await sql<PasswordRow[]>`
    select p.user_id, p.hash, p.changed_at from account_passwords p join users u using (user_id)
    where lower(u.email) = lower(${email})`;
  return row ?? null;
}

/** Whether a hash that was checked a moment ago is still the one, held until the transaction ends. */
export async function holdSame(sql: Sql, { user_id, hash }: PasswordRow): Promise<boolean> {
  const rows = await sql`select from account_passwords where user_id = ${user_id} and hash = ${hash} for share`;
  return rows.length === 1;
}

/** Puts a password in the place of any, and answers whether there was one. */
export async function setPassword(
  sql: Sql,
  { user_id, workspace_id, hash, now }: { user_id: number; workspace_id: number; hash: string; now: Date },
): Promise<boolean> {
  const replaced = await sql`
    update account_passwords set hash = ${hash}, changed_at = ${now} where user_id = ${user_id} returning user_id`;
  if (replaced.count > 0) return true;
  await sql`
    insert into account_passwords (user_id, workspace_id, hash, changed_at) values (${user_id}, ${workspace_id}, ${hash}, ${now})
    on conflict (user_id) do update set hash = excluded.hash, changed_at = excluded.changed_at`;
  return false;
}

/** False where there was none. */
export async function dropPassword({ sql, user_id }: { sql: Sql; user_id: number }): Promise<boolean> {
  const dropped = await sql`delete from account_passwords where user_id = ${user_id} returning user_id`;
  return dropped.count > 0;
}

export async function movePassword({ sql, user_id, to_workspace_id }: PersonMove): Promise<void> {
  await sql`update account_passwords set workspace_id = ${to_workspace_id} where user_id = ${user_id}`;
}
