// A workspace's directory:
// its state, refreshes, the policy, and its end (rules: directories/connecting, directories/only_followed).
import { refuse, t } from "../../../kernel/plugin.ts";
import { tellOwners } from "../../confirmations/port.ts";
import { isByHand, workspaceManager } from "../../members/port.ts";
import { operation } from "../../operation.ts";
import { dropWaitingPart, letPartWait, WAITING_PARTS } from "../confirming.ts";
import { PROVIDERS } from "../providers/provider.ts";
import { DirectoryShape, showDirectory } from "../showing.ts";
import { endConnection, lockConnection, setDirectoryOnly, wantRefresh } from "../store/connections.ts";
import { holdGroupsOf, pauseGroup } from "../store/groups.ts";

export const provider = { provider: t.OneOf(PROVIDERS, { description: "The company's directory." }) };

export const readDirectory = operation({
  id: "directory.get",
  route: "GET /api/directory/{provider}",
  summary: "Show how the connection to a directory stands, and the groups that come of it",
  params: t.Object(provider),
  output: DirectoryShape,
  permit: workspaceManager(),
  run: ({ sql, runtime, actor }, { params }) =>
    showDirectory(sql, { runtime, workspace: actor.workspace, provider: params.provider }),
});

export const queueRefresh = operation({
  id: "directory.sync",
  route: "POST /api/directory/{provider}/sync",
  decides: "membership",
  summary: "Have the groups read again",
  params: t.Object(provider),
  output: t.Object({ queued: t.Boolean() }, { $id: "DirectorySync" }),
  status: 202,
  permit: workspaceManager(),
  gate: "directory",
  quota: "directory_sync",
  opens: () => "restricted",
  audit: "directory.sync",
  refuses: [409],
  run: async (call, { params }) => {
    const { sql, actor, now, runtime } = call;
    const row = await lockConnection(sql, { workspace_id: actor.workspace.id, provider: params.provider });
    if (!row.refresh_token) throw refuseUnconnected(params.provider);
    await wantRefresh(sql, row.connection_id, now);
    call.note("directory.sync", { target_type: "workspace", target_id: actor.workspace.id, meta: { ...params } });
    call.afterCommit(() => runtime.jobs.wake());
    return { queued: true };
  },
});

export const changeDirectoryPolicy = operation({
  id: "directory.policy",
  route: "PUT /api/directory/{provider}/policy",
  decides: "membership",
  summary: "Let only people of the directory join",
  description:
    "With `directory_only`, invites and every other way in are refused to addresses that no synced group of the directory has. Whoever is a member stays. Switched on by anything else than a session it waits until an owner confirms it in one. It rests while the plan does not carry it, and can be switched off on every plan.",
  params: t.Object(provider),
  body: t.Object({ directory_only: t.Boolean() }),
  output: DirectoryShape,
  permit: workspaceManager(),
  gate: { name: "directory_only", when: ({ body }) => body.directory_only },
  // Off, whoever is invited or provisioned comes in, whatever the directory says of them.
  opens: ({ body }) => (body.directory_only ? null : "outsiders"),
  audit: "directory.policy",
  refuses: [409],
  run: async (call, { params, body }) => {
    const { sql, actor, runtime, note } = call;
    const { workspace } = actor;
    const { provider } = params;
    const isHand = await isByHand(call);
    const row = await lockConnection(sql, { workspace_id: workspace.id, provider: params.provider });
    if (body.directory_only && !row.refresh_token) throw refuseUnconnected(params.provider);
    if (body.directory_only && !row.directory_only && !isHand) {
      await letPartWait(call, { provider, what: "directory_only", sealed: null });
      return showDirectory(sql, { runtime, workspace, provider });
    }
    await dropWaitingPart(sql, { workspace_id: workspace.id, provider, what: "directory_only" });
    await setDirectoryOnly(sql, row.connection_id, body.directory_only);
    if (row.directory_only && !body.directory_only && !isHand) {
      const described = { title: `Not only people of the directory at ${provider} join any more`, facts: [] };
      await tellOwners(call, { action: "sign_in_setting.end", described });
    }
    note("directory.policy", { target_type: "workspace", target_id: workspace.id, meta: { ...params, ...body } });
    return showDirectory(sql, { runtime, workspace, provider: params.provider });
  },
});

export const disconnectDirectory = operation({
  id: "directory.disconnect",
  route: "DELETE /api/directory/{provider}",
  decides: "sign-in",
  summary: "End the connection to a directory",
  description:
    "Access through its groups ends at once; the groups and what was granted to them stay, for another connection.",
  params: t.Object(provider),
  output: t.Object({ provider: t.OneOf(PROVIDERS), disconnected: t.Boolean() }, { $id: "DirectoryDisconnected" }),
  permit: workspaceManager(),
  opens: null,
  audit: "directory.disconnect",
  refuses: [404],
  run: async (call, { params }) => {
    const { sql, actor, note } = call;
    const workspace_id = actor.workspace.id;
    const { provider } = params;
    const row = await lockConnection(sql, { workspace_id, provider });
    const dropped = await Promise.all(
      WAITING_PARTS.map((what) => dropWaitingPart(sql, { workspace_id, provider, what })),
    );
    if (!row.refresh_token && dropped.includes(true)) {
      note("directory.disconnect", { target_type: "workspace", target_id: workspace_id, meta: { ...params } });
      return { provider, disconnected: true };
    }
    if (!row.refresh_token) throw refuse.notFound(`${params.provider} is not connected`);
    await endConnection(sql, row.connection_id);
    for (const group of await holdGroupsOf(sql, row.connection_id)) await pauseGroup(sql, group);
    note("directory.disconnect", { target_type: "workspace", target_id: workspace_id, meta: { ...params } });
    if (!(await isByHand(call))) {
      const described = { title: `The directory at ${provider} is not connected any more`, facts: [] };
      await tellOwners(call, { action: "sign_in_setting.end", described });
    }
    return { provider: params.provider, disconnected: true };
  },
});

export function refuseUnconnected(name: string): Error {
  return refuse.conflict(`${name} is not connected; begin with POST /api/directory/${name}/connect`);
}
