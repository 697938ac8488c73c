// Checking the log against its chain (rules: audit/checking).

import { refuse, t } from "../../../kernel/plugin.ts";
import { parseHead, verifyChain } from "../../../kernel/ports/events.ts";
import { workspaceManager } from "../../members/port.ts";
import { operation } from "../../operation.ts";

/** A call looks for so long and then says where to go on. */
const BUDGET_MS = 3000;

export const verifyLog = operation({
  id: "audit.verify",
  route: "GET /api/audit/verify",
  summary: "Check the audit log against its hash chain",
  description:
    "Names rows and seals that were changed or removed behind the service. Keep `head` somewhere else and send it again later: without that, somebody who may write to the database could have made the whole chain anew.",
  query: t.Object({
    after_seal: t.Optional(
      t.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: "next_seal of the call before." }),
    ),
    head: t.Optional(t.String({ maxLength: 100, description: "A head noted before; it has to be in the chain." })),
  }),
  output: t.Object(
    {
      ok: t.Boolean({ description: "Nothing that was looked at is wrong." }),
      seals: t.Integer({ description: "Looked at by this call." }),
      rows: t.Integer(),
      faults: t.Array(
        t.Object({
          kind: t.OneOf([
            "row_changed",
            "row_removed",
            "row_inserted",
            "seal_changed",
            "seal_removed",
            "seal_unlinked",
            "head_missing",
          ]),
          event_id: t.Nullable(t.Integer()),
          seal_no: t.Nullable(t.Integer()),
        }),
        { description: "At most 100 of them." },
      ),
      fault_count: t.Integer(),
      head: t.Nullable(t.String({ description: "The end of the chain, to be noted elsewhere." })),
      sealed_at: t.Nullable(t.Instant()),
      unsealed: t.Nullable(t.Object({ rows: t.Integer(), oldest_at: t.Nullable(t.Instant()) }), {
        description: "Rows so new that no seal holds them yet, which nothing proves; null until the end is reached.",
      }),
      next_seal: t.Nullable(t.Integer(), { description: "Send it as after_seal to go on; null at the end." }),
    },
    { $id: "AuditVerification" },
  ),
  rules: ({ query }) => void readNoted(query.head),
  permit: workspaceManager(),
  gate: "audit_log",
  quota: "audit_verify",
  run: async ({ actor, sql, now }, { query }) => {
    const { head, unsealed, ...report } = await verifyChain(sql, {
      workspace_id: actor.workspace.id,
      now,
      after_seal: query.after_seal ?? 0,
      noted: readNoted(query.head),
      deadline_ms: performance.now() + BUDGET_MS,
    });
    return {
      ok: report.fault_count === 0,
      ...report,
      head: head?.head ?? null,
      sealed_at: head?.sealed_at.toISOString() ?? null,
      unsealed: unsealed && { rows: unsealed.rows, oldest_at: unsealed.oldest_at?.toISOString() ?? null },
    };
  },
});

function readNoted(head: string | undefined) {
  if (!head) return null;
  const noted = parseHead(head);
  if (!noted)
    throw refuse.invalid(
      `head "${head.slice(0, 80)}" is no head; send it as an earlier call answered it, such as 12:9f86...`,
    );
  return noted;
}
