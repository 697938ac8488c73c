// Evaluates what the manifest says a plan carries: gates by feature, allowances by count.
import type { Actor } from "../auth/actor.ts";
import { PLANS, type Plan } from "../base/plan.ts";
import { type Refusal, refuse } from "../base/refusal.ts";
import type { GateEntry, Manifest } from "../config/manifest.ts";

/** Answers what a plan carries. */
export interface Plans {
  /** The plan of a new workspace: `DEFAULT_PLAN`, else the edition's. */
  initial: Plan;
  /** Where plans are sold; null where they are not. */
  pricing_url: string | null;
  /** Throws 402 or 403, as the manifest says, when the actor's plan is below the gate's. */
  demand(gate: string, actor: Actor): void;
  /** Whether a plan meets the gate: what lists and payloads say as `available` and `can_create`. */
  carries(gate: string, plan: Plan): boolean;
  /** The count of a plan; null is no bound. */
  allowance(name: string, plan: Plan): number | null;
  /** Every gate as it stands for a plan. */
  gatesOf(plan: Plan): Record<string, Omit<GateEntry, "plural"> & { available: boolean }>;
  /** Every count of a plan. */
  allowancesOf(plan: Plan): Record<string, { limit: number | null }>;
}

/** Binds the manifest's gates and allowances; `pricing_url` is named in refusals where plans are sold. */
export function createPlans(
  manifest: Pick<Manifest, "gates" | "allowances">,
  { initial, pricing_url }: { initial: Plan; pricing_url: string | null },
): Plans {
  function gateNamed(name: string): GateEntry {
    const gate = manifest.gates[name];
    if (!gate) throw new Error(`gate "${name}" is not in the manifest`);
    return gate;
  }
  const isMet = (gate: GateEntry, plan: Plan) => PLANS.indexOf(plan) >= PLANS.indexOf(gate.plan);
  return {
    initial,
    pricing_url,
    demand: (name, { workspace }) => {
      const gate = gateNamed(name);
      if (!isMet(gate, workspace.plan)) throw refuseGate(gate, workspace.plan, pricing_url);
    },
    carries: (name, plan) => isMet(gateNamed(name), plan),
    allowance: (name, plan) => {
      const entry = manifest.allowances[name];
      if (!entry) throw new Error(`allowance "${name}" is not in the manifest`);
      return entry[plan];
    },
    gatesOf: (plan) =>
      mapValues(manifest.gates, (gate) => {
        const { plural: _plural, ...shown } = gate;
        return { ...shown, available: isMet(gate, plan) };
      }),
    allowancesOf: (plan) => mapValues(manifest.allowances, (entry) => ({ limit: entry[plan] })),
  };
}

function mapValues<From, To>(record: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

function refuseGate(gate: GateEntry, plan: Plan, pricingUrl: string | null): Refusal {
  const where = pricingUrl ? `; see ${pricingUrl}` : "";
  const message = `${describeGate(gate)}; this workspace is on ${planName(plan)}${where}`;
  const refusal =
    gate.status === 402 ? refuse.plan(message, { plan: gate.plan }) : refuse.forbidden(message, { plan: gate.plan });
  const words = `${gate.feature} ${gate.plural ? "are" : "is"} not among what this workspace may use`;
  return withoutPlans(refusal, { pricing_url: pricingUrl }, `${words}; ${ASK_OPERATOR}`);
}

/** The way out where nothing is sold, as the end of a sentence. */
export const ASK_OPERATOR = "ask whoever runs this server";

/** Where no plans are sold, pages say `words` of a refusal by plan, and not a word of plans; programs are answered as everywhere. */
export function withoutPlans(refusal: Refusal, { pricing_url }: Pick<Plans, "pricing_url">, words: string): Refusal {
  if (pricing_url === null) refusal.for_people = words;
  return refusal;
}

interface Full {
  plan: Plan;
  most: number;
  count: number;
  /** One of them, and many. */
  called: readonly [string, string];
  /** What else its maker might do. */
  instead?: string;
}

/** The refusal of one more than an allowance has. */
export function refuseFull(plans: Pick<Plans, "pricing_url">, kind: "plan" | "forbidden", full: Full): Refusal {
  const { plan, most, count, called, instead } = full;
  const what = called[most === 1 ? 0 : 1];
  const ways = `${instead ? `${instead}, ` : ""}delete one or ${ASK_OPERATOR} for more`;
  const refusal = refuse[kind](describeFull(plans, full), { plan, limit: most });
  return withoutPlans(refusal, plans, `this workspace may have ${most} ${what} and has ${count}: ${ways}`);
}

/**
 * The words for one more than an allowance has: "the Free plan carries 1 navigation and this workspace has 1: delete one or change the
 * plan".
 */
function describeFull({ pricing_url }: Pick<Plans, "pricing_url">, of: Full): string {
  const where = pricing_url ? `; see ${pricing_url}` : "";
  const what = of.called[of.most === 1 ? 0 : 1];
  const ways = `${of.instead ? `${of.instead}, ` : ""}delete one or change the plan`;
  return `the ${planName(of.plan)} plan carries ${of.most} ${what} and this workspace has ${of.count}: ${ways}${where}`;
}

/** What a gate asks for, as the beginning of a sentence: "groups need the Team plan or above". */
export function describeGate({ feature, plural, plan }: Pick<GateEntry, "feature" | "plural" | "plan">): string {
  return `${feature} ${plural ? "need" : "needs"} the ${planName(plan)} plan${plan === "enterprise" ? "" : " or above"}`;
}

/** `team` as people read it: Team. */
export function planName(plan: Plan): string {
  return plan.charAt(0).toUpperCase() + plan.slice(1);
}
