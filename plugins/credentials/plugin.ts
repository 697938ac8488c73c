// Credentials: what can act in a workspace, whosever it is, for its owners and admins to see and to end.
import type { Plugin } from "../../kernel/plugin.ts";
import { endWorkspaceConnection, readWorkspaceConnections } from "./operations/connections.ts";
import { signOutMember } from "./operations/sign_out.ts";
import { readWorkspaceTokens, revokeWorkspaceToken } from "./operations/tokens.ts";

export const credentials: Plugin = {
  name: "credentials",
  operations: [
    readWorkspaceTokens,
    revokeWorkspaceToken,
    readWorkspaceConnections,
    endWorkspaceConnection,
    signOutMember,
  ],
  migrations: new URL("./migrations/", import.meta.url),
};
