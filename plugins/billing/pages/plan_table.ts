// What each plan holds, as rows of a table, read off the same gates and allowances that requests are held to.
import { PLANS, type Runtime } from "../../../kernel/plugin.ts";

export interface PlanRow {
  what: string;
  /** A cell for each plan, in the order of `PLANS`. */
  cells: readonly string[];
}

const GIB = 1024 ** 3;
const TIB = 1024 * GIB;

/** How allowances read that are no plain counts, and those that are. */
const NAMED: Readonly<Record<string, string>> = {
  storage_bytes: "Storage",
  members: "Members",
  custom_domains: "Custom domains",
  navigations: "Navigations",
  activity_days: "Days of activity",
  activity_detail_days: "Days of activity in detail",
};

/** Allowances first, then the features that not every plan has. */
export function planRows({ allowancesOf, gatesOf }: Runtime["plans"]): PlanRow[] {
  const allowances = PLANS.map(allowancesOf);
  const gates = PLANS.map(gatesOf);
  const counted = Object.keys(allowances[0] ?? {}).map((name) => ({
    what: NAMED[name] ?? capital(name.replaceAll("_", " ")),
    cells: allowances.map((of) => cellOf(name, of[name]?.limit ?? null)),
  }));
  const gated = Object.entries(gates[0] ?? {}).map(([name, { feature }]) => ({
    what: capital(feature.replace(/^(the|a) /, "")),
    cells: gates.map((of) => (of[name]?.available ? "Yes" : "–")),
  }));
  const named = new Set(counted.map(({ what }) => what));
  return [...counted, ...gated.filter(({ what }) => !named.has(what))];
}

function cellOf(name: string, value: number | null): string {
  if (value === null) return "Unlimited";
  if (name !== "storage_bytes") return String(value);
  return value >= TIB ? `${value / TIB} TiB` : `${value / GIB} GiB`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
