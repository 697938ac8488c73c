// The wire shapes of single sign-on.
import { type House, type Plan, t } from "../../kernel/mod.ts";
import { CALLBACK_PATH } from "./providers.ts";
import { entryPath } from "./routing.ts";
import type { ConfigRow } from "./store/configs.ts";

export const SsoConfig = t.Object(
  {
    issuer: t.String(),
    client_id: t.String(),
    client_secret_set: t.Boolean(),
    domains: t.Array(t.String()),
    unproven_domains: t.Array(t.String(), {
      description: "Those of `domains` that are not proven (`/api/email-domains`): nobody is routed or let in by them.",
    }),
    enforced: t.Boolean({ description: "Every other way in is closed for the proven ones of `domains`." }),
    tested_at: t.Nullable(t.Instant(), {
      description: "When an owner or admin last went through this connection whole; another connection begins anew.",
    }),
    updated_at: t.Instant(),
  },
  { $id: "SsoConfig" },
);

export const SsoPayload = t.Object(
  {
    available: t.Boolean({ description: "Whether the plan carries single sign-on." }),
    plan: t.String(),
    sso: t.Nullable(SsoConfig, { description: "Null until it is configured." }),
    redirect_uri: t.String({ description: "To be registered at the provider." }),
    login_url: t.String({ description: "Where the workspace's people begin, such as for a provider's list of apps." }),
  },
  { $id: "Sso" },
);

export function showSso(
  { config, plans }: Pick<House, "config" | "plans">,
  {
    workspace,
    row,
    proven,
  }: { workspace: { slug: string; plan: Plan }; row: ConfigRow | null; proven: ReadonlySet<string> },
) {
  return {
    available: plans.carries("single_sign_on", workspace.plan),
    plan: workspace.plan,
    sso: row && {
      issuer: row.issuer,
      client_id: row.client_id,
      client_secret_set: true,
      domains: row.domains,
      unproven_domains: row.domains.filter((domain) => !proven.has(domain)),
      enforced: row.enforced,
      tested_at: row.tested_at?.toISOString() ?? null,
      updated_at: row.updated_at.toISOString(),
    },
    redirect_uri: config.base_url + CALLBACK_PATH,
    login_url: config.base_url + entryPath(workspace),
  };
}
