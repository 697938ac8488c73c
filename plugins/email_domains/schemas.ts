// The wire shape of an e-mail domain.
import { DAY_MS, later, type Runtime, t } from "../../kernel/plugin.ts";
import { showWaiting, type WaitingSetting, WaitingShape } from "../confirmations/port.ts";
import { recordOf } from "./domain.ts";
import type { EmailDomainRow } from "./store/email_domains.ts";

/** How long a proof outlives its record. */
export const GRACE_DAYS = 7;

export const EmailDomain = t.Object(
  {
    id: t.Integer(),
    domain: t.String({ description: "Lower case, as the DNS has it." }),
    status: t.OneOf(["pending", "proven", "failing"], {
      description: "failing: it still counts as proven, until `lapses_at`, though its record was not found lately.",
    }),
    proven_by: t.Nullable(t.OneOf(["dns", "provider", "operator"]), {
      description:
        "A record in the domain's zone, a member whom the domain's own sign-in provider vouched for, or the operator's word.",
    }),
    proven_at: t.Nullable(t.Instant()),
    record: t.Object(
      { type: t.Literal("TXT"), name: t.String(), value: t.String() },
      { description: "The record to set at whoever serves the domain's DNS. Leave it there: it is looked at daily." },
    ),
    error: t.Nullable(t.String({ description: "What the last look found, where it found no proof." })),
    last_checked_at: t.Nullable(t.Instant()),
    lapses_at: t.Nullable(t.Instant()),
    created_at: t.Instant(),
    waiting: t.Nullable(WaitingShape, {
      description: "Its proof was found by something else than a session: it counts once an owner confirms it in one.",
    }),
  },
  { $id: "EmailDomain" },
);

/** When a proof ends whose record stays away; null while it is there. */
export function lapsesAt(row: Pick<EmailDomainRow, "failing_since">): Date | null {
  return row.failing_since && later(row.failing_since, GRACE_DAYS * DAY_MS);
}

export function showEmailDomain(
  row: EmailDomainRow,
  { runtime, waiting }: { runtime: Pick<Runtime, "config">; waiting: WaitingSetting | null },
) {
  return {
    id: row.domain_id,
    domain: row.domain,
    status:
      row.proven_at === null ? ("pending" as const) : row.failing_since ? ("failing" as const) : ("proven" as const),
    proven_by: row.proof,
    proven_at: row.proven_at?.toISOString() ?? null,
    record: recordOf(row),
    error: row.error,
    last_checked_at: row.checked_at?.toISOString() ?? null,
    lapses_at: lapsesAt(row)?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    waiting: waiting && showWaiting(runtime, waiting),
  };
}
