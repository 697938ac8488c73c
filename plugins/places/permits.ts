// Who may publish into, list or manage a place: finds it, or refuses with 404 or 403 (rules: places/existence).
import { type Actor, demandActor, isManager, type Permit, type PermitCall, refuse } from "../../kernel/plugin.ts";
import { findNamed } from "../../kernel/ports/operation.ts";
import { type Level, reaches } from "./levels.ts";
import { reachesRoot } from "./limit.ts";
import { parseFolder } from "./paths.ts";
import { findPlace, type PlaceFound, type Spot } from "./store/places.ts";
import { findGeneral, findRoot, type RootRow } from "./store/roots.ts";

/** How a request names a place: nothing, null or `~` is the caller's My documents, else a root's slug or id. */
export interface PlaceNamed {
  root?: string | null | undefined;
  folder?: string | null | undefined;
}

/** Whether a request's `root` means My documents. */
export function isPersonal(root: string | null | undefined): root is "" | "~" | null | undefined {
  return root === undefined || root === null || root === "~" || root === "";
}

/** A shared root that the caller sees; the 404 of an unknown one for every other and for `~`. */
export function sharedRoot(ref: string): Permit<RootRow> {
  return { needs: "sight of the root", check: (call) => loadRoot(call, ref) };
}

/** The root that a request names, or null where it means My documents. Throws 404 for one that the caller does not see. */
export function rootNamed(ref: string | null | undefined): Permit<RootRow | null> {
  return { needs: "sight of the root", check: (call) => (isPersonal(ref) ? null : loadRoot(call, ref)) };
}

/** A shared root that the caller manages. Throws 404 for one that they do not see and 403 where they only see it. */
export function managedRoot(ref: string): Permit<RootRow> {
  return {
    needs: "managing the root",
    check: async (call) => {
      const root = await loadRoot(call, ref);
      if (!manages(demandActor(call.actor), root)) throw refuseUnmanaged(root);
      return root;
    },
  };
}

/** Throws 403 for a token that is limited to roots of which General is none. */
export function generalInReach(): Permit<null> {
  return {
    needs: "General among the roots of the connection",
    check: async (call) => {
      const actor = demandActor(call.actor);
      const general = await findGeneral(call.sql, actor.workspace.id);
      if (reachesRoot(actor, general.root_id)) return null;
      throw refuse.forbidden(
        "the documents would go to General, which this connection does not reach; move them first",
        { code: "connection_limited" },
      );
    },
  };
}

/** Whether the person manages the root: owners and admins do, and who made it, unless it is General. */
export function manages(actor: Actor, root: RootRow): boolean {
  return isManager(actor) || (root.created_by !== null && root.created_by === actor.user_id);
}

/** The refusal for somebody who sees a root and does not manage it. */
export function refuseUnmanaged(root: RootRow): Error {
  return refuse.forbidden(
    root.is_general
      ? "only workspace owners and admins may do this in General"
      : `only the managers of "${root.name}" may do this: workspace owners and admins, and who created it`,
    { code: "role_required" },
  );
}

/** Finds the place that a request names, whatever the caller's level there. Throws 404 for a root they do not see. */
export async function loadPlace(call: PermitCall, named: PlaceNamed): Promise<PlaceFound> {
  const actor = demandActor(call.actor);
  return findPlace(call.sql, actor, await loadSpot(call, named));
}

async function loadSpot(call: PermitCall, { root, folder }: PlaceNamed): Promise<Spot> {
  const actor = demandActor(call.actor);
  const path = parseFolder(folder ?? "");
  if (isPersonal(root)) return { workspace_id: actor.workspace.id, root: null, owner_id: actor.user_id, path };
  return { workspace_id: actor.workspace.id, root: await loadRoot(call, root), owner_id: null, path };
}

async function loadRoot(call: PermitCall, ref: string): Promise<RootRow> {
  const actor = demandActor(call.actor);
  const find = (wanted: string | number) =>
    wanted === "~" ? Promise.resolve(null) : findRoot(call.sql, actor, wanted);
  const root = await findNamed(call, {
    kind: "root",
    name: ref,
    byName: () => find(ref),
    byId: find,
    idOf: ({ root_id }) => root_id,
  });
  if (!root) throw refuse.notFound(`root "${ref.slice(0, 80)}" is not found; send a root's slug, or leave root out`);
  return root;
}

/** Throws 403 naming the level held, or what to do instead. */
export function refuseLowPlace(found: PlaceFound, needed: Level): void {
  if (reaches(found.level, needed)) return;
  if (found.root === null && found.level === "none") {
    throw refuse.forbidden(
      "this connection does not reach My documents; name one of its roots in root, as GET /api/roots lists them",
      { code: "connection_limited" },
    );
  }
  const where = found.path === "" ? `the top of "${found.root?.name}"` : `folder "${found.path}"`;
  throw refuse.forbidden(`this needs ${needed} on ${where}; you hold ${found.level}`, {
    code: "level_too_low",
    level: found.level,
  });
}
