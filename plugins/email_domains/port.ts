// What single sign-on, provisioning and billing ask of e-mail domains: is this one proven, by whom, and say so of one.
import { hook, type Runtime, refuse, type Sql } from "../../kernel/plugin.ts";
import { domainOf } from "./domain.ts";
import { loseProof, prove } from "./proving.ts";
import { ensureEmailDomain, holdHolder } from "./store/email_domains.ts";

export { domainOf, isPublicProvider, readDomain, readOwnDomain, spellingsOf } from "./domain.ts";

/** The domain of an address in SQL, as `email_domains.domain` has it: `domainSql(sql, sql`u.email`)`. */
export function domainSql(sql: Sql, email: ReturnType<Sql>) {
  return sql`lower(substring(${email} from '[^@]*$'))`;
}

/** Which of these domains are proven for a workspace. */
export async function provenAmong(
  sql: Sql,
  by: { workspace_id: number; domains: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await sql<{ domain: string }[]>`
    select domain from email_domains where workspace_id = ${by.workspace_id} and proven_at is not null
      and domain = any(${[...by.domains]}::text[])`;
  return new Set(rows.map((row) => row.domain));
}

/** Whether an address lies in a domain that is proven for a workspace. */
export async function isProvenFor(sql: Sql, by: { workspace_id: number; email: string }): Promise<boolean> {
  const domain = domainOf(by.email);
  return domain !== null && (await provenAmong(sql, { ...by, domains: [domain] })).has(domain);
}

/** Throws 409, naming them and what to do, unless all of them are proven for the workspace (spec 5.5; rules: companies/domains). */
export async function demandProven(sql: Sql, by: { workspace_id: number; domains: readonly string[] }): Promise<void> {
  const proven = await provenAmong(sql, by);
  const missing = by.domains.filter((domain) => !proven.has(domain));
  if (missing.length === 0) return;
  throw refuse.conflict(
    `not proven for this workspace: ${missing.join(", ")}; add ${missing.length === 1 ? "it" : "them"} with POST /api/email-domains and set the DNS record that it names`,
    { unproven_domains: missing },
  );
}

/** The workspace that holds a domain, in SQL; null where nobody does. */
export function provenHolder(sql: Sql, domain: string) {
  return sql`(select workspace_id from email_domains where domain = ${domain} and proven_at is not null)`;
}

/** The workspace that holds a domain, or null. */
export async function findHolder(sql: Sql, domain: string): Promise<number | null> {
  const [row] = await sql<{ workspace_id: number }[]>`
    select workspace_id from email_domains where domain = ${domain} and proven_at is not null`;
  return row?.workspace_id ?? null;
}

/** The workspaces that hold domains; those that nobody holds are missing. */
export async function findHolders(sql: Sql, domains: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await sql<{ domain: string; workspace_id: number }[]>`
    select domain, workspace_id from email_domains where domain = any(${[...domains]}::text[]) and proven_at is not null`;
  return new Map(rows.map(({ domain, workspace_id }) => [domain, workspace_id]));
}

/** Proves a domain by the operator's word, in the caller's transaction and without an audit row, and answers its id. Throws 409 where another holds it. */
export async function proveByOperator(
  runtime: Runtime,
  sql: Sql,
  of: { workspace_id: number; domain: string; now: Date },
): Promise<number> {
  const row = await ensureEmailDomain(sql, { ...of, domains_max: Number.MAX_SAFE_INTEGER });
  if (!row) throw new Error("an e-mail domain could not be written");
  const proven = await prove(runtime, sql, { row, by: "operator", texts: [], now: of.now });
  return proven.domain_id;
}

/** Takes the proof of a domain from a workspace, with its audit row; false when it had none. */
export async function releaseProof(
  runtime: Runtime,
  sql: Sql,
  of: { workspace_id: number; domain: string; now: Date },
): Promise<boolean> {
  const holder = await holdHolder(sql, of.domain);
  if (holder?.workspace_id !== of.workspace_id) return false;
  await loseProof(runtime, sql, {
    row: holder,
    error: "whoever runs this server ended the proof",
    reason: "operator",
    now: of.now,
  });
  return true;
}

/** A domain that somebody wants to remove from their workspace. */
export interface DomainUse {
  sql: Sql;
  workspace_id: number;
  domain: string;
}

/** Asked before a domain is removed: what leans on it, in words that follow "it is used by", or null. */
export const domainUsesHook = hook<DomainUse, string | null>("email_domains.uses");
