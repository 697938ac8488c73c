// What every client may ask before it begins: how much it may, and which versions of the API there are.
import { anyone, KERNEL_BOUNDS, signedIn, t } from "../../kernel/plugin.ts";
import { listCaps } from "../../kernel/ports/limits.ts";
import { workBounds } from "../../kernel/ports/workers.ts";
import { operation } from "../operation.ts";
import { contractPort } from "./contract.ts";
import { showQuotas } from "./limits.ts";
import { Change, Limits } from "./schemas.ts";

export const readLimits = operation({
  id: "limits.get",
  route: "GET /api/limits",
  tool: {
    name: "get_limits",
    wording: "What may be used how often, how large things may be, what the plan carries, and what is left now.",
    idempotent: true,
  },
  summary: "Say every limit and what is left",
  description:
    "Asking costs nothing. A bucket's window begins with its first use and is empty again at `resets_at`. Names of sizes and counts end in their unit.",
  output: Limits,
  permit: signedIn(),
  connection_limit: "caller",
  run: async ({ actor, runtime, request, now, use }) => {
    const { plan } = actor.workspace;
    const contract = use(contractPort);
    return {
      edition: runtime.config.edition,
      plan,
      ...showQuotas(await runtime.quotas.standingOf({ actor, request, now }), contract),
      work: workBounds(),
      caps: { ...KERNEL_BOUNDS, ...listCaps(runtime) },
      page_sizes: contract.page_sizes,
      allowances: runtime.plans.allowancesOf(plan),
      gates: runtime.plans.gatesOf(plan),
    };
  },
});

export const readChangelog = operation({
  id: "changelog.get",
  route: "GET /api/changelog",
  summary: "Say which versions of the API there are and what changed",
  description: "Ask for one of them by the header `Service-Version`; without it the newest answers.",
  output: t.Object({
    current: t.String({ description: "The newest version." }),
    versions: t.Array(
      t.Object({
        version: t.String({ description: "The day of its release, by which requests ask for it." }),
        ends_on: t.Nullable(t.String(), {
          description: "From this day on it is not answered any more; null while none is set.",
        }),
        changes: t.Array(Change),
      }),
      { description: "Newest first." },
    ),
  }),
  anonymous: true,
  permit: anyone(),
  run: ({ use }) => {
    const { changelog } = use(contractPort);
    const versions = changelog.map((one) => ({ ...one, changes: [...one.changes] }));
    return { current: changelog[0].version, versions };
  },
});
