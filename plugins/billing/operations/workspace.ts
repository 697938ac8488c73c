// What a workspace has and uses, and its name, the domains that may read along, and storage by the hour
// (rules: billing/who, billing/metered).
import {
  type Actor,
  lockWorkspaces,
  type Runtime,
  refuse,
  type Static,
  t,
  type WriteCall,
} from "../../../kernel/plugin.ts";
import { renameWorkspace } from "../../../kernel/ports/auth.ts";
import { readStorage } from "../../documents/port/read.ts";
import { findHolders, readOwnDomain } from "../../email_domains/port.ts";
import { workspaceManager, workspaceOwner } from "../../members/port.ts";
import { operation } from "../../operation.ts";
import { applyStorage } from "../applying.ts";
import { keepReading } from "../metering.ts";
import { ADDON_BYTES } from "../prices.ts";
import { processorPort } from "../processor.ts";
import { usageSettings } from "../settings.ts";
import { BillingShape, showBilling } from "../showing.ts";
import { keepUsageLimits, lockAccount, usageLimitsOf } from "../store/accounts.ts";
import { domainsWithMembers, listViewerDomains, replaceViewerDomains } from "../store/viewer_domains.ts";
import { type UsageLimits, usageBytes } from "../subscription.ts";

const DOMAINS_MAX = 50;
const DOMAIN_CHARS_MAX = 253;
const NAME_CHARS_MAX = 100;
const CENTS_MAX = 100_000_000;
const GIB_MAX = 1_000_000;

export const readBilling = operation({
  id: "billing.get",
  route: "GET /api/billing/workspace",
  summary: "Show the workspace's plan, storage and account",
  output: BillingShape,
  permit: workspaceManager(),
  run: ({ sql, actor, runtime, now }) => showBilling(sql, { runtime, workspace_id: actor.workspace.id, now }),
});

const UsageChange = t.Object({
  spending_limit_cents: t.Integer({ minimum: 1, maximum: CENTS_MAX, description: "What a month may cost at most." }),
  capacity_limit_gib: t.Integer({ minimum: 1, maximum: GIB_MAX, description: "How much may be stored above the cap." }),
});

const Change = t.Object({
  name: t.Optional(t.Called({ maxLength: NAME_CHARS_MAX, description: "The workspace's name." })),
  viewer_domains: t.Optional(
    t.Array(t.String({ minLength: 1, maxLength: DOMAIN_CHARS_MAX, examples: ["example.com"] }), {
      maxItems: DOMAINS_MAX,
      description: "Mail domains whose people read on the content host what the workspace's members may.",
    }),
  ),
  usage: t.Optional(
    t.Nullable(UsageChange, { description: "Buys storage above the cap by the hour, within limits; null ends it." }),
  ),
});

export const changeBilling = operation({
  id: "billing.update",
  route: "PATCH /api/billing/workspace",
  summary: "Change the workspace's name, viewer domains or storage by the hour",
  body: Change,
  output: BillingShape,
  permit: ({ body }) => (body.usage === undefined ? workspaceManager() : workspaceOwner()),
  // Their people read on the content host what members read.
  opens: ({ body }) => (body.viewer_domains?.length ? "outsiders" : null),
  // The name stands above a wiki, in invites and on the pages of those who come.
  publishes: ({ body }) => (body.name === undefined ? null : "public"),
  audit: "workspace.update",
  refuses: [402, 409, 503],
  run: async (call, { body }) => {
    const { sql, actor, runtime, now } = call;
    const [workspace] = await lockWorkspaces(sql, [actor.workspace.id]);
    if (!workspace) throw new Error("the workspace of the caller is gone");
    const meta: Record<string, unknown> = {};
    const name = body.name?.trim() ?? workspace.name;
    if (name !== workspace.name) {
      await renameWorkspace(sql, workspace.id, name);
      meta["name"] = name;
    }
    if (body.viewer_domains !== undefined) {
      const domains = await claimDomains(call, body.viewer_domains);
      if (domains) meta["viewer_domains"] = domains;
    }
    if (body.usage !== undefined) meta["usage"] = await buyByTheHour(call, workspace, body.usage);
    if (Object.keys(meta).length > 0) {
      call.note("workspace.update", { target_type: "workspace", target_id: workspace.id, meta });
    }
    return showBilling(sql, { runtime, workspace_id: workspace.id, now });
  },
});

