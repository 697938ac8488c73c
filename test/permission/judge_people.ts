// The reference model's rules for who people are to each other: roots, groups, roles and leaving the workspace.
import { allowed, type Change, refused, type Verdict } from "./changes.ts";
import { forget } from "./judge_grants.ts";
import { managesRoot, placeLevel, seesRoot } from "./model.ts";
import {
  addWorkspace,
  type Doc,
  generalOf,
  type Level,
  newRef,
  type Person,
  peopleOf,
  personIn,
  reaches,
  rootIn,
  type World,
} from "./world.ts";

type Asking<K extends Change["do"]> = Extract<Change, { do: K }>;

export function judgeCreateRoot(world: World, { by }: Asking<"create_root">): Verdict {
  const who = personIn(world, by);
  if (who.role === "member") return refused(403);
  return allowed(201, () => {
    const ref = newRef(world, "root");
    const { workspace } = who;
    // The access list starts empty: only managers are in.
    const lists = new Map([["", []]]);
    world.roots.set(ref, { ref, workspace, is_general: false, creator: by, lists, folders: new Set() });
    return ref;
  });
}

export function judgeDeleteRoot(world: World, { by, root: ref, force }: Asking<"delete_root">): Verdict {
  const who = personIn(world, by);
  const root = rootIn(world, ref);
  if (!seesRoot(world, who, root)) return refused(404);
  if (!managesRoot(who, root)) return refused(403);
  if (root.is_general) return refused(400);
  const inside = [...world.docs.values()].filter((doc) => doc.place.root === ref);
  const live = inside.filter((doc) => !doc.deleted);
  if (!force && live.length > 0) return refused(409);
  const arriving = [...live.map((doc) => doc.place.folder), ...(force ? root.folders : [])];
  if (arriving.some((folder) => !reaches(levelInGeneral(world, who, folder), "edit"))) return refused(403);
  return allowed(200, () => {
    for (const doc of inside) leaveRoot(world, doc);
    if (force) for (const folder of root.folders) generalOf(world, root.workspace).folders.add(folder);
    world.roots.delete(ref);
    return null;
  });
}

/** Nothing by a token that does not reach General. */
function levelInGeneral(world: World, who: Person, folder: string): Level {
  const general = [...world.roots.values()].find((root) => root.is_general && root.workspace === who.workspace);
  return general ? placeLevel(world, who, general, folder) : "none";
}

function leaveRoot(world: World, doc: Doc): void {
  doc.is_stranded = doc.deleted;
  doc.place = { root: generalOf(world, doc.workspace).ref, folder: doc.place.folder };
}

export function judgeCreateGroup(world: World, { by }: Asking<"create_group">): Verdict {
  const who = personIn(world, by);
  if (who.role === "member") return refused(403);
  return allowed(201, () => {
    const ref = newRef(world, "group");
    world.groups.set(ref, { ref, workspace: who.workspace, members: new Set() });
    return ref;
  });
}

/** A group that goes takes along every grant naming it. */
export function judgeDeleteGroup(world: World, { by, group: ref }: Asking<"delete_group">): Verdict {
  const who = personIn(world, by);
  if (world.groups.get(ref)?.workspace !== who.workspace) return refused(404);
  if (who.role === "member") return refused(403);
  return allowed(200, () => {
    world.groups.delete(ref);
    forget(world, ({ subject }) => subject.type === "group" && subject.ref === ref);
    return null;
  });
}

export function judgeGroupMember(world: World, change: Asking<"join_group"> | Asking<"leave_group">): Verdict {
  const who = personIn(world, change.by);
  const group = world.groups.get(change.group);
  if (!group || group.workspace !== who.workspace) return refused(404);
  if (who.role === "member") return refused(403);
  if (personIn(world, change.person).workspace !== who.workspace) return refused(404);
  if (change.do === "join_group") return allowed(201, () => void group.members.add(change.person));
  return allowed(200, () => void group.members.delete(change.person));
}

export function judgeSetRole(world: World, { by, person, role }: Asking<"set_role">): Verdict {
  const who = personIn(world, by);
  const target = personIn(world, person);
  if (who.role !== "owner") return refused(403);
  if (target.workspace !== who.workspace) return refused(404);
  if (target.role === "owner" && role !== "owner" && ownersOf(world, who) === 1) return refused(400);
  return allowed(200, () => {
    target.role = role;
    return null;
  });
}

/** Whoever is removed goes to a workspace of their own with their My documents; what was given to them stays behind and ends. */
export function judgeRemoveMember(world: World, { by, person: ref }: Asking<"remove_member">): Verdict {
  const who = personIn(world, by);
  const target = personIn(world, ref);
  if (who.role === "member") return refused(403);
  if (target.workspace !== who.workspace) return refused(404);
  if (ref === by) return refused(400);
  if (target.role === "owner" && who.role !== "owner") return refused(403);
  return allowed(200, () => {
    leaveWorkspace(world, target);
    return null;
  });
}

function leaveWorkspace(world: World, person: Person): void {
  forget(world, ({ subject }) => subject.type === "user" && subject.ref === person.ref);
  for (const group of world.groups.values()) group.members.delete(person.ref);
  world.folder_grants = world.folder_grants.filter((grant) => grant.owner !== person.ref);
  person.workspace = addWorkspace(world);
  person.role = "owner";
  for (const doc of world.docs.values()) {
    if (doc.place.root !== null || doc.owner !== person.ref) continue;
    doc.workspace = person.workspace;
    // Nobody whom they name is in the new workspace, and what was open to all of the old one is not for all of another.
    doc.grants = [];
    doc.listing = "private";
    if (doc.visibility === "workspace") doc.visibility = "restricted";
  }
}

function ownersOf(world: World, who: Person): number {
  return peopleOf(world, who.workspace).filter((person) => person.role === "owner").length;
}
