// What other plugins may use of connections: those of a workspace, and their end.
export { Connection, showGrant } from "./showing.ts";
export { endGrant, endGrantsOf, listGrants } from "./store/grants.ts";
export { listWorkspaceGrants, WORKSPACE_GRANTS } from "./store/workspace_grants.ts";
