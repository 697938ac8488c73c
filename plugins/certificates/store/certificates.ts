// SQL of certificates: wanted, ordered by one server at a time, kept, let go.
import type { Sql } from "../../../kernel/mod.ts";

/** How a host name's certificate stands. */
export interface CertificateRow {
  hostname: string;
  workspace_id: number | null;
  expires_at: Date | null;
  due_at: Date;
  failures: number;
  error: string | null;
}

/** A certificate that is served, its key sealed. */
export interface KeptRow {
  hostname: string;
  chain: string;
  sealed_key: Uint8Array;
}

export async function want(
  sql: Sql,
  names: { hostnames: readonly string[]; workspace_id: number | null; now: Date },
): Promise<void> {
  const { hostnames, workspace_id, now } = names;
  await sql`
    insert into certificates (hostname, workspace_id, due_at, created_at)
    select name, ${workspace_id}::bigint, ${now}, ${now} from unnest(${[...hostnames]}::text[]) name
    on conflict (hostname) do update set workspace_id = excluded.workspace_id,
      -- Whoever asks again after a failure wants it tried now.
      due_at = case when certificates.error is null then certificates.due_at else excluded.due_at end
    where certificates.workspace_id is distinct from excluded.workspace_id or certificates.error is not null`;
}

export async function find(sql: Sql, hostname: string): Promise<CertificateRow | null> {
  const [row] = await sql<CertificateRow[]>`
    select hostname, workspace_id, expires_at, due_at, failures, error from certificates where hostname = ${hostname}`;
  return row ?? null;
}

/** Takes one that is due, or the one that is named and due, for this server alone until `until`. */
export async function claim(
  sql: Sql,
  by: { hostname: string | null; now: Date; until: Date },
): Promise<CertificateRow | null> {
  const [row] = await sql<CertificateRow[]>`
    update certificates set lease_until = ${by.until} where hostname = (
      select hostname from certificates
      where due_at <= ${by.now} and (lease_until is null or lease_until <= ${by.now})
        and (${by.hostname}::text is null or hostname = ${by.hostname}::text)
      order by due_at limit 1 for update skip locked)
    returning hostname, workspace_id, expires_at, due_at, failures, error`;
  return row ?? null;
}

/** Answers false when the name was let go meanwhile. */
export async function keep(
  sql: Sql,
  of: { hostname: string; chain: string; sealed_key: Uint8Array; expires_at: Date; due_at: Date },
): Promise<boolean> {
  const { hostname, chain, sealed_key, expires_at, due_at } = of;
  const kept = await sql`
    update certificates set chain = ${chain}, sealed_key = ${sealed_key}, expires_at = ${expires_at}, due_at = ${due_at},
      lease_until = null, failures = 0, error = null
    where hostname = ${hostname} returning 1`;
  return kept.length > 0;
}

export async function noteFailure(sql: Sql, of: { hostname: string; error: string; due_at: Date }): Promise<void> {
  await sql`
    update certificates set failures = failures + 1, error = ${of.error}, due_at = ${of.due_at}, lease_until = null
    where hostname = ${of.hostname}`;
}

export async function letGo(sql: Sql, hostname: string): Promise<boolean> {
  const gone = await sql`delete from certificates where hostname = ${hostname} returning 1`;
  return gone.length > 0;
}

/** Those of the service's own hosts first: the first one answers clients that name no server. */
export async function listKept(sql: Sql): Promise<KeptRow[]> {
  return await sql<KeptRow[]>`
    select hostname, chain, sealed_key from certificates where chain is not null order by workspace_id nulls first, created_at, hostname`;
}
