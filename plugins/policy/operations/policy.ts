// The policy of a workspace, read by its members and set by its owners and admins
// (rules: policy/what_documents_may_be).
import {
  type Actor,
  demandActor,
  isManager,
  PLANS,
  type Runtime,
  refuse,
  type Static,
  signedIn,
  t,
} from "../../../kernel/plugin.ts";
import { VISIBILITIES } from "../../documents/port/create.ts";
import { PUBLISHING_POLICIES } from "../../folders/port.ts";
import { workspaceManager } from "../../members/port.ts";
import { operation } from "../../operation.ts";
import { addressRanges, parseRange } from "../addresses.ts";
import { allowedBy } from "../allowing.ts";
import { beginOf } from "../handing_over.ts";
import { HAND_OVERS, NO_POLICY, type Policy, SECRET_SCANS } from "../policy.ts";
import { lockPolicy, type PolicyRow, readPolicy, updatePolicy } from "../store/policies.ts";

const RANGES_MAX = 500;
const DAYS_MAX = 36_500;

const days = (description: string) => t.Nullable(t.Integer({ minimum: 1, maximum: DAYS_MAX }), { description });

const members = {
  allowed_visibilities: t.Nullable(t.Array(t.OneOf(VISIBILITIES), { minItems: 1, maxItems: VISIBILITIES.length }), {
    description: "What documents may be; null allows all.",
  }),
  min_retention_days: days("Nothing is kept for fewer days; null sets no bound."),
  max_retention_days: days("Nothing is kept for more days, nor for ever; null sets no bound."),
  secret_scan: t.OneOf(SECRET_SCANS, {
    description: "What happens to content that looks like credentials: nothing, a warning, or a refusal.",
  }),
  publishing: t.OneOf(PUBLISHING_POLICIES, { description: "How far folders may be published." }),
  hand_over: t.OneOf(HAND_OVERS, {
    description:
      "Whether owners may hand the My documents of somebody whom they remove over to a colleague. An owner sets it; everybody is told, and it holds seven days later.",
  }),
  ip_allowlist: t.Nullable(
    t.Array(t.String({ maxLength: 64, examples: ["203.0.113.0/24"] }), { minItems: 1, maxItems: RANGES_MAX }),
    { description: "The networks from which the workspace's people act; null lets every address in." },
  ),
};

const PolicyShape = t.Object(
  {
    ...members,
    hand_over_from: t.Nullable(t.Instant(), { description: "When handing over begins to be possible, or began." }),
    enabled: t.Boolean({ description: "Whether the plan carries a policy; without it none holds." }),
    plan: t.OneOf(PLANS),
    ip_allowlist_available: t.Boolean(),
    legal_hold_available: t.Boolean(),
    updated_at: t.Nullable(t.Instant()),
    can_edit: t.Boolean({ description: "Whether you may change it." }),
  },
  { $id: "Policy" },
);

export const getPolicy = operation({
  id: "policy.get",
  route: "GET /api/policy",
  tool: {
    name: "get_policy",
    wording: "Show what the workspace's policy allows: visibilities, retention, folder publishing, secrets, networks.",
    idempotent: true,
  },
  summary: "Show the workspace's policy",
  output: PolicyShape,
  permit: signedIn(),
  run: async ({ sql, actor, runtime }) => showPolicy(await readPolicy(sql, actor.workspace.id), { actor, runtime }),
});

const PolicyChange = t.Object({
  allowed_visibilities: t.Optional(members.allowed_visibilities),
  min_retention_days: t.Optional(members.min_retention_days),
  max_retention_days: t.Optional(members.max_retention_days),
  secret_scan: t.Optional(members.secret_scan),
  publishing: t.Optional(members.publishing),
  hand_over: t.Optional(members.hand_over),
  ip_allowlist: t.Optional(members.ip_allowlist),
  force: t.Optional(
    t.Boolean({ default: false, description: "Sets an ip_allowlist without the address that you send it from." }),
  ),
});

