// Which documents no longer fit a policy that was made stricter (rules: policy/stricter).
import { nextCursor, paging, t } from "../../../kernel/plugin.ts";
import { VISIBILITIES } from "../../documents/port/create.ts";
import { workspaceManager } from "../../members/port.ts";
import { operation } from "../../operation.ts";
import { knownPoliciesPort } from "../known_policies.ts";
import { listViolating, VIOLATIONS, type ViolatingRow } from "../store/violations.ts";

const Violation = t.Object(
  {
    doc_id: t.String(),
    title: t.Nullable(t.String({ description: "Null where you may not open the document." })),
    owner_email: t.String(),
    visibility: t.OneOf(VISIBILITIES),
    retention_days: t.Integer(),
    expires_at: t.Nullable(t.Instant()),
    updated_at: t.Instant(),
    breaks: t.Array(t.OneOf(["visibility", "retention"]), { description: "What of it the policy does not allow." }),
  },
  { $id: "PolicyViolation" },
);

export const listViolations = operation({
  id: "policy.violations",
  route: "GET /api/policy/violations",
  summary: "List the documents that do not fit the policy",
  description:
    "They were there before the policy was made stricter and stay as they are until they are next changed. The oldest come first.",
  query: t.Object({ ...paging({ maximum: 500 }) }),
  output: t.Object({ violations: t.Array(Violation), ...nextCursor }),
  gate: "workspace_policy",
  permit: workspaceManager(),
  run: async ({ sql, actor, now, use }, { query }) => {
    const policy = await use(knownPoliciesPort).find(sql, actor.workspace.id);
    const found = await listViolating(sql, { actor, now, policy, ...VIOLATIONS.options(query) });
    const { rows, next } = VIOLATIONS.page(found, query);
    return { violations: rows.map(showViolation), ...next };
  },
});

function showViolation(row: ViolatingRow) {
  const { doc_id, owner_email, visibility, retention_days } = row;
  const breaks: ("visibility" | "retention")[] = [];
  if (row.is_visibility) breaks.push("visibility");
  if (row.is_retention) breaks.push("retention");
  return {
    ...{ doc_id, owner_email, visibility, retention_days, breaks },
    title: row.level === "none" ? null : row.title,
    expires_at: row.expires_at?.toISOString() ?? null,
    updated_at: row.updated_at.toISOString(),
  };
}
