// The rows of custom domains.
import { later, type Sql } from "../../../kernel/plugin.ts";

export const STATUSES = ["pending", "dns_ok", "issuing", "active", "error"] as const;
export type DomainStatus = (typeof STATUSES)[number];

export interface DomainRow {
  domain_id: number;
  workspace_id: number;
  hostname: string;
  token: string;
  status: DomainStatus;
  error: string | null;
  is_default: boolean;
  created_at: Date;
  verified_at: Date | null;
  activated_at: Date | null;
  checked_at: Date | null;
  failing_since: Date | null;
  tries: number;
  next_try_at: Date | null;
  leads_here: boolean;
  /** Whether people are sent there signed in. */
  signs_in: boolean;
}

type Key = Pick<DomainRow, "workspace_id" | "domain_id">;

const columns = (sql: Sql) => sql`domain_id, workspace_id, hostname, token, status, error, is_default, created_at,
  verified_at, activated_at, checked_at, failing_since, tries, next_try_at, leads_here, signs_in`;

/** A workspace's domains, the oldest first. */
export function listDomains(sql: Sql, workspaceId: number): Promise<DomainRow[]> {
  return sql<DomainRow[]>`
    select ${columns(sql)} from custom_domains where workspace_id = ${workspaceId} order by domain_id`;
}

export async function findDomain(sql: Sql, by: Key): Promise<DomainRow | null> {
  const [row] = await sql<DomainRow[]>`
    select ${columns(sql)} from custom_domains
    where workspace_id = ${by.workspace_id} and domain_id = ${by.domain_id}`;
  return row ?? null;
}

/** A domain of a workspace by its name. */
export async function findNamedDomain(
  sql: Sql,
  by: { workspace_id: number; hostname: string },
): Promise<DomainRow | null> {
  const [row] = await sql<DomainRow[]>`
    select ${columns(sql)} from custom_domains
    where workspace_id = ${by.workspace_id} and hostname = ${by.hostname} and verified_at is not null`;
  return row ?? null;
}

/** Says of a proven domain that people are sent there signed in, until that proof ends; answers whether that is new. */
export async function confirmDomain(sql: Sql, by: Key): Promise<boolean> {
  const confirmed = await sql`
    update custom_domains set signs_in = true
    where workspace_id = ${by.workspace_id} and domain_id = ${by.domain_id} and verified_at is not null and not signs_in`;
  return confirmed.count > 0;
}

/** The row, held until the transaction ends. */
export async function holdDomain(sql: Sql, by: Key): Promise<DomainRow | null> {
  const [row] = await sql<DomainRow[]>`
    select ${columns(sql)} from custom_domains
    where workspace_id = ${by.workspace_id} and domain_id = ${by.domain_id} for update`;
  return row ?? null;
}

/** Every proven domain: what a server keeps in memory. */
export function listProven(sql: Sql): Promise<DomainRow[]> {
  return sql<DomainRow[]>`select ${columns(sql)} from custom_domains where verified_at is not null`;
}

/** Keeps others from changing a workspace's domains, and from naming one more, until the transaction ends. */
export async function holdDomainsOf(sql: Sql, workspaceId: number): Promise<void> {
  await sql`select 1 from workspaces where workspace_id = ${workspaceId} for no key update`;
}

/** Keeps others from registering or proving a name until the transaction ends. */
export async function holdHostname(sql: Sql, hostname: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('custom_domain:' || ${hostname}, 0))`;
}

/** Whoever else keeps a name: it is proven there, or was registered there after `since`. */
export async function findRival(
  sql: Sql,
  by: { hostname: string; workspace_id: number; since: Date },
): Promise<DomainRow | null> {
  const [row] = await sql<DomainRow[]>`
    select ${columns(sql)} from custom_domains
    where hostname = ${by.hostname} and workspace_id <> ${by.workspace_id}
      and (verified_at is not null or created_at > ${by.since})
    order by verified_at is null, domain_id limit 1`;
  return row ?? null;
}

/** The other workspace for which a name is proven, whose row nobody changes until the transaction ends. */
export async function holdHolder(sql: Sql, by: { hostname: string; workspace_id: number }): Promise<DomainRow | null> {
  const [row] = await sql<DomainRow[]>`
    select ${columns(sql)} from custom_domains
    where hostname = ${by.hostname} and workspace_id <> ${by.workspace_id} and verified_at is not null for update`;
  return row ?? null;
}

export async function insertDomain(
  sql: Sql,
  of: Pick<DomainRow, "workspace_id" | "hostname" | "token"> & { now: Date },
): Promise<DomainRow> {
  const [row] = await sql<[DomainRow]>`
    insert into custom_domains (workspace_id, hostname, token, status, created_at)
    values (${of.workspace_id}, ${of.hostname}, ${of.token}, 'pending', ${of.now}) returning ${columns(sql)}`;
  return row;
}

/** What a look changes of a row. */
export type DomainState = Omit<
  DomainRow,
  "domain_id" | "workspace_id" | "hostname" | "token" | "created_at" | "signs_in"
>;

export async function updateDomain(sql: Sql, key: Key, state: DomainState): Promise<void> {
  await sql`
    update custom_domains set ${sql(state, "status", "error", "is_default", "verified_at", "activated_at", "checked_at", "failing_since", "tries", "next_try_at", "leads_here")},
      signs_in = signs_in and ${state.verified_at !== null}
    where workspace_id = ${key.workspace_id} and domain_id = ${key.domain_id}`;
}

/** Makes a domain the one that links are given out with, or none of them. */
export async function setDefault(sql: Sql, by: { workspace_id: number; domain_id: number | null }): Promise<void> {
  await sql`
    update custom_domains set is_default = false
    where workspace_id = ${by.workspace_id} and is_default and domain_id is distinct from ${by.domain_id}`;
  await sql`
    update custom_domains set is_default = true
    where workspace_id = ${by.workspace_id} and domain_id = ${by.domain_id}`;
}

export async function deleteDomain(sql: Sql, key: Key): Promise<DomainRow | null> {
  const [row] = await sql<DomainRow[]>`
    delete from custom_domains where workspace_id = ${key.workspace_id} and domain_id = ${key.domain_id}
    returning ${columns(sql)}`;
  return row ?? null;
}

/** Domains whose certificate is to be tried for now. */
export function listUntried(sql: Sql, by: { now: Date; limit: number }): Promise<DomainRow[]> {
  return sql<DomainRow[]>`
    select ${columns(sql)} from custom_domains where next_try_at <= ${by.now} order by next_try_at limit ${by.limit}`;
}

/** Has a domain tried for now whose certificate is waited for; null where none is of that name. */
export async function hastenDomain(sql: Sql, by: { hostname: string; now: Date }): Promise<DomainRow | null> {
  const [row] = await sql<DomainRow[]>`
    update custom_domains set next_try_at = ${by.now}
    where hostname = ${by.hostname} and next_try_at is not null returning ${columns(sql)}`;
  return row ?? null;
}

/** Domains to look at again: daily, and hourly where something is wrong. What waits for its certificate is looked at by who gets it. */
export function listDue(
  sql: Sql,
  by: { now: Date; daily_ms: number; hourly_ms: number; limit: number },
): Promise<DomainRow[]> {
  return sql<DomainRow[]>`
    select ${columns(sql)} from custom_domains
    where status in ('active', 'error') and (checked_at < ${later(by.now, -by.daily_ms)}
      or (checked_at < ${later(by.now, -by.hourly_ms)} and error is not null))
    order by checked_at limit ${by.limit}`;
}