/** Sets the domains; null when they were so already. Throws 400 for one without a member or of a public provider, 409 for another workspace's. */
async function claimDomains(
  { sql, actor, now }: WriteCall<Actor>,
  asked: readonly string[],
): Promise<readonly string[] | null> {
  const workspace_id = actor.workspace.id;
  const domains = [...new Set(asked.map(readOwnDomain))].sort();
  const before = await listViewerDomains(sql, workspace_id);
  if (before.join() === domains.join()) return null;
  const known = await domainsWithMembers(sql, { workspace_id, domains });
  const strange = domains.find((one) => !known.has(one));
  if (strange) throw refuse.invalid(`no member who has signed in has an address at ${strange}: invite one first`);
  const claimed = await replaceViewerDomains(sql, { workspace_id, domains, now });
  const holders = await findHolders(sql, domains);
  const [taken] = [...claimed, ...domains.filter((one) => (holders.get(one) ?? workspace_id) !== workspace_id)];
  if (taken) throw refuse.conflict(`${taken} is claimed by another workspace`);
  return domains;
}

/** Throws 503 where storage is not sold by the hour, 402 on Free, and 400 for limits that come to nothing. */
async function buyByTheHour(
  { sql, runtime, now }: WriteCall<Actor>,
  workspace: Actor["workspace"],
  change: Static<typeof UsageChange> | null,
): Promise<Static<typeof UsageChange> | null> {
  const account = await lockAccount(sql, workspace.id);
  const usage = change && usageWithin(runtime, workspace, change);
  if (usage && account.started_at === null) {
    throw refuse.plan("storage by the hour needs a subscription: start a plan with POST /api/billing/checkout", {
      plan: "team",
    });
  }
  if (!usage && usageLimitsOf(account) === null) return null;
  await refuseWhileAbove(sql, { runtime, workspace, addon_units: account.addon_units, usage });
  // Nobody reads the meter of a workspace that has ended it.
  if (!usage) await keepReading(sql, { workspace_id: workspace.id, now });
  await keepUsageLimits(sql, { workspace_id: workspace.id, usage });
  const kept = {
    ...account,
    usage_spending_cents: usage?.spending_cents ?? null,
    usage_capacity_gib: usage?.capacity_gib ?? null,
  };
  await applyStorage(sql, { runtime, account: kept, plan: workspace.plan, now });
  return change;
}

/** What is stored above the cap, or above what the limits let be bought, would go on for nothing. Throws 409. */
async function refuseWhileAbove(
  sql: WriteCall["sql"],
  of: { runtime: Runtime; workspace: Actor["workspace"]; addon_units: number; usage: UsageLimits | null },
): Promise<void> {
  const { runtime, workspace, addon_units, usage } = of;
  const cap = runtime.plans.allowance("storage_bytes", workspace.plan);
  const { used } = await readStorage(sql, { runtime, workspace });
  const above = cap === null ? 0 : used - cap - addon_units * ADDON_BYTES;
  const cents = runtime.settings(usageSettings)?.BILLING_USAGE_CENTS ?? 0;
  if (above <= (usage ? usageBytes(usage, cents) : 0)) return;
  const gib = Math.ceil(above / 1024 ** 3);
  throw refuse.conflict(
    usage
      ? `${gib} GiB are stored above the cap, more than these limits buy; give capacity_limit_gib ${gib} and spending_limit_cents ${gib * cents} at least, or delete documents`
      : `${gib} GiB are stored above the cap; delete documents or buy more before you end storage by the hour`,
  );
}

function usageWithin(runtime: Runtime, { plan }: Actor["workspace"], change: Static<typeof UsageChange>) {
  const cents = runtime.settings(usageSettings)?.BILLING_USAGE_CENTS;
  if (runtime.use(processorPort) === null || cents === undefined) {
    throw refuse.unavailable("storage is not sold by the hour here");
  }
  if (plan === "free")
    throw refuse.plan("storage by the hour needs a paid plan; this workspace is on Free", { plan: "team" });
  const usage = { spending_cents: change.spending_limit_cents, capacity_gib: change.capacity_limit_gib };
  if (usageBytes(usage, cents) === 0) {
    throw refuse.invalid(
      `spending_limit_cents ${usage.spending_cents} buys nothing: a GiB costs ${cents} cents a month, so give at least that`,
    );
  }
  return usage;
}
