// The rows of settings that wait for an owner. Another content is another row: what was looked at is what is confirmed.
import type { JsonObject, PersonEnd, Sql } from "../../../kernel/plugin.ts";

export interface WaitingSetting {
  setting_id: number;
  workspace_id: number;
  kind: string;
  subject: string;
  wanted: JsonObject;
  sealed: Uint8Array | null;
  tested_at: Date | null;
  set_by: number | null;
  /** The address of who set it; null once their account has ended. */
  setter: string | null;
  /** With what they did, in words. */
  set_with: string;
  created_at: Date;
}

interface Key {
  workspace_id: number;
  kind: string;
  subject: string;
}

const selected = (sql: Sql) => sql`
  select s.setting_id, s.workspace_id, s.kind, s.subject, s.wanted, s.sealed, s.tested_at, s.set_by, u.email as setter,
    s.set_with, s.created_at
  from waiting_settings s left join users u on u.user_id = s.set_by`;

export function listWaitingSettings(sql: Sql, workspaceId: number): Promise<WaitingSetting[]> {
  return sql<WaitingSetting[]>`${selected(sql)} where s.workspace_id = ${workspaceId} order by s.setting_id`;
}

export async function findWaitingSetting(
  sql: Sql,
  { workspace_id, kind, subject }: Key,
): Promise<WaitingSetting | null> {
  const [row] = await sql<WaitingSetting[]>`
    ${selected(sql)} where s.workspace_id = ${workspace_id} and s.kind = ${kind} and s.subject = ${subject}`;
  return row ?? null;
}

/** One by its number, which nobody changes until the transaction ends. */
export async function holdWaitingSetting(
  sql: Sql,
  by: { workspace_id: number; setting_id: number },
): Promise<WaitingSetting | null> {
  await sql`select 1 from workspaces where workspace_id = ${by.workspace_id} for no key update`;
  const [row] = await sql<WaitingSetting[]>`
    ${selected(sql)} where s.workspace_id = ${by.workspace_id} and s.setting_id = ${by.setting_id}`;
  return row ?? null;
}

export async function insertWaitingSetting(
  sql: Sql,
  row: Key & Pick<WaitingSetting, "wanted" | "sealed" | "tested_at" | "set_by" | "set_with"> & { now: Date },
): Promise<void> {
  const { workspace_id, kind, subject, wanted, sealed, tested_at, set_by, set_with, now } = row;
  await sql`
    insert into waiting_settings (workspace_id, kind, subject, wanted, sealed, tested_at, set_by, set_with, created_at)
    values (${workspace_id}, ${kind}, ${subject}, ${sql.json(wanted)}, ${sealed}, ${tested_at}, ${set_by}, ${set_with}, ${now})`;
}

export async function markWaitingTested(
  sql: Sql,
  by: { workspace_id: number; setting_id: number; now: Date },
): Promise<boolean> {
  const noted = await sql`
    update waiting_settings set tested_at = ${by.now}
    where workspace_id = ${by.workspace_id} and setting_id = ${by.setting_id}`;
  return noted.count === 1;
}

/** False where nothing waited. */
export async function deleteWaitingSetting(sql: Sql, { workspace_id, kind, subject }: Key): Promise<boolean> {
  const gone = await sql`
    delete from waiting_settings
    where workspace_id = ${workspace_id} and kind = ${kind} and subject = ${subject}`;
  return gone.count > 0;
}

export async function forgetSetter({ sql, user_id }: PersonEnd): Promise<void> {
  await sql`update waiting_settings set set_by = null where set_by = ${user_id}`;
}

/** Takes a workspace whose owners have not heard of what stood before settings waited; null when all have. */
export async function takeUntold(sql: Sql): Promise<number | null> {
  const [row] = await sql<{ workspace_id: number }[]>`
    delete from settings_to_tell where workspace_id = (
      select workspace_id from settings_to_tell order by workspace_id limit 1 for update skip locked)
    returning workspace_id`;
  return row?.workspace_id ?? null;
}
