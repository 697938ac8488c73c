// A connection to a directory as the API shows it.
import { PLANS, type Plan, type Runtime, type Sql, type Static, t } from "../../kernel/plugin.ts";
import { showWaitingParts, WaitingPartShape } from "./confirming.ts";
import { directoriesPort } from "./consent.ts";
import { PROVIDERS, type ProviderName } from "./providers/provider.ts";
import { findConnection } from "./store/connections.ts";
import { listGroups, type ShownGroupRow } from "./store/groups.ts";

const DirectoryGroup = t.Object({
  id: t.Integer({ description: "Of the group here, as /api/groups has it." }),
  slug: t.String(),
  name: t.String(),
  group_id: t.String({ description: "The provider's own id." }),
  mode: t.OneOf(["sync"]),
  members: t.Integer(),
  unmatched: t.Integer({
    description: "People of the directory's group without an account here: they are in it once they join.",
  }),
  paused: t.Boolean({ description: "Nobody has access through it until the directory is read again." }),
  refreshed_at: t.Nullable(t.Instant()),
});

export const DirectoryShape = t.Object(
  {
    provider: t.OneOf(PROVIDERS),
    configured: t.Boolean({ description: "Whether this server can connect to the provider." }),
    connected: t.Boolean(),
    health: t.OneOf(["disconnected", "waiting", "healthy", "failing"], {
      description: "`waiting` until it was first read, `failing` while the last reading did not come whole.",
    }),
    error: t.Nullable(t.String()),
    connected_at: t.Nullable(t.Instant()),
    tried_at: t.Nullable(t.Instant()),
    succeeded_at: t.Nullable(t.Instant()),
    directory_only: t.Boolean({ description: "Whether only people of these groups may join the workspace." }),
    directory_only_available: t.Boolean(),
    available: t.Boolean({ description: "Whether the workspace's plan carries directories." }),
    plan: t.OneOf(PLANS),
    groups: t.Array(DirectoryGroup),
    waiting: t.Array(WaitingPartShape, {
      description: "What was set by something else than a session, and holds once an owner confirms it in one.",
    }),
  },
  { $id: "Directory" },
);

export async function showDirectory(
  sql: Sql,
  of: { runtime: Runtime; workspace: { id: number; plan: Plan }; provider: ProviderName },
): Promise<Static<typeof DirectoryShape>> {
  const { runtime, workspace, provider } = of;
  const row = await findConnection(sql, { workspace_id: workspace.id, provider });
  const groups = row ? await listGroups(sql, row.connection_id) : [];
  const connected = row?.refresh_token != null;
  const isRead = row?.succeeded_at != null;
  return {
    provider,
    configured: runtime.use(directoriesPort).has(provider),
    connected,
    health: !connected ? "disconnected" : row.error !== null ? "failing" : isRead ? "healthy" : "waiting",
    error: row?.error ?? null,
    connected_at: row?.connected_at?.toISOString() ?? null,
    tried_at: row?.tried_at?.toISOString() ?? null,
    succeeded_at: row?.succeeded_at?.toISOString() ?? null,
    directory_only: row?.directory_only ?? false,
    directory_only_available: runtime.plans.carries("directory_only", workspace.plan),
    available: runtime.plans.carries("directory", workspace.plan),
    plan: workspace.plan,
    groups: groups.map(showGroup),
    waiting: await showWaitingParts(sql, { runtime, workspace_id: workspace.id, provider }),
  };
}

function showGroup(row: ShownGroupRow) {
  const { group_id, slug, name, provider_group, members, unmatched, paused, refreshed_at } = row;
  return {
    id: group_id,
    slug,
    name,
    group_id: provider_group,
    mode: "sync" as const,
    members: paused ? 0 : members,
    unmatched,
    paused,
    refreshed_at: refreshed_at?.toISOString() ?? null,
  };
}
