// What other plugins may use of connections: those of a workspace, and their end.
export { Connection, showGrant } from "./showing.ts";
export { endGrant, endGrantsOf, listGrants, type ShownGrant } from "./store/grants.ts";
export {
  type GrantFilters,
  listWorkspaceGrants,
  type OwnedGrant,
  WORKSPACE_GRANTS,
} from "./store/workspace_grants.ts";
