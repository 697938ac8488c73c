// The wire shapes of custom domains.
import { PLANS, type Plan, type Runtime, readWorkspace, type Sql, t } from "../../kernel/plugin.ts";
import { planName } from "../../kernel/ports/limits.ts";
import { driverPort } from "./driver.ts";
import { recordsOf } from "./hostname.ts";
import { isInternetName, targetOf } from "./settings.ts";
import { type DomainRow, listDomains, STATUSES } from "./store/domains.ts";

/** A name as a person sends it. */
export const Hostname = t.String({
  minLength: 1,
  maxLength: 300,
  description: "A name below a domain of your own, as people type it.",
  examples: ["docs.example.com"],
});

export const CustomDomain = t.Object(
  {
    id: t.Integer(),
    hostname: t.String({ description: "Lower case, as the DNS has it." }),
    status: t.OneOf(STATUSES, {
      description:
        "pending: the DNS records are not seen yet. issuing: they are, and a certificate is got. dns_ok: that has to wait, as `error` says. active: it is served. error: it is not served any more, or there is no certificate for it.",
    }),
    error: t.Nullable(t.String({ description: "What the last look found to be missing, and what was seen instead." })),
    is_default: t.Boolean({ description: "Whether the workspace's links are given out with it while it is active." }),
    signs_in: t.Boolean({
      description:
        "Whether people are sent to it signed in: once an owner or admin who is signed in has had it verified. Until then they read at the shared host what is not open to everybody.",
    }),
    records: t.Array(t.Object({ type: t.OneOf(["CNAME", "TXT"]), name: t.String(), value: t.String() }), {
      description: "To be set at whoever serves the domain's DNS, and left there: they are looked at daily.",
    }),
    verified_at: t.Nullable(t.Instant()),
    last_checked_at: t.Nullable(t.Instant()),
    url_example: t.String({ description: "What addresses on it look like." }),
  },
  { $id: "CustomDomain" },
);

export const CustomDomains = t.Object(
  {
    domains: t.Array(CustomDomain, { description: "The oldest first." }),
    limit: t.Nullable(t.Integer(), { description: "How many the plan carries; null on Enterprise." }),
    plan: t.OneOf(PLANS),
    cname_target: t.String({ description: "The name that custom domains lead to." }),
    link_host: t.Nullable(t.String(), {
      description: "The custom domain that links are given out with; null for the shared host.",
    }),
    provisioning: t.OneOf(["caddy", "acme"], { description: "What gets the certificates." }),
    notices: t.Array(t.String(), { description: "Why no domain can be added or proven, and what helps." }),
  },
  { $id: "CustomDomains" },
);

/** Everything that is shown of a workspace's domains, with the plan as it is now. */
export async function showDomains(sql: Sql, { runtime, workspace_id }: { runtime: Runtime; workspace_id: number }) {
  const { plan } = await readWorkspace(sql, workspace_id);
  const rows = await listDomains(sql, workspace_id);
  const target = targetOf(runtime);
  return {
    domains: rows.map((row) => showDomain(row, target)),
    limit: runtime.plans.allowance("custom_domains", plan),
    plan,
    cname_target: target,
    link_host: rows.find((row) => row.is_default && row.status === "active")?.hostname ?? null,
    provisioning: runtime.use(driverPort).name,
    notices: [...unreachableOf(target), ...excessOf(runtime, { plan, count: rows.length })],
  };
}

/** What is to be said where the service has no name that a domain could lead to; nothing otherwise. */
function unreachableOf(target: string): string[] {
  if (isInternetName(target)) return [];
  return [
    `This server is reached at ${target}, to which no domain can lead: none can be proven until whoever runs it sets CONTENT_URL or DOMAINS_CNAME_TARGET to a name of the internet.`,
  ];
}

/** What is to be said where a workspace has more domains than its plan carries; nothing otherwise. */
export function excessOf({ plans }: Pick<Runtime, "plans">, { plan, count }: { plan: Plan; count: number }): string[] {
  const limit = plans.allowance("custom_domains", plan);
  if (limit === null || count <= limit) return [];
  const carried = limit === 0 ? "no custom domains" : limit === 1 ? "1 custom domain" : `${limit} custom domains`;
  const there = count === 1 ? "is 1" : `are ${count}`;
  return [
    `The ${planName(plan)} plan carries ${carried} and there ${there}: those that are served go on, and none can be added or proven.`,
  ];
}

function showDomain(row: DomainRow, target: string) {
  const { alias, proof } = recordsOf(row, target);
  return {
    id: row.domain_id,
    hostname: row.hostname,
    status: row.status,
    error: row.error,
    is_default: row.is_default,
    signs_in: row.signs_in,
    records: [alias, proof],
    verified_at: row.verified_at?.toISOString() ?? null,
    last_checked_at: row.checked_at?.toISOString() ?? null,
    url_example: `https://${row.hostname}/x/my-document`,
  };
}
