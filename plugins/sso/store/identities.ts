// Rows that say which account a provider's account belongs to:
// by the provider's own id for it, which stays when an address changes hands.
import type { PersonEnd, PersonMove, Sql } from "../../../kernel/plugin.ts";

interface Key {
  workspace_id: number;
  issuer: string;
  subject: string;
}

/** The account that signed in with this id before, or null. */
export async function findLinked(sql: Sql, { workspace_id, issuer, subject }: Key): Promise<number | null> {
  const [row] = await sql<{ user_id: number }[]>`
    select user_id from sso_identities
    where workspace_id = ${workspace_id} and issuer = ${issuer} and subject = ${subject}`;
  return row?.user_id ?? null;
}

/** Notes a sign-in; false when the account belongs to another id of the same provider. */
export async function link(
  sql: Sql,
  { workspace_id, issuer, subject, user_id, now }: Key & { user_id: number; now: Date },
): Promise<boolean> {
  const noted = await sql`
    insert into sso_identities (workspace_id, issuer, subject, user_id, created_at, last_sign_in_at)
    values (${workspace_id}, ${issuer}, ${subject}, ${user_id}, ${now}, ${now})
    on conflict (workspace_id, user_id, issuer) do update set last_sign_in_at = excluded.last_sign_in_at
      where sso_identities.subject = excluded.subject`;
  return noted.count === 1;
}

/** Whether another provider had let the account in, and this one has not. */
export async function isLinkedElsewhere(
  sql: Sql,
  by: { workspace_id: number; issuer: string; user_id: number },
): Promise<boolean> {
  const [row] = await sql<{ elsewhere: boolean }[]>`
    select count(*) > 0 and count(*) filter (where rtrim(issuer, '/') = rtrim(${by.issuer}, '/')) = 0 as elsewhere
    from sso_identities where workspace_id = ${by.workspace_id} and user_id = ${by.user_id}`;
  return row?.elsewhere ?? false;
}

/** How many people of a workspace another provider had let in, and the present one has not. */
export async function countLinkedElsewhere(sql: Sql, workspaceId: number): Promise<number> {
  const [row] = await sql<{ people: number }[]>`
    select count(distinct i.user_id)::int as people from sso_identities i
    where i.workspace_id = ${workspaceId} and i.user_id not in (${linkedIn(sql, workspaceId)})`;
  return row?.people ?? 0;
}

/** Forgets whom an account belongs to at the provider, so that the next sign-in links it anew; false when it was linked to nobody. */
export async function unlink(sql: Sql, by: { workspace_id: number; user_id: number }): Promise<boolean> {
  const gone = await sql`
    delete from sso_identities where workspace_id = ${by.workspace_id} and user_id = ${by.user_id}`;
  return gone.count > 0;
}

/**
 * The subquery for the ids of the members who sign in through the workspace's present provider, which may have been given with a
 * slash more than it calls itself.
 */
export function linkedIn(sql: Sql, workspaceId: number): ReturnType<Sql> {
  return sql`
    select i.user_id from sso_identities i join sso_configs c using (workspace_id)
    where i.workspace_id = ${workspaceId} and rtrim(i.issuer, '/') = rtrim(c.issuer, '/')`;
}

/** Whoever leaves a workspace leaves its provider. */
export async function leaveProvider({ sql, user_id, from_workspace_id }: PersonMove): Promise<void> {
  await unlink(sql, { workspace_id: from_workspace_id, user_id });
}

export async function dropLinks({ sql, user_id }: PersonEnd): Promise<void> {
  await sql`delete from sso_identities where user_id = ${user_id}`;
}
