// The programs that people of the workspace have connected: list them all, and end one (rules: tokens/overview).
import { nextCursor, paging, refuse, t } from "../../../kernel/plugin.ts";
import { workspaceManager } from "../../members/port.ts";
import { Connection, endGrant, listWorkspaceGrants, showGrant, WORKSPACE_GRANTS } from "../../oauth/port.ts";
import { operation } from "../../operation.ts";
import { demandMayEnd, Owner, ownedFilters, readOwnedFilters, showOwner, signedInManager } from "../owning.ts";

const WorkspaceConnection = t.Object({ ...Connection.properties, owner: Owner }, { $id: "WorkspaceConnection" });

export const readWorkspaceConnections = operation({
  id: "workspace.connection.list",
  route: "GET /api/workspace/connections",
  summary: "Lists the programs that anybody in the workspace has connected, newest first",
  description: "For owners and admins: whom each acts for, and what it may do. Whole without `limit`.",
  query: t.Object({ ...ownedFilters, ...paging({ maximum: 500 }) }),
  output: t.Object({ connections: t.Array(WorkspaceConnection), ...nextCursor }),
  rules: ({ query }) => void readOwnedFilters(query),
  permit: workspaceManager(),
  run: async ({ actor, sql, now }, { query }) => {
    const filters = readOwnedFilters(query);
    const by = { workspace_id: actor.workspace.id, now, filters, ...WORKSPACE_GRANTS.options(query) };
    const { rows, next } = WORKSPACE_GRANTS.page(await listWorkspaceGrants(sql, by), query);
    return { connections: rows.map((row) => ({ ...showGrant(row), owner: showOwner(row) })), ...next };
  },
});

export const endWorkspaceConnection = operation({
  id: "workspace.connection.end",
  route: "DELETE /api/workspace/connections/{id}",
  decides: "credentials",
  summary: "Ends anybody's connection and every token of it at once",
  description: "For owners and admins, signed in; an owner's is for owners.",
  params: t.Object({ id: t.Id({ description: "The connection's id." }) }),
  output: t.Object({ id: t.Integer(), deleted: t.Literal(true) }),
  permit: () => signedInManager("end the connections of others"),
  opens: null,
  audit: "connection.end",
  run: async ({ actor, sql, now, note }, { params }) => {
    const by = { workspace_id: actor.workspace.id, now };
    const [grant] = await listWorkspaceGrants(sql, { ...by, filters: { grant_id: params.id } });
    if (!grant) throw refuse.notFound("connection not found");
    await demandMayEnd({ sql, actor }, grant);
    const { grant_id, client_name, email } = grant;
    // Two who end it at once both answer that it is over, and one of them says so in the log.
    if (await endGrant(sql, { ...by, grant_id })) {
      const meta = { client: client_name, email };
      note("connection.end", { target_type: "connection", target_id: grant_id, meta });
    }
    return { id: grant_id, deleted: true as const };
  },
});
