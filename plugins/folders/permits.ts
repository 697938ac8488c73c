// Who may look into a folder and change it, and that it is there.
import { type Openness, type Permit, refuse } from "../../kernel/mod.ts";
import { documentsPort } from "../documents/port.ts";
import {
  type Level,
  listFolderRows,
  loadPlace,
  type PlaceFound,
  type PlaceNamed,
  place,
  reaches,
  refuseLowPlace,
} from "../places/port.ts";
import { findSiteOf, type OfSite, opennessOfFolder } from "./openness.ts";
import { seenFolders } from "./visible.ts";

/** A folder that is there, or the top of a root. */
export type Existing = PlaceFound & OfSite & { place_id: number };

/**
 * A folder, or a top, that the caller sees and holds at least `needed` on. Throws 404 for one that is not there or of which
 * they see nothing, 403 for a level too low. The top of My documents is there always; its key is 0 until something lies there.
 */
export function existingFolder(needed: Exclude<Level, "none"> | "sight", named: PlaceNamed): Permit<Existing> {
  return {
    needs: needed === "sight" ? "sight of the folder" : `${needed} on the folder`,
    check: async (call) => {
      const found = await loadPlace(call, named);
      // Nobody's My documents hide anything from themselves: whoever holds nothing there has to look elsewhere.
      if (found.root === null) refuseLowPlace(found, "view");
      const { actor, sql, now } = call;
      if (!actor) throw refuseMissingFolder(found.path);
      const rows = await listFolderRows(sql, actor, found);
      const at = rows.find((row) => row.path === found.path);
      const place_ids = rows.map((row) => row.place_id);
      const held = await call.use(documentsPort).countFor(sql, { actor, place_ids, now });
      const isTop =
        found.path === "" &&
        (reaches(found.level, "view") || held.size > 0 || rows.some((row) => row.level !== "none"));
      if (!isTop && !seenFolders(rows, held).some((folder) => folder.path === found.path))
        throw refuseMissingFolder(found.path);
      if (needed !== "sight") refuseLowPlace(found, needed);
      return { ...found, place_id: at?.place_id ?? 0, site: await findSiteOf(call, found) };
    },
  };
}

/** A place for a folder to be made at. Throws 404 for a root that the caller does not see, 403 below edit. */
export function newFolder(named: PlaceNamed): Permit<PlaceFound & OfSite> {
  const at = place("edit", named);
  return {
    needs: at.needs,
    check: async (call, input) => {
      const found = await at.check(call, input);
      return { ...found, site: await findSiteOf(call, found) };
    },
  };
}

/**
 * A folder whose contents are to be at `to`, below or at a folder `into` that the caller may edit too; `there` says who reads
 * them then. The same refusals for both.
 */
export function movableFolder(
  named: PlaceNamed,
  { into, to }: { into: string; to: string },
): Permit<Existing & { there: Openness }> {
  const folder = existingFolder("edit", named);
  const above = place("edit", { root: named.root, folder: into });
  return {
    needs: "edit on the folder and where it goes",
    check: async (call, input) => {
      const found = await folder.check(call, input);
      await above.check(call, input);
      const target = await loadPlace(call, { root: named.root, folder: to });
      return { ...found, there: opennessOfFolder({ ...target, site: await findSiteOf(call, target) }) };
    },
  };
}

/** A place that the caller may name, whether a folder is there or not. Throws 404 for a root that they do not see. */
export function sightOf(named: PlaceNamed): Permit<PlaceFound> {
  return { needs: "sight of the root", check: (call) => loadPlace(call, named) };
}

/** The 404 of a folder that is not there, or that the caller sees nothing of. */
export function refuseMissingFolder(path: string): Error {
  return refuse.notFound(`folder "${path}" is not found`);
}
