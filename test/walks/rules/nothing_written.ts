// Rule: what is refused leaves every table as it was, and so does what reads, but for what is counted of every call.
import type { Line } from "../recorder/recorder.ts";

/** Tables in which calls are counted, by which a credential says that it was used, and what a company sees of its directory's calls. */
const COUNTED = ["quota_counters", "tokens", "oauth_grants", "scim_tokens", "scim_requests"];

/** Refusals in words, with the tables that they wrote. */
export function findWrittenByRefusals(lines: readonly Line[]): string[] {
  return findWritten(lines.filter(({ status }) => status >= 400));
}

/** What an export leaves in the audit log, where it declares that (rules: audit/readers). */
const RECORDED = ["audit_events", "audit_outbox"];

/** Reads in words, with the tables that they wrote. */
export function findWrittenByReads(lines: readonly Line[]): string[] {
  return findWritten(lines.filter(({ entry, status }) => entry.effect === "read" && status < 400));
}

function findWritten(lines: readonly Line[]): string[] {
  const told = lines.flatMap(({ entry, status, changes }) => {
    const rightly = entry.records && status < 400 ? [...COUNTED, ...RECORDED] : COUNTED;
    return changes
      .filter(({ table }) => !rightly.includes(table))
      .map(({ table }) => `${entry.id} (${status}) writes ${table}`);
  });
  return [...new Set(told)].sort();
}
