// Who may touch a connection: its person. A token may narrow or end one, and only the session cookie widens it (part 5, 5.5).
import { demandActor, isNarrower, type Permit, refuse, type TokenLimits } from "../../kernel/mod.ts";
import { listGrants, type ShownGrant } from "./store/grants.ts";

/** The caller's own connection; another's, an ended and an unknown one are the same 404. */
export function ownConnection(): Permit<ShownGrant> {
  return {
    needs: "to be the one who connected it",
    check: async ({ actor, sql, now }, input) => {
      const { user_id, workspace } = demandActor(actor);
      const grant_id = Number(input.params["id"]);
      const [found] = await listGrants(sql, { user_id, workspace_id: workspace.id, now, grant_id });
      if (!found) throw refuse.notFound("connection not found");
      return found;
    },
  };
}

/** The same for a change to `wish`. Throws 403 to a token that would widen it. */
export function changeableConnection(wish: Partial<TokenLimits>): Permit<ShownGrant> {
  const own = ownConnection();
  return {
    needs: "to be the one who connected it, with the session cookie to widen it",
    check: async (call, input) => {
      const found = await own.check(call, input);
      if (call.actor?.credential !== "session" && !isNarrower({ ...found.limits, ...wish }, found.limits)) {
        throw refuse.forbidden("a token may only narrow a connection; sign in to the app to widen it");
      }
      return found;
    },
  };
}
