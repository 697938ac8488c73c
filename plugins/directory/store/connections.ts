// The rows of connections to directories.
import type { Sql } from "../../../kernel/plugin.ts";
import type { ProviderName } from "../providers/provider.ts";

export interface ConnectionRow {
  connection_id: number;
  workspace_id: number;
  provider: ProviderName;
  refresh_token: Uint8Array | null;
  connected_at: Date | null;
  tried_at: Date | null;
  succeeded_at: Date | null;
  error: string | null;
  wanted_at: Date | null;
  directory_only: boolean;
  /** Of the reading under way, which it names: a server that goes on after another took over changes nothing. */
  reading_until: Date | null;
}

const columns = (
  sql: Sql,
) => sql`connection_id, workspace_id, provider, refresh_token, connected_at, tried_at, succeeded_at,
  error, wanted_at, directory_only, reading_until`;

interface Of {
  workspace_id: number;
  provider: ProviderName;
}

export async function findConnection(sql: Sql, { workspace_id, provider }: Of): Promise<ConnectionRow | null> {
  const [row] = await sql<ConnectionRow[]>`
    select ${columns(sql)} from directory_connections where workspace_id = ${workspace_id} and provider = ${provider}`;
  return row ?? null;
}

/** The row, made where there is none, held until the transaction ends. */
export async function lockConnection(sql: Sql, { workspace_id, provider }: Of): Promise<ConnectionRow> {
  await sql`
    insert into directory_connections (workspace_id, provider) values (${workspace_id}, ${provider}) on conflict do nothing`;
  const [row] = await sql<ConnectionRow[]>`
    select ${columns(sql)} from directory_connections
    where workspace_id = ${workspace_id} and provider = ${provider} for update`;
  if (!row) throw new Error("a directory's connection that was just made is gone");
  return row;
}

/** Keeps a consent, the first or another; the groups are read again at once. */
export async function keepConsent(
  sql: Sql,
  { connection_id, refresh_token, now }: { connection_id: number; refresh_token: Uint8Array; now: Date },
): Promise<void> {
  await sql`
    update directory_connections set refresh_token = ${refresh_token}, connected_at = ${now}, error = null, wanted_at = ${now},
      tried_at = null, reading_until = null
    where connection_id = ${connection_id}`;
}

/** Ends the connection; the row keeps the policy's rest. */
export async function endConnection(sql: Sql, connectionId: number): Promise<void> {
  await sql`
    update directory_connections set refresh_token = null, connected_at = null, error = null, wanted_at = null,
      directory_only = false, reading_until = null
    where connection_id = ${connectionId}`;
}

export async function setDirectoryOnly(sql: Sql, connectionId: number, on: boolean): Promise<void> {
  await sql`update directory_connections set directory_only = ${on} where connection_id = ${connectionId}`;
}

export async function wantRefresh(sql: Sql, connectionId: number, now: Date): Promise<void> {
  await sql`update directory_connections set wanted_at = ${now} where connection_id = ${connectionId}`;
}

/** Takes one connection that is due, or whose reading was given up by a server that died, for this server alone until `until`. */
export async function claimDue(
  sql: Sql,
  { before, until, now }: { before: Date; until: Date; now: Date },
): Promise<ConnectionRow | null> {
  const [row] = await sql<ConnectionRow[]>`
    update directory_connections set tried_at = ${now}, wanted_at = null, reading_until = ${until}
    where connection_id = (
      select connection_id from directory_connections
      where refresh_token is not null and (reading_until <= ${now} or (reading_until is null
        and (tried_at is null or tried_at < ${before} or wanted_at is not null)))
      order by tried_at nulls first limit 1 for update skip locked)
    returning ${columns(sql)}`;
  return row ?? null;
}

interface Reading {
  connection_id: number;
  reading_until: Date | null;
}

/** Says that a reading goes on; false when it is another's by now. */
export async function extendReading(sql: Sql, reading: Reading, until: Date): Promise<boolean> {
  const rows = await sql`
    update directory_connections set reading_until = ${until}
    where connection_id = ${reading.connection_id} and reading_until = ${reading.reading_until}`;
  return rows.count === 1;
}

/** Ends a reading. One that another took over leaves the outcome to that. */
export async function noteOutcome(sql: Sql, of: Reading & { error: string | null; now: Date }): Promise<void> {
  const { connection_id, reading_until, error, now } = of;
  await sql`
    update directory_connections set error = ${error}, reading_until = null,
      succeeded_at = case when ${error === null} then ${now} else succeeded_at end
    where connection_id = ${connection_id} and refresh_token is not null and reading_until = ${reading_until}`;
}

/** A provider may give another refresh token with each use. A consent that came meanwhile stays. */
export async function renewConsent(
  sql: Sql,
  of: { connection_id: number; former: Uint8Array; renewed: Uint8Array },
): Promise<void> {
  await sql`
    update directory_connections set refresh_token = ${of.renewed}
    where connection_id = ${of.connection_id} and refresh_token = ${of.former}`;
}

/** Whether a reading is still the one of its connection, which stands; nobody ends that until the transaction ends. Taken before its groups, as whoever ends it does. */
export async function holdReading(sql: Sql, { connection_id, reading_until }: Reading): Promise<boolean> {
  const rows = await sql`
    select from directory_connections where connection_id = ${connection_id} and refresh_token is not null
      and reading_until = ${reading_until} for share`;
  return rows.length > 0;
}

/** The directories that a workspace has connected. */
export function listConnections(
  sql: Sql,
  workspaceId: number,
): Promise<Pick<ConnectionRow, "provider" | "directory_only">[]> {
  return sql<Pick<ConnectionRow, "provider" | "directory_only">[]>`
    select provider, directory_only from directory_connections
    where workspace_id = ${workspaceId} and refresh_token is not null order by provider`;
}

/** The directories that alone say who may join a workspace. */
export async function listExclusive(sql: Sql, workspaceId: number): Promise<ProviderName[]> {
  const rows = await sql<{ provider: ProviderName }[]>`
    select provider from directory_connections where workspace_id = ${workspaceId} and directory_only`;
  return rows.map(({ provider }) => provider);
}
