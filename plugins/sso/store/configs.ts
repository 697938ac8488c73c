// The rows of single sign-on: one for a workspace that has its own provider.
import type { Plan, Sql } from "../../../kernel/plugin.ts";
import { provenHolder, spellingsOf } from "../../email_domains/port.ts";

export interface ConfigRow {
  workspace_id: number;
  issuer: string;
  client_id: string;
  client_secret_sealed: Uint8Array;
  domains: string[];
  enforced: boolean;
  version: number;
  tested_at: Date | null;
  /** An owner has set or tried this connection. */
  by_owner: boolean;
  /** Owners have said that it speaks for those whom another provider had let in. */
  trusts_former: boolean;
  updated_at: Date;
}

/** With the workspace that it is of. */
export interface PlacedConfig extends ConfigRow {
  slug: string;
  workspace: string;
  plan: Plan;
}

const columns = (sql: Sql) => sql`c.workspace_id, c.issuer, c.client_id, c.client_secret_sealed, c.domains, c.enforced,
  c.version, c.tested_at, c.by_owner, c.trusts_former, c.updated_at`;

const placed = (sql: Sql) => sql`
  select ${columns(sql)}, w.slug, w.name as workspace, w.plan from sso_configs c join workspaces w using (workspace_id)`;

export async function findConfig(sql: Sql, workspaceId: number): Promise<PlacedConfig | null> {
  const [row] = await sql<PlacedConfig[]>`${placed(sql)} where c.workspace_id = ${workspaceId}`;
  return row ?? null;
}

/** A workspace as configurations name it. */
export async function findPlace(
  sql: Sql,
  workspaceId: number,
): Promise<Pick<PlacedConfig, "slug" | "workspace" | "plan"> | null> {
  const [row] = await sql<Pick<PlacedConfig, "slug" | "workspace" | "plan">[]>`
    select slug, name as workspace, plan from workspaces where workspace_id = ${workspaceId}`;
  return row ?? null;
}

/** The same, which nobody changes until the transaction ends; the workspace without one is held too. */
export async function holdConfig(sql: Sql, workspaceId: number): Promise<PlacedConfig | null> {
  await sql`select 1 from workspaces where workspace_id = ${workspaceId} for no key update`;
  return findConfig(sql, workspaceId);
}

export async function findConfigBySlug(sql: Sql, slug: string): Promise<PlacedConfig | null> {
  const [row] = await sql<PlacedConfig[]>`${placed(sql)} where w.slug = ${slug}`;
  return row ?? null;
}

/** The configuration that names a domain, of the workspace that has proven it. */
export async function findConfigOfDomain(sql: Sql, domain: string): Promise<PlacedConfig | null> {
  const [row] = await sql<PlacedConfig[]>`
    ${placed(sql)} where c.workspace_id = ${provenHolder(sql, domain)} and c.domains @> array[${domain}]`;
  return row ?? null;
}

/** Whether a workspace has an owner, which one whose only person ended their account has not: nobody can join it then. */
export async function isOwned(sql: Sql, workspaceId: number): Promise<boolean> {
  const [row] = await sql<{ owned: boolean }[]>`
    select exists (select from users
      where workspace_id = ${workspaceId} and role = 'owner' and disabled_at is null) as owned`;
  return row?.owned ?? false;
}

/** Those of the domains in which no active member of the workspace has an address. */
export async function withoutMember(
  sql: Sql,
  by: { workspace_id: number; domains: readonly string[] },
): Promise<string[]> {
  const spelled = by.domains.flatMap((domain) => spellingsOf(domain).map((spelling) => ({ domain, spelling })));
  const rows = await sql<{ domain: string }[]>`
    select distinct s.domain from jsonb_to_recordset(${sql.json(spelled)}) as s (domain text, spelling text)
      join users u on lower(substring(u.email from '[^@]*$')) = s.spelling
    where u.workspace_id = ${by.workspace_id} and u.disabled_at is null`;
  const peopled = new Set(rows.map((row) => row.domain));
  return by.domains.filter((domain) => !peopled.has(domain));
}

export interface NewConfig {
  workspace_id: number;
  issuer: string;
  client_id: string;
  /** Null keeps what is there. */
  client_secret_sealed: Uint8Array | null;
  domains: readonly string[];
  enforced: boolean;
  /** The connection or its secret is another one: what was tested before counts no more. */
  is_changed: boolean;
  /** It is another connection: an owner's word on the former counts no more. */
  is_moved: boolean;
  /** It is another provider. */
  is_other: boolean;
  by_owner: boolean;
  /** When it was tried while it waited. */
  tested_at: Date | null;
  now: Date;
}

export async function saveConfig(sql: Sql, config: NewConfig): Promise<void> {
  const {
    workspace_id,
    issuer,
    client_id,
    client_secret_sealed: secret,
    domains,
    enforced,
    is_changed,
    is_moved,
    is_other,
    by_owner,
    tested_at,
    now,
  } = config;
  if (secret !== null) {
    // Whatever was opened or begun with a provider that was removed is not taken for this one's.
    await sql`
      insert into sso_configs (workspace_id, issuer, client_id, client_secret_sealed, domains, updated_at, version)
      values (${workspace_id}, ${issuer}, ${client_id}, ${secret}, ${[...domains]}::text[], ${now},
        floor(random() * 1000000000)::int + 1)
      on conflict (workspace_id) do update set client_secret_sealed = excluded.client_secret_sealed`;
  }
  await sql`
    update sso_configs set issuer = ${issuer}, client_id = ${client_id}, domains = ${[...domains]}::text[],
      enforced = ${enforced}, updated_at = ${now},
      version = version + case when ${is_changed} then 1 else 0 end,
      tested_at = coalesce(${tested_at}::timestamptz, case when ${is_changed} then null else tested_at end),
      trusts_former = trusts_former and not ${is_other},
      by_owner = ${by_owner} or (by_owner and not ${is_moved})
    where workspace_id = ${workspace_id}`;
}

export async function setEnforced(sql: Sql, by: { workspace_id: number; enforced: boolean; now: Date }): Promise<void> {
  await sql`
    update sso_configs set enforced = ${by.enforced}, updated_at = ${by.now} where workspace_id = ${by.workspace_id}`;
}

/** Notes a test of this version of the connection; false when it is another one by now. */
export async function markTested(
  sql: Sql,
  by: { workspace_id: number; version: number; by_owner: boolean; now: Date },
): Promise<boolean> {
  const noted = await sql`
    update sso_configs set tested_at = ${by.now}, by_owner = by_owner or ${by.by_owner}
    where workspace_id = ${by.workspace_id} and version = ${by.version}`;
  return noted.count === 1;
}

/** Whom it signed in stays known: the next provider links nobody of them without their word. */
export async function deleteConfig(sql: Sql, workspaceId: number): Promise<boolean> {
  const gone = await sql`delete from sso_configs where workspace_id = ${workspaceId}`;
  return gone.count === 1;
}

/** The accounts, in whatever workspace, whose address lies in one of the domains. */
export async function accountsIn(sql: Sql, domains: readonly string[]): Promise<number[]> {
  if (domains.length === 0) return [];
  const rows = await sql<{ user_id: number }[]>`
    select user_id from users where lower(substring(email from '[^@]*$')) = any(${domains.flatMap(spellingsOf)}::text[])`;
  return rows.map((row) => row.user_id);
}
