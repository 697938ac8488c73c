// Where a document comes back to from the trash: where it was, or where the request says (rules: documents/undelete).
import { type Permit, refuse } from "../../../kernel/plugin.ts";
import type { LoadedDocument } from "../model/rows.ts";
import { ownDocument } from "../permits.ts";
import { loadMoveTarget, type MoveOptions } from "./moves.ts";
import type { Target } from "./targets.ts";

/** A document in the trash, and the place that is asked for; null is where it was. */
export type Undeletable = LoadedDocument & { target: Target | null };

/**
 * A document of the caller's trash; another place than the one where it was meets the rule of a move. Throws 409 for a document
 * whose root was deleted meanwhile, unless the request names a place.
 */
export function undeletable(options: MoveOptions): Permit<Undeletable> {
  const own = ownDocument();
  return {
    needs: own.needs,
    check: async (call, input) => {
      const found = await own.check(call, input);
      if (options.folder === undefined && options.root === undefined) {
        // What has only expired comes back to the same folder of General, as by a new retention.
        if (found.lost_root !== null && found.deleted_at) throw refuseLost(found.lost_root);
        return { ...found, target: null };
      }
      return { ...found, target: await loadMoveTarget(call, found, { needed: "settings", options }) };
    },
  };
}

function refuseLost(root: string): Error {
  return refuse.conflict(
    `the root "${root}" in which the document was has been deleted; say where to with root and folder`,
  );
}
