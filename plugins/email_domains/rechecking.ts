// Looks at every proven domain's record once a day;
// one that stays away ends the proof after a grace, and managers hear of both in time.
import {
  DAY_MS,
  HOUR_MS,
  type JobDefinition,
  type Listener,
  later,
  MINUTE_MS,
  type Notice,
  type NoticeKind,
  notify,
  type Runtime,
  writeAudit,
} from "../../kernel/plugin.ts";
import { listManagers } from "../members/port.ts";
import { lookUp, loseProof } from "./proving.ts";
import { GRACE_DAYS, lapsesAt } from "./schemas.ts";
import { type EmailDomainRow, holdUnchanged, listDue, markProven, markUnproven } from "./store/email_domains.ts";

const BATCH = 20;

export const NOTICES = ["email_domain.failing", "email_domain.lapse"] as const;
export const DOMAIN_KINDS: readonly NoticeKind[] = [
  {
    kind: "email_domain.failing",
    title: "The record of a domain of your workspace is missing",
    channels: { app: true, email: true, chat: true },
  },
  {
    kind: "email_domain.lapse",
    title: "A domain of your workspace has lapsed",
    channels: { app: true, email: true, chat: true },
  },
];

export function recheckJob(runtime: Runtime): JobDefinition {
  return {
    kind: "email_domains.recheck",
    attempts_max: 3,
    backoff_ms: () => MINUTE_MS,
    every_ms: HOUR_MS,
    run: async (_job, { signal }) => {
      // Measured once: whoever was looked at in this run is not due again.
      const before = later(runtime.clock.now(), -DAY_MS);
      while (!signal.aborted) {
        const due = await listDue(runtime.database.sql, { before, limit: BATCH });
        if (due.length === 0) return;
        await Promise.all(due.map((row) => recheck(runtime, row)));
        runtime.relay.wake();
      }
    },
  };
}

async function recheck(runtime: Runtime, row: EmailDomainRow): Promise<void> {
  const finding = await lookUp(runtime, row);
  const now = runtime.clock.now();
  await runtime.database.withTransaction(async (sql) => {
    const held = await holdUnchanged(sql, row);
    if (!held) return;
    if (finding.found) return void (await markProven(sql, held, { by: finding.by, now }));
    const { error } = finding;
    const ends = lapsesAt(held);
    // Name servers that are away prove nothing, neither way.
    if (finding.is_certain && ends !== null && ends <= now) {
      return loseProof(runtime, sql, { row: held, error, reason: "record_missing", now });
    }
    const failing = await markUnproven(sql, held, { error, keeps: true, now });
    if (failing && held.failing_since === null) await noteFailing(runtime, sql, { row: failing, error, now });
  });
}

async function noteFailing(
  { isHeard }: Runtime,
  sql: Parameters<typeof writeAudit>[0],
  { row, error, now }: { row: EmailDomainRow; error: string; now: Date },
): Promise<void> {
  const entry = {
    action: "email_domain.failing",
    target_type: "email_domain",
    target_id: row.domain_id,
    meta: { domain: row.domain, error, lapses_at: lapsesAt(row)?.toISOString() ?? "" },
    by: { user_id: null, email: "system", workspace_id: row.workspace_id },
  };
  await writeAudit(sql, [entry], { actor: null, via: "system", request: null, now, isHeard });
}

const WORDS = {
  "email_domain.failing": {
    title: (domain: string) => `The DNS record that proves ${domain} is not found any more`,
    body: `Set it again within ${GRACE_DAYS} days: without it single sign-on and provisioning stop for the domain.`,
  },
  "email_domain.lapse": {
    title: (domain: string) => `${domain} is not proven for your workspace any more`,
    body: "Single sign-on and provisioning have stopped for its addresses. Set the DNS record again to prove it anew.",
  },
} as const;

/** Tells owners and admins that a proof is about to end, and that it has. */
export const domainListeners: readonly Listener[] = NOTICES.map((kind) =>
  notify(
    kind,
    `tell_${kind.slice("email_domain.".length)}`,
    async (event, { sql }): Promise<Notice[]> => [
      {
        workspace_id: event.workspace_id,
        user_ids: await listManagers(sql, event.workspace_id),
        kind,
        key: `event:${event.event_id}`,
        actor: event.actor,
        actor_user_id: event.actor_user_id,
        title: WORDS[kind].title(String(event.meta["domain"])),
        body: WORDS[kind].body,
        target: { type: "email_domain", id: event.target_id },
        thread: null,
        doc_id: null,
        created_at: event.created_at,
      },
    ],
  ),
);
