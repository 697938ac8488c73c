// Credentials: what can act in a workspace, whosever it is, for its owners and admins to see and to end.
import { handle, type Plugin } from "../../kernel/plugin.ts";
import { memberPartHook } from "../members/port.ts";
import { credentialsPart } from "./app/member_part.ts";
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
  handles: () => [handle(memberPartHook, credentialsPart)],
  migrations: new URL("./migrations/", import.meta.url),
};
