// Passkeys as rows, each of one person.
import type { PersonMove, Sql } from "../../kernel/plugin.ts";

export interface Passkey {
  passkey_id: number;
  user_id: number;
  credential_id: Uint8Array;
  public_key: Uint8Array;
  user_handle: Uint8Array;
  counter: number;
  transports: string[];
  backed_up: boolean;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

export interface NewPasskey extends Omit<Passkey, "passkey_id" | "created_at" | "last_used_at"> {
  workspace_id: number;
  now: Date;
}

function passkeyColumns(sql: Sql) {
  return sql`passkey_id, user_id, credential_id, public_key, user_handle, counter, transports, backed_up, name, created_at, last_used_at`;
}

/** A person's passkeys, the newest first; the cap bounds them. */
export function listPasskeys(sql: Sql, userId: number): Promise<Passkey[]> {
  return sql<Passkey[]>`select ${passkeyColumns(sql)} from passkeys where user_id = ${userId} order by passkey_id desc`;
}

/** Whether a person has any. */
export async function hasPasskeys(sql: Sql, userId: number): Promise<boolean> {
  const rows = await sql`select from passkeys where user_id = ${userId} limit 1`;
  return rows.length > 0;
}

/** Lets one at a time add passkeys for a person, so that they are counted. */
export async function holdPasskeysOf(sql: Sql, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`passkeys:${userId}`}, 0))`;
}

/** Adds one; null where the device's key is known already, whoever has it. */
export async function insertPasskey(sql: Sql, passkey: NewPasskey): Promise<Passkey | null> {
  const { workspace_id, user_id, credential_id, public_key, user_handle, counter, transports, backed_up, name, now } =
    passkey;
  const [row] = await sql<Passkey[]>`
    insert into passkeys
      (workspace_id, user_id, credential_id, public_key, user_handle, counter, transports, backed_up, name, created_at)
    values (${workspace_id}, ${user_id}, ${credential_id}, ${public_key}, ${user_handle}, ${counter}, ${transports}::text[],
      ${backed_up}, ${name}, ${now})
    on conflict (credential_id) do nothing returning ${passkeyColumns(sql)}`;
  return row ?? null;
}

/** The passkey with a credential id, held until the transaction ends; null for one that nobody has. */
export async function holdByCredential(sql: Sql, credentialId: Uint8Array): Promise<Passkey | null> {
  const [row] = await sql<Passkey[]>`
    select ${passkeyColumns(sql)} from passkeys where credential_id = ${credentialId} for update`;
  return row ?? null;
}

/** A person's own passkey, held; null for an id that is none of theirs. */
export async function holdOwn(sql: Sql, of: { user_id: number; passkey_id: number }): Promise<Passkey | null> {
  const [row] = await sql<Passkey[]>`
    select ${passkeyColumns(sql)} from passkeys where passkey_id = ${of.passkey_id} and user_id = ${of.user_id} for update`;
  return row ?? null;
}

export async function notePasskeyUsed(
  sql: Sql,
  { passkey_id, counter, backed_up, now }: { passkey_id: number; counter: number; backed_up: boolean; now: Date },
): Promise<void> {
  await sql`
    update passkeys set counter = ${counter}, backed_up = ${backed_up}, last_used_at = ${now} where passkey_id = ${passkey_id}`;
}

export async function renamePasskey(
  sql: Sql,
  { passkey_id, name }: { passkey_id: number; name: string },
): Promise<void> {
  await sql`update passkeys set name = ${name} where passkey_id = ${passkey_id}`;
}

export async function deletePasskey(sql: Sql, passkeyId: number): Promise<void> {
  await sql`delete from passkeys where passkey_id = ${passkeyId}`;
}

/** Ends every passkey of a person. */
export async function dropPasskeys(sql: Sql, userId: number): Promise<void> {
  await sql`delete from passkeys where user_id = ${userId}`;
}

/** Whether a person put the offer of passkeys away. */
export async function isOfferAway(sql: Sql, userId: number): Promise<boolean> {
  const rows = await sql`select from passkey_offers where user_id = ${userId}`;
  return rows.length > 0;
}

/** Puts the offer away for good; false where it was already. */
export async function putOfferAway(
  sql: Sql,
  { user_id, workspace_id, now }: { user_id: number; workspace_id: number; now: Date },
): Promise<boolean> {
  const put = await sql`
    insert into passkey_offers (user_id, workspace_id, put_away_at) values (${user_id}, ${workspace_id}, ${now})
    on conflict do nothing returning user_id`;
  return put.count === 1;
}

export async function movePasskeys({ sql, user_id, to_workspace_id }: PersonMove): Promise<void> {
  await sql`update passkeys set workspace_id = ${to_workspace_id} where user_id = ${user_id}`;
  await sql`update passkey_offers set workspace_id = ${to_workspace_id} where user_id = ${user_id}`;
}

export async function dropAllOf({ sql, user_id }: { sql: Sql; user_id: number }): Promise<void> {
  await dropPasskeys(sql, user_id);
  await sql`delete from passkey_offers where user_id = ${user_id}`;
}
