// Rows that say which account a provider's identity belongs to; the subject stays when a person's address changes.
import { findPerson, type Person, type Sql } from "../../kernel/mod.ts";

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

/** Joins an identity to an account. */
export async function joinIdentity(sql: Sql, identity: IdentityKey & { person: Person; now: Date }): Promise<void> {
  const { issuer, subject, person, now } = identity;
  await sql`
    insert into provider_identities (issuer, subject, workspace_id, user_id, created_at)
    values (${issuer}, ${subject}, ${person.workspace.id}, ${person.user_id}, ${now}) on conflict do nothing`;
}

/** Takes a person's identities along to another workspace. */
export async function moveIdentities(sql: Sql, move: { user_id: number; to_workspace_id: number }): Promise<void> {
  await sql`update provider_identities set workspace_id = ${move.to_workspace_id} where user_id = ${move.user_id}`;
}

export async function dropIdentities(sql: Sql, userId: number): Promise<void> {
  await sql`delete from provider_identities where user_id = ${userId}`;
}