export const changePolicy = operation({
  id: "policy.update",
  route: "PUT /api/policy",
  summary: "Change the workspace's policy",
  description:
    "Only the members sent change. What documents are already stays until they are next changed; `GET /api/policy/violations` lists those that no longer fit.",
  body: PolicyChange,
  output: PolicyShape,
  gate: "workspace_policy",
  permit: ({ body }) => policyManager(body),
  // Who may come to read by what it allows from then on.
  opens: ({ body }) => allowedBy(body),
  audit: "policy.updated",
  refuses: [402, 409],
  run: async (call, { body }) => {
    const { sql, actor, runtime, now, request } = call;
    const workspace_id = actor.workspace.id;
    const before = await lockPolicy(sql, workspace_id);
    const changes = changesOf(before, body);
    const after = { ...before, ...changes };
    refuseCrossedBounds(after);
    if (changes.ip_allowlist && !body.force) refuseLockingOut(changes.ip_allowlist, request.ip);
    const names = Object.keys(changes);
    if (names.length === 0) return showPolicy(before, { actor, runtime });
    await updatePolicy(sql, { workspace_id, now, changes });
    const from = Object.fromEntries(names.map((name) => [name, Reflect.get(before, name)]));
    call.note("policy.updated", { target_type: "workspace", target_id: workspace_id, meta: { from, to: changes } });
    return showPolicy(await readPolicy(sql, workspace_id), { actor, runtime });
  },
});

/** An owner or admin, on a plan that carries what they set. */
function policyManager({ ip_allowlist, hand_over }: Static<typeof PolicyChange>) {
  const manager = workspaceManager();
  const gated = {
    needs: "a plan that carries what is set",
    check: ({ actor, runtime }: { actor: Actor | null; runtime: Runtime }) => {
      if (hand_over === "owners" && demandActor(actor).role !== "owner") {
        throw refuse.forbidden("only an owner of the workspace may let owners hand over what belongs to others", {
          code: "role_required",
        });
      }
      if (ip_allowlist) runtime.plans.demand("ip_allowlist", demandActor(actor));
    },
  };
  return [manager, gated] as const;
}

/** The members that differ from what is set. Throws 400 for what is no range of addresses. */
function changesOf(before: PolicyRow, sent: Static<typeof PolicyChange>): Partial<Policy> {
  const { force: _force, allowed_visibilities, ip_allowlist, ...rest } = sent;
  const wanted: Partial<Policy> = { ...rest };
  if (allowed_visibilities !== undefined)
    wanted.allowed_visibilities =
      allowed_visibilities && VISIBILITIES.filter((one) => allowed_visibilities.includes(one));
  if (ip_allowlist !== undefined) wanted.ip_allowlist = ip_allowlist && [...new Set(ip_allowlist.map(parseRange))];
  const differing = Object.entries(wanted).filter(([name, value]) => !Bun.deepEquals(value, Reflect.get(before, name)));
  return Object.fromEntries(differing);
}

function refuseCrossedBounds({ min_retention_days: least, max_retention_days: most }: Policy): void {
  if (least === null || most === null || least <= most) return;
  throw refuse.invalid(`min_retention_days ${least} is more than max_retention_days ${most}; nothing would fit both`);
}

function refuseLockingOut(ranges: string[], ip: string): void {
  if (addressRanges(ranges)(ip)) return;
  throw refuse.conflict(
    `ip_allowlist does not hold your own address ${ip}, so this would lock you out; add it, or send force: true`,
  );
}

function showPolicy(
  row: PolicyRow,
  { actor, runtime }: { actor: Actor; runtime: Pick<Runtime, "plans"> },
): Static<typeof PolicyShape> {
  const { plan } = actor.workspace;
  const { updated_at } = row;
  const names = Object.keys(NO_POLICY);
  const set = Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)));
  return {
    ...NO_POLICY,
    ...set,
    hand_over_from: beginOf(row)?.toISOString() ?? null,
    enabled: runtime.plans.carries("workspace_policy", plan),
    plan,
    ip_allowlist_available: runtime.plans.carries("ip_allowlist", plan),
    legal_hold_available: runtime.plans.carries("legal_hold", plan),
    updated_at: updated_at?.toISOString() ?? null,
    can_edit: isManager(actor) && runtime.plans.carries("workspace_policy", plan),
  };
}
