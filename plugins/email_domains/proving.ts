// Proving that a domain is a workspace's own, and losing the proof:
// one workspace at a time holds it (rules: companies/domains).

import { type Runtime, refuse, type Sql, writeAudit } from "../../kernel/plugin.ts";
import { DnsError } from "../../kernel/ports/outbound.ts";
import { isVouchedFor } from "../signin/port.ts";
import { recordOf } from "./domain.ts";
import { type EmailDomainRow, holdHolder, markProven, markUnproven, type Proof } from "./store/email_domains.ts";

/** What speaks for a domain, and the texts that its record may be among. */
export type Finding =
  | { found: true; by: Proof; texts: readonly string[] }
  /** `is_certain` where they answered, and the record is not in it. */
  | { found: false; texts: readonly string[]; is_certain: boolean; error: string };

const SHOWN_CHARS = 80;

/**
 * Looks for the record of a row; without one, for an owner or admin for whom the domain's own sign-in provider vouches. That proves a
 * domain which nobody has proven by a record, and keeps no other.
 */
export async function lookUp(runtime: Pick<Runtime, "dns" | "database">, row: EmailDomainRow): Promise<Finding> {
  const finding = await lookUpRecord(runtime, row);
  if (finding.found || row.proof === "dns" || row.proof === "operator") return finding;
  const isVouched = await isVouchedFor(runtime.database.sql, row);
  return isVouched ? { found: true, by: "provider", texts: finding.texts } : finding;
}

async function lookUpRecord({ dns }: Pick<Runtime, "dns">, row: EmailDomainRow): Promise<Finding> {
  const { name, value } = recordOf(row);
  try {
    const texts = await dns.texts(name);
    if (texts.some((text) => text.trim() === value)) return { found: true, by: "dns", texts };
    const [seen] = texts;
    const saw = seen === undefined ? "there is none" : `there is "${seen.slice(0, SHOWN_CHARS)}"`;
    const error = `no TXT record at ${name} says "${value}"; ${saw}. New records take from minutes to a day to be seen`;
    return { found: false, texts, is_certain: true, error };
  } catch (error) {
    if (!(error instanceof DnsError)) throw error;
    return { found: false, texts: [], is_certain: false, error: error.message };
  }
}

/**
 * Notes that a domain is proven. Another workspace loses it only to who has a record in the domain's own zone, while its own is not
 * there: so a domain changes hands with its zone, and no word of a member or provider takes one away. Throws 409 otherwise.
 */
export async function prove(
  runtime: Pick<Runtime, "isHeard">,
  sql: Sql,
  { row, by, texts, now }: { row: EmailDomainRow; by: Proof; texts: readonly string[]; now: Date },
): Promise<EmailDomainRow> {
  const holder = await demandUnheld(sql, { row, by, texts });
  if (holder && holder.workspace_id !== row.workspace_id) {
    await loseProof(runtime, sql, {
      row: holder,
      error: "another workspace has proven it with a record",
      reason: "proven_elsewhere",
      now,
    });
  }
  const proven = await markProven(sql, row, { by, now });
  if (!proven) throw refuse.notFound("e-mail domain not found");
  return proven;
}

/** Who holds the domain, held too, or null. Throws 409 for another who keeps it. */
export async function demandUnheld(
  sql: Sql,
  { row, by, texts }: { row: EmailDomainRow; by: Proof; texts: readonly string[] },
): Promise<EmailDomainRow | null> {
  const holder = await holdHolder(sql, row.domain);
  if (!holder || holder.workspace_id === row.workspace_id) return holder;
  const isInZone = texts.includes(recordOf(holder).value);
  if (by !== "dns" || isInZone || holder.proof === "operator") throw refuseHeld(row.domain);
  return holder;
}

/** Ends a proof, with its audit row. */
export async function loseProof(
  { isHeard }: Pick<Runtime, "isHeard">,
  sql: Sql,
  { row, error, reason, now }: { row: EmailDomainRow; error: string; reason: string; now: Date },
): Promise<void> {
  await markUnproven(sql, row, { error, keeps: false, now });
  const by = { user_id: null, email: "system", workspace_id: row.workspace_id };
  const entry = {
    action: "email_domain.lapse",
    target_type: "email_domain",
    target_id: row.domain_id,
    meta: { domain: row.domain, reason },
    by,
  };
  await writeAudit(sql, [entry], { actor: null, via: "system", request: null, now, isHeard });
}

export function refuseHeld(domain: string): Error {
  return refuse.conflict(
    `"${domain}" is claimed by another workspace; if the domain is yours, remove that workspace's TXT record from it, then check again`,
  );
}
