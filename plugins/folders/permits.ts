// Who may look into a folder, change it, make it and move it, with the site that it is part of.
import { type Openness, type Permit, Refusal } from "../../kernel/plugin.ts";
import { type KnownFolder, knownFolder, writablePlace } from "../documents/port/read.ts";
import { loadPlace, type PlaceFound, type PlaceNamed } from "../places/port.ts";
import { findSiteOf, type OfSite, opennessOfFolder } from "./openness.ts";

/** A folder that is there, or the top of a root. */
export type Existing = KnownFolder & OfSite;

/** A folder as `knownFolder` finds or refuses it. */
export function existingFolder(needed: Parameters<typeof knownFolder>[0], named: PlaceNamed): Permit<Existing> {
  return withSite(knownFolder(needed, named));
}

/** A place for a folder to be made at. Throws 404 for a root that the caller does not see, 403 below edit. */
export function newFolder(named: PlaceNamed): Permit<PlaceFound & OfSite> {
  return withSite(writablePlace(named));
}

function withSite<P extends PlaceFound>(place: Permit<P>): Permit<P & OfSite> {
  return {
    needs: place.needs,
    check: async (call, input) => {
      const found = await place.check(call, input);
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
  const above = writablePlace({ root: named.root, folder: into });
  const twin = existingFolder("edit", { root: named.root, folder: to });
  // A folder that is at `to` takes this one in, and is what a repeat under the request's key is about then.
  const findMoved: typeof folder.check = async (call, input) => {
    const { named: names } = call;
    const there = names && to !== "" ? await unlessRefused(twin.check(call, input)) : null;
    if (!there) return folder.check(call, input);
    return (await names?.isRepeat())
      ? ((await unlessRefused(folder.check(call, input))) ?? there)
      : folder.check(call, input);
  };
  return {
    needs: "edit on the folder and where it goes",
    check: async (call, input) => {
      const found = await findMoved(call, input);
      // To where it is already it goes without asking.
      if (to === found.path) return { ...found, there: opennessOfFolder(found) };
      await above.check(call, input);
      const target = await loadPlace(call, { root: named.root, folder: to });
      return { ...found, there: opennessOfFolder({ ...target, site: await findSiteOf(call, target) }) };
    },
  };
}

async function unlessRefused<T>(checked: T | Promise<T>): Promise<T | null> {
  try {
    return await checked;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
