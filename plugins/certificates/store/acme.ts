// SQL of what orders need: the account's key at an authority, and challenges that wait to be asked for.
import type { Sql } from "../../../kernel/plugin.ts";

/** The account's sealed key; the given one when there was none. */
export async function ensureAccountKey(
  sql: Sql,
  of: { directory_url: string; sealed_key: Uint8Array; now: Date },
): Promise<Uint8Array> {
  await sql`
    insert into acme_accounts (directory_url, sealed_key, created_at)
    values (${of.directory_url}, ${of.sealed_key}, ${of.now}) on conflict do nothing`;
  const key = await readAccountKey(sql, of.directory_url);
  if (!key) throw new Error("an ACME account could not be kept");
  return key;
}

export async function readAccountKey(sql: Sql, directory_url: string): Promise<Uint8Array | null> {
  const [row] = await sql<{ sealed_key: Uint8Array }[]>`
    select sealed_key from acme_accounts where directory_url = ${directory_url}`;
  return row?.sealed_key ?? null;
}

/** Replaces a key that cannot be opened any more, such as after a change of `SECRET`. */
export async function replaceAccountKey(
  sql: Sql,
  of: { directory_url: string; sealed_key: Uint8Array },
): Promise<void> {
  await sql`update acme_accounts set sealed_key = ${of.sealed_key} where directory_url = ${of.directory_url}`;
}

/** Has no order made at a directory until then, by any server. */
export async function pauseOrders(sql: Sql, of: { directory_url: string; until: Date }): Promise<void> {
  await sql`
    update acme_accounts set paused_until = greatest(paused_until, ${of.until}) where directory_url = ${of.directory_url}`;
}

export async function publishChallenge(
  sql: Sql,
  of: { token: string; hostname: string; key_authorization: string; now: Date },
): Promise<void> {
  await sql`
    insert into acme_challenges (token, hostname, key_authorization, created_at)
    values (${of.token}, ${of.hostname}, ${of.key_authorization}, ${of.now})
    on conflict (token) do update set key_authorization = excluded.key_authorization`;
}

/** Ends those of a name, whoever began them. */
export async function endChallenges(sql: Sql, hostname: string): Promise<void> {
  await sql`delete from acme_challenges where hostname = ${hostname}`;
}

/** All that wait, the proofs by token: there are as many as orders under way. */
export async function listChallenges(sql: Sql): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ token: string; key_authorization: string }[]>`
    select token, key_authorization from acme_challenges`;
  return new Map(rows.map(({ token, key_authorization }) => [token, key_authorization]));
}

/** Ends those begun before, whose name was let go before another server took up the order of one that died. */
export async function purgeChallenges(sql: Sql, before: Date): Promise<void> {
  await sql`delete from acme_challenges where created_at < ${before}`;
}

/** Until when the last of the orders that are under way is held; null when none is. */
export async function readOrdersEnd(sql: Sql, now: Date): Promise<Date | null> {
  const [row] = await sql<{ ends_at: Date | null }[]>`
    select max(lease_until) as ends_at from certificates where lease_until > ${now}`;
  return row?.ends_at ?? null;
}
