// Who may touch a connection: its person.
// A token may narrow or end one, and only the session cookie widens it (rules: oauth/narrowing).
import {
  type Actor,
  demandActor,
  type Permit,
  type PermitCall,
  refuse,
  type TokenLimits,
} from "../../kernel/plugin.ts";
import { isNarrower } from "../../kernel/ports/auth.ts";
import { settingsPath } from "../app/port/paths.ts";
import { readToolsets } from "./pages/choice.ts";
import { listOffered, readRoots, withHeld } from "./roots.ts";
import { findGrantOfToken, listGrants, type ShownGrant } from "./store/grants.ts";

/**
 * The caller's connections, newest first; with `grant_id` only that one. A token that is limited knows the connection it came
 * of and those that may do no more than it: it must not end what its person lets do what it may not.
 */
export async function listReached(
  { sql, now }: Pick<PermitCall, "sql" | "now">,
  { user_id, workspace, token }: Actor,
  only: { grant_id?: number } = {},
): Promise<ShownGrant[]> {
  const grants = await listGrants(sql, { user_id, workspace_id: workspace.id, now, ...only });
  if (!token?.limits) return grants;
  const { limits } = token;
  const own = await findGrantOfToken(sql, token.id);
  return grants.filter((grant) => grant.grant_id === own?.grant_id || isNarrower(grant.limits, limits));
}

/** The caller's own connection; another's, an ended, an unknown and a wider one are the same 404. */
export function ownConnection(): Permit<ShownGrant> {
  return {
    needs: "to be the one who connected it",
    check: async (call, input) => {
      const grant_id = Number(input.params["id"]);
      const [found] = await listReached(call, demandActor(call.actor), { grant_id });
      if (!found) throw refuse.notFound("connection not found");
      return found;
    },
  };
}

/** What a request says of the limits; what it leaves out stays. Roots are named as everywhere. */
interface RequestedLimits {
  read_only?: boolean;
  toolsets?: string[] | null;
  max_visibility?: TokenLimits["max_visibility"];
  roots?: string[] | null;
}

/** The same with its limits as requested. Throws 403 to a token that would widen it. */
export function changeableConnection(options: RequestedLimits): Permit<ShownGrant & { wanted: TokenLimits }> {
  const own = ownConnection();
  return {
    needs: "to be the one who connected it, with the session cookie to widen it",
    check: async (call, input) => {
      const found = await own.check(call, input);
      const wanted = await wantedLimits(call, found, options);
      if (call.actor?.credential !== "session" && !isNarrower(wanted, found.limits)) {
        const page = call.runtime.config.base_url + settingsPath("me/connections");
        throw refuse.forbidden(`a token may only narrow a connection; widen it at ${page}`);
      }
      return { ...found, wanted };
    },
  };
}

async function wantedLimits(
  { sql, actor }: PermitCall,
  { limits }: ShownGrant,
  { read_only, toolsets, max_visibility, roots }: RequestedLimits,
): Promise<TokenLimits> {
  const offered = roots ? withHeld(await listOffered(sql, demandActor(actor)), limits) : [];
  return {
    read_only: read_only ?? limits.read_only,
    toolsets: toolsets === undefined ? limits.toolsets : toolsets && readToolsets(toolsets),
    max_visibility: max_visibility === undefined ? limits.max_visibility : max_visibility,
    roots: roots === undefined ? limits.roots : roots && readRoots(roots, offered),
  };
}
