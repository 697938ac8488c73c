// The wire shapes of single sign-on.
import { type Plan, type Runtime, t } from "../../kernel/plugin.ts";
import { showWaiting, Waiting } from "../confirmations/port.ts";
import { CALLBACK_PATH } from "./providers.ts";
import { entryPath } from "./routing.ts";
import type { WaitingConfig } from "./setting.ts";
import type { ConfigRow } from "./store/configs.ts";

const SsoConfig = t.Object(
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
    status: t.OneOf(["confirmed", "waiting"], {
      description: "`waiting`: nothing was confirmed yet, and this is what `waiting` shows. Nobody signs in by it.",
    }),
  },
  { $id: "SsoConfig" },
);

const WaitingSso = t.Object(
  {
    issuer: t.String(),
    client_id: t.String(),
    client_secret_set: t.Boolean(),
    domains: t.Array(t.String()),
    enforced: t.Boolean(),
    tested_at: t.Nullable(t.Instant()),
    ...Waiting,
  },
  { $id: "WaitingSso" },
);

export const SsoPayload = t.Object(
  {
    available: t.Boolean({ description: "Whether the plan carries single sign-on." }),
    plan: t.String(),
    sso: t.Nullable(SsoConfig, { description: "What holds; null until it is configured." }),
    waiting: t.Nullable(WaitingSso, {
      description: "What was set by something else than a session, and holds once an owner has confirmed it in one.",
    }),
    redirect_uri: t.String({ description: "To be registered at the provider." }),
    login_url: t.String({ description: "Where the workspace's people begin, such as for a provider's list of apps." }),
  },
  { $id: "Sso" },
);

export function showSso(
  runtime: Pick<Runtime, "config" | "plans">,
  {
    workspace,
    row,
    waiting,
    proven,
  }: {
    workspace: { slug: string; plan: Plan };
    row: ConfigRow | null;
    waiting: WaitingConfig | null;
    proven: ReadonlySet<string>;
  },
) {
  const { config, plans } = runtime;
  const shown = row ? { ...row, status: "confirmed" as const } : waiting && { ...waiting, ...timesOf(waiting) };
  return {
    available: plans.carries("single_sign_on", workspace.plan),
    plan: workspace.plan,
    sso: shown && {
      issuer: shown.issuer,
      client_id: shown.client_id,
      client_secret_set: true,
      domains: shown.domains,
      unproven_domains: shown.domains.filter((domain) => !proven.has(domain)),
      enforced: shown.enforced,
      tested_at: shown.tested_at?.toISOString() ?? null,
      updated_at: shown.updated_at.toISOString(),
      status: shown.status,
    },
    waiting: waiting && {
      issuer: waiting.issuer,
      client_id: waiting.client_id,
      client_secret_set: true,
      domains: waiting.domains,
      enforced: waiting.enforced,
      tested_at: waiting.row.tested_at?.toISOString() ?? null,
      ...showWaiting(runtime, waiting.row),
    },
    redirect_uri: config.base_url + CALLBACK_PATH,
    login_url: config.base_url + entryPath(workspace),
  };
}

function timesOf({ row }: WaitingConfig) {
  return { tested_at: row.tested_at, updated_at: row.created_at, status: "waiting" as const };
}
