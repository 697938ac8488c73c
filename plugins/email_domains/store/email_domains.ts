// The rows of e-mail domains.
import { later, type PageOptions, pagesOf, randomToken, type Sql } from "../../../kernel/plugin.ts";

export type Proof = "dns" | "provider" | "operator";

export interface EmailDomainRow {
  domain_id: number;
  workspace_id: number;
  domain: string;
  token: string;
  proof: Proof | null;
  proven_at: Date | null;
  checked_at: Date | null;
  error: string | null;
  failing_since: Date | null;
  created_at: Date;
}

type Key = Pick<EmailDomainRow, "workspace_id" | "domain_id">;

const columns = (sql: Sql) => sql`domain_id, workspace_id, domain, token, proof, proven_at, checked_at, error,
  failing_since, created_at`;

export const EMAIL_DOMAINS = pagesOf("email_domains", (at) => ({ domain_id: at.id("domain_id") }));

/** A workspace's domains, proven or not, the oldest first. */
export function listEmailDomains(
  sql: Sql,
  by: { workspace_id: number } & PageOptions<Pick<EmailDomainRow, "domain_id">>,
): Promise<EmailDomainRow[]> {
  return sql<EmailDomainRow[]>`
    select ${columns(sql)} from email_domains
    where workspace_id = ${by.workspace_id} and domain_id > ${by.after?.domain_id ?? 0}
    order by domain_id limit ${by.limit}`;
}

export async function findEmailDomain(sql: Sql, by: Key): Promise<EmailDomainRow | null> {
  const [row] = await sql<EmailDomainRow[]>`
    select ${columns(sql)} from email_domains
    where workspace_id = ${by.workspace_id} and domain_id = ${by.domain_id}`;
  return row ?? null;
}

/** The workspace's row of a domain, made where it is missing; null when it has as many as it may. */
export async function ensureEmailDomain(
  sql: Sql,
  of: { workspace_id: number; domain: string; now: Date; domains_max: number },
): Promise<(EmailDomainRow & { is_new: boolean }) | null> {
  const { workspace_id, domain, now, domains_max } = of;
  // Two who name the last one at once wait for each other.
  await sql`select 1 from workspaces where workspace_id = ${workspace_id} for no key update`;
  const [known] = await sql<EmailDomainRow[]>`
    select ${columns(sql)} from email_domains where workspace_id = ${workspace_id} and domain = ${domain}`;
  if (known) return { ...known, is_new: false };
  const [made] = await sql<EmailDomainRow[]>`
    insert into email_domains (workspace_id, domain, token, created_at)
    select ${workspace_id}, ${domain}, ${randomToken()}, ${now}
    where (select count(*) from email_domains where workspace_id = ${workspace_id}) < ${domains_max}
    returning ${columns(sql)}`;
  return made ? { ...made, is_new: true } : null;
}

/** Who holds a domain, whom nobody changes until the transaction ends; null when it is proven for nobody. */
export async function holdHolder(sql: Sql, domain: string): Promise<EmailDomainRow | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended('email_domain:' || ${domain}, 0))`;
  const [row] = await sql<EmailDomainRow[]>`
    select ${columns(sql)} from email_domains where domain = ${domain} and proven_at is not null for update`;
  return row ?? null;
}

/** Notes a proof. The caller holds the domain (`holdHolder`), and nobody else has it proven. */
export async function markProven(
  sql: Sql,
  row: Key,
  { by, now }: { by: Proof; now: Date },
): Promise<EmailDomainRow | null> {
  const [proven] = await sql<EmailDomainRow[]>`
    update email_domains set proof = ${by}, proven_at = coalesce(proven_at, ${now}), checked_at = ${now},
      error = null, failing_since = null
    where workspace_id = ${row.workspace_id} and domain_id = ${row.domain_id} returning ${columns(sql)}`;
  return proven ?? null;
}

/** Notes a look that found no proof; `keeps` leaves an earlier proof as it is for now. */
export async function markUnproven(
  sql: Sql,
  row: Key,
  { error, keeps, now }: { error: string | null; keeps: boolean; now: Date },
): Promise<EmailDomainRow | null> {
  const [changed] = await sql<EmailDomainRow[]>`
    update email_domains set checked_at = ${now}, error = ${error},
      proof = case when ${keeps} then proof end, proven_at = case when ${keeps} then proven_at end,
      failing_since = case when ${keeps} and ${error}::text is not null and proof in ('dns', 'provider') then coalesce(failing_since, ${now}) end
    where workspace_id = ${row.workspace_id} and domain_id = ${row.domain_id} returning ${columns(sql)}`;
  return changed ?? null;
}

/** The domains that are proven for a workspace. */
export async function listProven(sql: Sql, workspaceId: number): Promise<string[]> {
  const rows = await sql<{ domain: string }[]>`
    select domain from email_domains where workspace_id = ${workspaceId} and proven_at is not null order by domain_id`;
  return rows.map((row) => row.domain);
}

/** Proven by what may go away, and last looked at before `before`, the longest ago first. */
export function listDue(sql: Sql, by: { before: Date; limit: number }): Promise<EmailDomainRow[]> {
  return sql<EmailDomainRow[]>`
    select ${columns(sql)} from email_domains where proof in ('dns', 'provider') and checked_at < ${by.before}
    order by checked_at limit ${by.limit}`;
}

/** The row as it still is, held; null when somebody looked at it, changed it or removed it since. */
export async function holdUnchanged(sql: Sql, row: EmailDomainRow): Promise<EmailDomainRow | null> {
  const [held] = await sql<EmailDomainRow[]>`
    select ${columns(sql)} from email_domains
    where workspace_id = ${row.workspace_id} and domain_id = ${row.domain_id} and proof in ('dns', 'provider')
      and checked_at < ${later(row.checked_at ?? row.created_at, 1)} for update`;
  return held ?? null;
}

export async function deleteEmailDomain(sql: Sql, row: Key): Promise<boolean> {
  const gone = await sql`
    delete from email_domains where workspace_id = ${row.workspace_id} and domain_id = ${row.domain_id}`;
  return gone.count === 1;
}
