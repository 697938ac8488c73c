// The mail domains whose people may read along, each of one workspace.
import type { Sql } from "../../../kernel/plugin.ts";
import { hasProvenAddress } from "../../../kernel/ports/auth.ts";
import { domainSql } from "../../email_domains/port.ts";

export async function listViewerDomains(sql: Sql, workspaceId: number): Promise<string[]> {
  const rows = await sql<{ domain: string }[]>`
    select domain from viewer_domains where workspace_id = ${workspaceId} order by domain`;
  return rows.map(({ domain }) => domain);
}

/** Of these domains, those on which the workspace has a member who has signed in. */
export async function domainsWithMembers(
  sql: Sql,
  { workspace_id, domains }: { workspace_id: number; domains: readonly string[] },
): Promise<Set<string>> {
  const rows = await sql<{ domain: string }[]>`
    select distinct ${domainSql(sql, sql`u.email`)} as domain from users u
    where u.workspace_id = ${workspace_id} and u.disabled_at is null and u.last_sign_in_at is not null
      and ${hasProvenAddress(sql)} and ${domainSql(sql, sql`u.email`)} = any(${[...domains]}::text[])`;
  return new Set(rows.map(({ domain }) => domain));
}

/** Makes these the workspace's domains; answers those that another one has and has a member on, of which it then took none. */
export async function replaceViewerDomains(
  sql: Sql,
  { workspace_id, domains, now }: { workspace_id: number; domains: readonly string[]; now: Date },
): Promise<string[]> {
  await sql`
    delete from viewer_domains v where (v.workspace_id = ${workspace_id} and v.domain <> all(${[...domains]}::text[]))
      or (v.workspace_id <> ${workspace_id} and v.domain = any(${[...domains]}::text[]) and not ${hasMember(sql)})`;
  await sql`
    insert into viewer_domains (domain, workspace_id, added_at)
    select domain, ${workspace_id}, ${now} from unnest(${[...domains]}::text[]) as domain order by domain on conflict do nothing`;
  const rows = await sql<{ domain: string }[]>`
    select domain from viewer_domains where domain = any(${[...domains]}::text[]) and workspace_id <> ${workspace_id}
    order by domain`;
  return rows.map(({ domain }) => domain);
}

/** Whether somebody of a domain may read along in a workspace: while it has a member there, and their address counts as theirs. */
export async function mayReadAlong(
  sql: Sql,
  by: { workspace_id: number; domain: string; user_id: number },
): Promise<boolean> {
  const rows = await sql`
    select from viewer_domains v join users u on u.user_id = ${by.user_id} and ${hasProvenAddress(sql)}
    where v.workspace_id = ${by.workspace_id} and v.domain = ${by.domain} and ${hasMember(sql)}`;
  return rows.length > 0;
}

/** Over `viewer_domains v`: the claim holds, since the workspace has a member there. */
function hasMember(sql: Sql) {
  return sql`exists (select from users u where u.workspace_id = v.workspace_id and u.disabled_at is null
    and ${hasProvenAddress(sql)} and ${domainSql(sql, sql`u.email`)} = v.domain)`;
}
