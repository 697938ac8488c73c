// Who may look into a root's access lists.
import type { Permit } from "../../kernel/plugin.ts";
import { type KnownFolder, knownFolder } from "../documents/port/read.ts";
import {
  type Audience,
  isPersonal,
  loadPlace,
  managedRoot,
  type PlaceFound,
  parentOf,
  parseFolder,
  type RootRow,
  sharedRoot,
} from "../places/port.ts";

/** A place of a shared root. */
export type RootPlace = KnownFolder & { root: RootRow };

/**
 * A place of a root that the caller may at least view. Throws 404 for one that is not there or that they do not see, and for
 * My documents, which has no such list.
 */
export function viewablePlace(named: { root: string; folder?: string | undefined }): Permit<RootPlace> {
  const viewable = knownFolder("view", named);
  return {
    needs: viewable.needs,
    check: async (call, input) => {
      if (isPersonal(named.root)) await sharedRoot(named.root).check(call, input);
      const found = await viewable.check(call, input);
      if (found.root === null) throw new Error("a place of a root has no root");
      return { ...found, root: found.root };
    },
  };
}

/** A root that the caller manages, and who reads what its top says. */
export function managedTop(ref: string): Permit<RootRow & { audience: Audience | null }> {
  const managed = managedRoot(ref);
  return {
    needs: managed.needs,
    check: async (call, input) => {
      const root = await managed.check(call, input);
      return { ...root, audience: (await loadPlace(call, { root: ref })).audience };
    },
  };
}

/** A root that the caller manages, and the place above one of its folders, whose list is to count there. */
export function inheriting(ref: string, folder: string): Permit<{ root: RootRow; above: PlaceFound }> {
  const managed = managedRoot(ref);
  return {
    needs: managed.needs,
    check: async (call, input) => {
      const root = await managed.check(call, input);
      return { root, above: await loadPlace(call, { root: ref, folder: parentOf(parseFolder(folder)) }) };
    },
  };
}
