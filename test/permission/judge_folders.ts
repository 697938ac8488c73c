// The reference model's rules for making folders and for removing those in which nothing lies.
import { allowed, type Change, refused, type Verdict } from "./changes.ts";
import { refusalsAt } from "./judge_documents.ts";
import { foldersOf, foldersStanding, placeLevel, seesRoot } from "./model.ts";
import { type Doc, foldersUp, personIn, type Ref, reaches, rootIn, type World } from "./world.ts";

type Asking<K extends Change["do"]> = Extract<Change, { do: K }>;

export function judgeMakeFolder(world: World, { by, root, folder }: Asking<"make_folder">): Verdict {
  const refusals = refusalsAt(world, personIn(world, by), { root, folder });
  if (refusals) return refused(...refusals);
  return allowed(201, () => void foldersIn(world, by, root).add(folder));
}

export function judgeRemoveFolder(world: World, { by, root: ref, folder }: Asking<"remove_folder">): Verdict {
  const who = personIn(world, by);
  const root = ref === null ? null : rootIn(world, ref);
  if (root && !seesRoot(world, who, root)) return refused(404);
  if (!foldersOf(world, by, ref).has(folder)) return refused(404);
  if (root && !reaches(placeLevel(world, who, root, folder), "edit")) return refused(403);
  const below = foldersStanding(world, by, ref).filter((one) => one !== folder && isIn(folder, one));
  if (below.length > 0 || pathsOf(world, by, ref).some((path) => isIn(folder, path))) return refused(400);
  return allowed(200, () => {
    const above = folder.slice(0, Math.max(0, folder.lastIndexOf("/")));
    const wasOpen = isOpenBelow(world, { ref, above, path: folder });
    foldersIn(world, by, ref).delete(folder);
    root?.lists.delete(folder);
    if (!root) world.folder_grants = world.folder_grants.filter((one) => one.owner !== by || one.folder !== folder);
    keepAbove(world, { by, ref, above, wasOpen });
    return null;
  });
}

/** The folder above stays, for whoever removed the last one that showed it to them and for all who may open it. */
function keepAbove(
  world: World,
  { by, ref, above, wasOpen }: { by: Ref; ref: Ref | null; above: string; wasOpen: boolean },
): void {
  if (above === "") return;
  const left = [...foldersStanding(world, by, ref), ...pathsOf(world, by, ref)].filter((path) => isIn(above, path));
  const isOpen = left.some((path) => isOpenBelow(world, { ref, above, path }));
  if (!foldersOf(world, by, ref).has(above) || (wasOpen && !isOpen)) foldersIn(world, by, ref).add(above);
}

/** Whoever may open `above` may open `path`: no list of its own is in between. */
function isOpenBelow(world: World, { ref, above, path }: { ref: Ref | null; above: string; path: string }): boolean {
  if (ref === null) return true;
  const { lists } = rootIn(world, ref);
  return !foldersUp(path).some((one) => one !== above && isIn(above, one) && lists.has(one));
}

/** Where live documents lie, whoever may open them. */
function pathsOf(world: World, owner: Ref, ref: Ref | null): string[] {
  const isThere = ({ deleted, place, ...doc }: Doc) =>
    !deleted && place.root === ref && (ref !== null || doc.owner === owner);
  return [...world.docs.values()].filter(isThere).map((doc) => doc.place.folder);
}

function foldersIn(world: World, owner: Ref, ref: Ref | null): Set<string> {
  if (ref !== null) return rootIn(world, ref).folders;
  const folders = world.own_folders.get(owner) ?? new Set();
  world.own_folders.set(owner, folders);
  return folders;
}

function isIn(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
