// Rows that say which account a provider's identity belongs to; the subject stays when a person's address changes.
import { findPerson, type Person, type Sql } from "../../kernel/plugin.ts";
import { hasProvenAddress } from "../../kernel/ports/auth.ts";

interface IdentityKey {
  issuer: string;
  subject: string;
}

/** The account of an identity that signed in before, or null. */
export async function findByIdentity(sql: Sql, { issuer, subject }: IdentityKey): Promise<Person | null> {
  const [row] = await sql<{ user_id: number }[]>`
    select user_id from provider_identities where issuer = ${issuer} and subject = ${subject}`;
  return row ? findPerson(sql, row.user_id) : null;
}

/** Joins an identity to an account. `hosted_domain` is the domain of its verified address, where the provider says that it serves that. */
export async function joinIdentity(
  sql: Sql,
  identity: IdentityKey & { hosted_domain: string | null; person: Person; now: Date },
): Promise<void> {
  const { issuer, subject, hosted_domain, person, now } = identity;
  await sql`
    insert into provider_identities (issuer, subject, workspace_id, user_id, hosted_domain, created_at)
    values (${issuer}, ${subject}, ${person.workspace.id}, ${person.user_id}, ${hosted_domain}, ${now})
    on conflict (issuer, subject) do update set hosted_domain = excluded.hosted_domain
      where provider_identities.hosted_domain is distinct from excluded.hosted_domain`;
}

/** Whether this server's provider says of an owner or admin of a workspace that it serves their address's domain for its owner. */
export async function isVouchedFor(sql: Sql, by: { workspace_id: number; domain: string }): Promise<boolean> {
  const [row] = await sql<{ is_vouched: boolean }[]>`
    select exists (select from provider_identities i join users u using (user_id)
      where u.workspace_id = ${by.workspace_id} and u.role in ('owner', 'admin') and u.disabled_at is null
        and ${hasProvenAddress(sql)} and i.hosted_domain = ${by.domain} and lower(u.email) like '%@' || ${by.domain}::text) as is_vouched`;
  return row?.is_vouched ?? false;
}

/** Takes a person's identities along to another workspace. */
export async function moveIdentities(sql: Sql, move: { user_id: number; to_workspace_id: number }): Promise<void> {
  await sql`update provider_identities set workspace_id = ${move.to_workspace_id} where user_id = ${move.user_id}`;
}

export async function dropIdentities(sql: Sql, userId: number): Promise<void> {
  await sql`delete from provider_identities where user_id = ${userId}`;
}

/** Whether a provider of this server signs a person in. */
export async function hasIdentity(sql: Sql, userId: number): Promise<boolean> {
  const rows = await sql`select from provider_identities where user_id = ${userId} limit 1`;
  return rows.length > 0;
}
