// Who may look into a folder or put something there. To whom a folder is closed it is as if it were not there.
import { demandActor, type Permit, type PermitCall, refuse } from "../../kernel/plugin.ts";
import { findNamed } from "../../kernel/ports/operation.ts";
import {
  findFolderByKey,
  isPersonal,
  type Level,
  loadPlace,
  type PlaceFound,
  type PlaceNamed,
  parseFolder,
  reaches,
  refuseLowPlace,
} from "../places/port.ts";
import { findWayTo } from "./store/reading/seen.ts";

/** A folder that is there, or the top of a root or of My documents. */
export type KnownFolder = PlaceFound & {
  /** 0 at the top of My documents until something lies there. */
  place_id: number;
};

type Needed = Exclude<Level, "none"> | "sight";

/**
 * A folder, or a top, that the caller sees and holds at least `needed` on. Throws 404 for one that is not there or of which
 * they see nothing, 403 for a level too low.
 */
export function knownFolder(needed: Needed, named: PlaceNamed): Permit<KnownFolder> {
  return {
    needs: needed === "sight" ? "sight of the folder" : `${needed} on the folder`,
    check: async (call) => {
      const path = parseFolder(named.folder ?? "");
      if (path === "") return loadKnown(call, needed, named);
      const { workspace } = demandActor(call.actor);
      const found = await findNamed(call, {
        kind: "folder",
        name: `${isPersonal(named.root) ? "~" : named.root}/${path}`,
        byName: () => loadKnown(call, needed, named),
        byId: async (id) => {
          const at = await findFolderByKey(call.sql, { workspace_id: workspace.id, place_id: Number(id) });
          const here = at && (await loadKnown(call, needed, { root: named.root, folder: at.path }));
          return here?.place_id === id ? here : null;
        },
        idOf: ({ place_id }) => place_id,
      });
      if (!found) throw refuseMissingFolder(path);
      return found;
    },
  };
}

async function loadKnown(call: PermitCall, needed: Needed, named: PlaceNamed): Promise<KnownFolder> {
  const found = await loadPlace(call, named);
  // Nobody's My documents hide anything from themselves: whoever holds nothing there has to look elsewhere.
  if (found.root === null) refuseLowPlace(found, "view");
  const way = await findWayTo(call.sql, { actor: demandActor(call.actor), spot: found, now: call.now });
  const here = way.find((place) => place.path === found.path);
  // Whoever sees a root sees its top.
  if (!here?.is_seen && found.path !== "") throw refuseMissingFolder(found.path);
  if (needed !== "sight") refuseLowPlace(found, needed);
  return { ...found, place_id: here?.place_id ?? 0 };
}

/** A place that the caller may put something into, whether a folder is there yet or not. Throws 404 for a root that they do not see and 403 below edit. */
export function writablePlace(named: PlaceNamed): Permit<PlaceFound> {
  return { needs: "edit on the folder", check: (call) => loadWritable(call, named) };
}

/** The same inside another permit. */
export async function loadWritable(call: PermitCall, named: PlaceNamed): Promise<PlaceFound> {
  const found = await loadPlace(call, named);
  if (reaches(found.level, "edit")) return found;
  if (found.root !== null) refuseLowPlace({ ...found, level: await apparentLevel(call, found) }, "edit");
  // Where they might have made the folder its name is taken, which no answer can hide.
  refuseLowPlace(found, "edit");
  return found;
}

/** What the caller would hold if there were no folders of which they see nothing. */
async function apparentLevel(call: PermitCall, found: PlaceFound): Promise<Level> {
  const way = await findWayTo(call.sql, { actor: demandActor(call.actor), spot: found, now: call.now });
  return way.findLast((place) => place.is_seen || place.level !== "none")?.level ?? "none";
}

/** A place that the caller may name, whether a folder is there or not. Throws 404 for a root that they do not see. */
export function sightOf(named: PlaceNamed): Permit<PlaceFound> {
  return { needs: "sight of the root", check: (call) => loadPlace(call, named) };
}

/** The 404 of a folder that is not there, or that the caller sees nothing of. */
export function refuseMissingFolder(path: string): Error {
  return refuse.notFound(`folder "${path}" is not found`);
}
