// The reference model's rules for publishing, moving, changing and deleting documents.
import { allowed, type Change, refused, type Target, type Verdict } from "./changes.ts";
import { managesRoot, placeLevel, rights, seesRoot } from "./model.ts";
import { type Doc, docIn, newRef, type Person, type Place, personIn, type Ref, reaches, type World } from "./world.ts";

type Asking<K extends Change["do"]> = Extract<Change, { do: K }>;

export function judgePublish(world: World, change: Asking<"publish">): Verdict {
  const who = personIn(world, change.by);
  const place = placeFor(who, change.target, { root: null, folder: "" });
  const refusals = refusalsAt(world, who, place);
  if (refusals) return refused(...refusals);
  return allowed(201, () => {
    const ref = newRef(world, "doc");
    const { visibility, listing, tags } = change;
    const doc: Doc = {
      ...{ ref, workspace: who.workspace, place, owner: who.ref, author: who.ref },
      ...{ visibility, listing, tags, grants: [], deleted: false, is_stranded: false },
    };
    world.docs.set(ref, doc);
    return ref;
  });
}

/** Anything but a change of place. */
export function judgeSet(world: World, { by, doc, fields }: Asking<"set">): Verdict {
  const may = rights(world, by, doc);
  const isContent = fields.visibility === undefined && fields.listing === undefined;
  if (!may.view) return refused(404);
  if (isContent ? !may.edit : !may.change) return refused(403);
  return allowed(200, () => {
    const { title: _, ...kept } = fields;
    Object.assign(docIn(world, doc), kept);
    return null;
  });
}

/** A move needs the right to change every field, edit at the target, and for the way back more than that. */
export function judgeMove(world: World, { by, doc: ref, target }: Asking<"move">): Verdict {
  const who = personIn(world, by);
  const doc = docIn(world, ref);
  const may = rights(world, by, ref);
  if (!may.view) return refused(404);
  const place = placeFor(who, target, doc.place);
  const isTakenBack = doc.place.root !== null && place.root === null;
  const atTarget = refusalsAt(world, who, place) ?? [];
  if (!may.change || (isTakenBack && !may.take_back)) return refused(403, ...atTarget);
  if (atTarget.length > 0) return refused(...atTarget);
  return allowed(200, () => {
    doc.place = place;
    if (isTakenBack) doc.owner = who.ref;
    return null;
  });
}

export function judgeDelete(world: World, { by, doc, purge }: Asking<"delete">): Verdict {
  if (purge) return judgePurge(world, { by, doc });
  const may = rights(world, by, doc);
  if (!may.view) return refused(404);
  if (!may.change) return refused(403);
  return allowed(200, () => {
    docIn(world, doc).deleted = true;
    return null;
  });
}

/** For good, from where it lies or out of the trash, where only those who might bring it back know of it. */
function judgePurge(world: World, { by, doc: ref }: { by: Ref; doc: Ref }): Verdict {
  const doc = docIn(world, ref);
  const may = rights(asIfLive(world, doc), by, ref);
  if (doc.deleted ? !may.change : !may.view) return refused(404);
  if (!may.purge) return refused(403);
  return allowed(200, () => {
    world.docs.delete(ref);
    return null;
  });
}

/** Whoever might delete it might bring it back; to everyone else a deleted document is like one that never was. */
export function judgeUndelete(world: World, { by, doc: ref, target }: Asking<"undelete">): Verdict {
  const doc = docIn(world, ref);
  const live = asIfLive(world, doc);
  if (!rights(live, by, ref).change) return refused(404);
  if (!target && doc.is_stranded) return refused(409);
  // Elsewhere it comes by the rule of the move.
  const moved = target && judgeMove(live, { do: "move", by, doc: ref, target });
  if (moved && !moved.statuses.includes(200)) return moved;
  return allowed(200, () => {
    moved?.apply();
    Object.assign(doc, docIn(live, ref), { deleted: false, is_stranded: false });
    return null;
  });
}

/** The world with one document of the trash as it was. */
function asIfLive(world: World, doc: Doc): World {
  return { ...world, docs: new Map([[doc.ref, { ...doc, deleted: false }]]) };
}

/** A root without a folder means `Members/<member name>`, except where the document is there already. */
function placeFor(who: Person, target: Target, from: Place): Place {
  const root = target.root === undefined ? from.root : target.root;
  if (target.folder !== undefined) return { root, folder: target.folder };
  if (root === null || root === from.root) return { root, folder: from.folder };
  return { root, folder: `Members/${who.name}` };
}

/** With which statuses writing at a place may be refused; null when it may not. */
export function refusalsAt(world: World, who: Person, { root: ref, folder }: Place): number[] | null {
  if (ref === null) return null;
  const root = world.roots.get(ref);
  if (!root || !seesRoot(world, who, root)) return [404];
  if (managesRoot(who, root)) return null;
  // A folder that is closed in a root that is seen is no secret: the refusal names the level held.
  return reaches(placeLevel(world, who, root, folder), "edit") ? null : [403];
}
