// The mail domains whose people may read along, each of one workspace.
import type { Sql } from "../../../kernel/mod.ts";

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
    select distinct lower(split_part(email, '@', 2)) as domain from users
    where workspace_id = ${workspace_id} and disabled_at is null and last_sign_in_at is not null
      and lower(split_part(email, '@', 2)) = any(${[...domains]}::text[])`;
  return new Set(rows.map(({ domain }) => domain));
}

/** Makes these the workspace's domains; answers those that another one has, of which it then took none. */
export async function replaceViewerDomains(
  sql: Sql,
  { workspace_id, domains, now }: { workspace_id: number; domains: readonly string[]; now: Date },
): Promise<string[]> {
  await sql`delete from viewer_domains where workspace_id = ${workspace_id} and domain <> all(${[...domains]}::text[])`;
  await sql`
    insert into viewer_domains (domain, workspace_id, added_at)
    select domain, ${workspace_id}, ${now} from unnest(${[...domains]}::text[]) as domain order by domain on conflict do nothing`;
  const rows = await sql<{ domain: string }[]>`
    select domain from viewer_domains where domain = any(${[...domains]}::text[]) and workspace_id <> ${workspace_id}
    order by domain`;
  return rows.map(({ domain }) => domain);
}

/** Whether people of a domain may read along in a workspace: while it has a member there. */
export async function mayReadAlong(sql: Sql, by: { workspace_id: number; domain: string }): Promise<boolean> {
  const [row] = await sql<{ may: boolean }[]>`
    select exists (select from viewer_domains where workspace_id = ${by.workspace_id} and domain = ${by.domain})
      and exists (select from users where workspace_id = ${by.workspace_id} and disabled_at is null
        and lower(split_part(email, '@', 2)) = ${by.domain}) as may`;
  return row?.may ?? false;
}
