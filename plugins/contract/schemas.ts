// The limits and the changelog as they are answered.
import { PLANS, t } from "../../kernel/plugin.ts";

const Bucket = t.Object(
  {
    limit: t.Integer({ description: "Uses in one window." }),
    window_seconds: t.Integer(),
    per: t.OneOf(["account", "address", "caller", "key"], {
      description:
        "Whose uses count together; of an IPv6 address its /64. A caller is the account once somebody is signed in, and their address before.",
    }),
    counted_by: t.Optional(t.String({ description: "What a key bucket counts by." })),
    used: t.Nullable(t.Integer(), { description: "By you, now; null where it depends on more than who asks." }),
    left: t.Nullable(t.Integer()),
    resets_at: t.Nullable(t.Instant(), { description: "When the window ends; null when none is open." }),
    operations: t.Array(t.String(), { description: "Ids of the operations whose declaration names it." }),
  },
  { $id: "QuotaStanding" },
);

const Gate = t.Object(
  {
    feature: t.String(),
    plan: t.OneOf(PLANS, { description: "The first plan that carries it." }),
    status: t.Integer({ description: "Of the refusal on plans below." }),
    available: t.Boolean({ description: "Whether your workspace's plan carries it." }),
  },
  { $id: "PlanGate" },
);

const Numbers = (description: string) => t.Record(t.String(), t.Integer(), { description });

export const Limits = t.Object(
  {
    edition: t.String(),
    plan: t.OneOf(PLANS, { description: "Of your workspace." }),
    quotas: t.Record(t.String(), Bucket, {
      description: "Counted by account, over REST and MCP together; one too many is 429.",
    }),
    throttles: t.Record(t.String(), Bucket, {
      description: "Counted by network address, by who calls, or by something narrower; one too many is 429.",
    }),
    work: Numbers(
      "Heavy work of one account on one server: tasks that run and wait at once (more are 429), and what one task may use (more is 400).",
    ),
    caps: Numbers("Sizes and counts that hold on every plan."),
    page_sizes: Numbers("Most entries a page, by the id of the operation; more is taken as that."),
    allowances: t.Record(
      t.String(),
      t.Object({ limit: t.Nullable(t.Integer(), { description: "Null is no bound." }) }),
      { description: "How much your workspace's plan holds." },
    ),
    gates: t.Record(t.String(), Gate, { description: "What needs a plan." }),
  },
  { $id: "Limits" },
);

export const Change = t.Object(
  {
    date: t.String({ description: "Since when, as YYYY-MM-DD." }),
    kind: t.OneOf(["added", "changed", "removed"]),
    what: t.String(),
  },
  { $id: "ApiChange" },
);
