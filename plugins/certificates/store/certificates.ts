// SQL of certificates: wanted, ordered by one server at a time, kept, let go.
import { CLOCK_SKEW_MS, DAY_MS, later, type Sql } from "../../../kernel/plugin.ts";

/** However long an authority wants to be left alone, it is asked again by then. */
export const REST_MS_MAX = 7 * DAY_MS;

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
    on conflict (hostname) do update set workspace_id = excluded.workspace_id, released_at = null,
      -- Whoever asks again after a failure wants it tried now; whoever lets a name go and takes it up waits as before.
      due_at = case when certificates.released_at is null and certificates.error is not null then excluded.due_at
        else certificates.due_at end
    where certificates.workspace_id is distinct from excluded.workspace_id or certificates.error is not null
      or certificates.released_at is not null`;
}

export async function find(sql: Sql, hostname: string): Promise<CertificateRow | null> {
  const [row] = await sql<CertificateRow[]>`
    select hostname, workspace_id, expires_at, due_at, failures, error from certificates
    where hostname = ${hostname} and released_at is null`;
  return row ?? null;
}

/**
 * Takes one that is due, or the one that is named and due, for this server alone until `until`; none while the authority is left
 * alone. The service's own hosts come first, whatever customers add. One that a server has died over is taken at once the first time,
 * then after a wait as after a failure, so that what ends servers does not order without end.
 */
export async function claim(
  sql: Sql,
  by: {
    hostname: string | null;
    directory_url: string;
    now: Date;
    until: Date;
    wait: { first_seconds: number; seconds_max: number };
  },
): Promise<CertificateRow | null> {
  const { now, wait } = by;
  const [row] = await sql<CertificateRow[]>`
    update certificates set lease_until = ${by.until}, failures = failures + (lease_until is not null)::int,
      error = case when lease_until is null then error else 'the server that ordered it has ended' end,
      due_at = case when lease_until is null then due_at else ${now}::timestamptz + interval '1 second'
        * least(${wait.seconds_max}::float8, ${wait.first_seconds}::float8 * power(2, least(failures, 20))) end
    where hostname = (
      select hostname from certificates
      where (due_at <= ${now} or due_at > expires_at
          -- No wait is longer: a clock that was ahead has written that.
          or (due_at > ${later(now, REST_MS_MAX + CLOCK_SKEW_MS)} and (failures > 0 or expires_at is null)))
        and (lease_until is null or lease_until <= ${now})
        and released_at is null and (${by.hostname}::text is null or hostname = ${by.hostname}::text)
        and not exists (select from acme_accounts where directory_url = ${by.directory_url} and paused_until > ${now})
      order by workspace_id nulls first, due_at limit 1 for update skip locked)
    returning hostname, workspace_id, expires_at, due_at, failures, error`;
  return row ?? null;
}

/** Holds one that was taken for longer; answers false when another server has it meanwhile. */
export async function extend(sql: Sql, of: { hostname: string; from: Date; until: Date }): Promise<boolean> {
  const held = await sql`
    update certificates set lease_until = ${of.until} where hostname = ${of.hostname} and lease_until = ${of.from} returning 1`;
  return held.length > 0;
}

/** Lets one go that was taken until then, however its order has ended. */
export async function release(sql: Sql, of: { hostname: string; until: Date }): Promise<void> {
  await sql`update certificates set lease_until = null where hostname = ${of.hostname} and lease_until = ${of.until}`;
}

/** Answers false when the name was let go meanwhile. */
export async function keep(
  sql: Sql,
  of: { hostname: string; chain: string; sealed_key: Uint8Array; expires_at: Date; due_at: Date },
): Promise<boolean> {
  const { hostname, chain, sealed_key, expires_at, due_at } = of;
  const kept = await sql`
    update certificates set chain = ${chain}, sealed_key = ${sealed_key}, expires_at = ${expires_at}, due_at = ${due_at},
      failures = 0, error = null
    where hostname = ${hostname} and released_at is null returning 1`;
  return kept.length > 0;
}

export async function noteFailure(sql: Sql, of: { hostname: string; error: string; due_at: Date }): Promise<void> {
  await sql`
    update certificates set failures = failures + 1, error = ${of.error}, due_at = ${of.due_at}
    where hostname = ${of.hostname}`;
}

/** Its certificate and key go at once; why it failed stays for a day, so that taking it up again is no way around the wait. */
export async function letGo(sql: Sql, of: { hostname: string; now: Date }): Promise<boolean> {
  const gone = await sql`
    update certificates set released_at = ${of.now}, chain = null, sealed_key = null, expires_at = null,
      -- One that was served is ordered anew once it is wanted.
      due_at = case when error is null then ${of.now} else due_at end
    where hostname = ${of.hostname} and released_at is null returning 1`;
  return gone.length > 0;
}

/** Removes those that were let go before. */
export async function purgeReleased(sql: Sql, before: Date): Promise<void> {
  await sql`delete from certificates where released_at < ${before}`;
}

/** Those of the service's own hosts first: the first one answers clients that name no server. */
export async function listKept(sql: Sql): Promise<KeptRow[]> {
  return await sql<KeptRow[]>`
    select hostname, chain, sealed_key from certificates where chain is not null order by workspace_id nulls first, created_at, hostname`;
}
