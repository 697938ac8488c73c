// The reference model's rules for access lists:
// grants on documents, on folders of My documents, and on places of roots.
import { allowed, type Change, refused, type Verdict } from "./changes.ts";
import { folderLevel, listAt, managesRoot, placeLevel, rights, seesRoot } from "./model.ts";
import {
  type Doc,
  docIn,
  type FolderGrant,
  foldersUp,
  type Grant,
  newRef,
  type Person,
  personIn,
  type Ref,
  type Root,
  rootIn,
  type Subject,
  type World,
} from "./world.ts";

type Asking<K extends Change["do"]> = Extract<Change, { do: K }>;

export function judgeShare(world: World, { by, doc, subject, level: given }: Asking<"share">): Verdict {
  const may = rights(world, by, doc);
  if (!may.view) return refused(404);
  if (!may.share) return refused(403);
  if (!hasSubject(world, docIn(world, doc).workspace, subject)) return refused(404);
  return allowed(201, () => give(world, docIn(world, doc).grants, { subject, level: given, created_by: by }));
}

export function judgeShareFolder(world: World, change: Asking<"share_folder">): Verdict {
  const { by, folder, subject, level: given } = change;
  if (folder === "") return refused(400);
  if (!hasSubject(world, personIn(world, by).workspace, subject)) return refused(404);
  return allowed(201, () => {
    const moved = world.folder_grants.filter((grant) => grant.owner === by && grant.folder === folder);
    const ref = give(world, moved, { subject, level: given, created_by: by });
    const others = world.folder_grants.filter((grant) => grant.owner !== by || grant.folder !== folder);
    world.folder_grants = [...others, ...moved.map((grant) => ({ ...grant, owner: by, folder }))];
    return ref;
  });
}

/** The first entry of a folder gives it a list of its own, which from then on alone counts. */
export function judgeSharePlace(world: World, change: Asking<"share_place">): Verdict {
  const { by, root: ref, folder, subject, level: given } = change;
  const root = rootIn(world, ref);
  const refusal = refusalForManaging(world, personIn(world, by), root);
  if (refusal) return refused(refusal);
  if (root.is_general && folder === "") return refused(400);
  if (!hasSubject(world, root.workspace, subject)) return refused(404);
  return allowed(201, () => {
    const list = root.lists.get(folder) ?? [];
    root.lists.set(folder, list);
    return give(world, list, { subject, level: given, created_by: by });
  });
}

export function judgeInherit(world: World, { by, root: ref, folder }: Asking<"inherit">): Verdict {
  const root = rootIn(world, ref);
  const refusal = refusalForManaging(world, personIn(world, by), root);
  if (refusal) return refused(refusal);
  return allowed(200, () => {
    root.lists.delete(folder);
    return null;
  });
}

/** Every grant that can be revoked, with where it lies. */
export type GivenGrant =
  | { on: "doc"; doc: Doc; grant: Grant }
  | { on: "folder"; grant: FolderGrant }
  | { on: "place"; root: Root; folder: string; grant: Grant };

export function listGrants(world: World): GivenGrant[] {
  const onDocs = [...world.docs.values()].flatMap((doc) =>
    doc.grants.map((grant): GivenGrant => ({ on: "doc", doc, grant })),
  );
  const onFolders = world.folder_grants.map((grant): GivenGrant => ({ on: "folder", grant }));
  const onPlaces = [...world.roots.values()].flatMap((root) =>
    [...root.lists].flatMap(([folder, list]) =>
      list.map((grant): GivenGrant => ({ on: "place", root, folder, grant })),
    ),
  );
  return [...onDocs, ...onFolders, ...onPlaces.filter(({ grant }) => grant.ref !== "fixed")];
}

/** The list stays when its last entry goes, and closes its place. */
export function judgeRevoke(world: World, { by, grant: ref, door }: Asking<"revoke">): Verdict {
  const who = personIn(world, by);
  const found = listGrants(world).find((one) => one.grant.ref === ref);
  if (!found || workspaceOf(world, found) !== who.workspace) return refused(404);
  if (!mayRevoke(world, who, found, door)) return refused(refusalForRevoking(world, who, { found, door }));
  return allowed(200, () => {
    takeOut(world, (grant) => grant.ref === ref);
    return null;
  });
}

export function judgeExpire(world: World, { grant: ref }: Asking<"expire">): Verdict {
  return allowed(200, () => {
    for (const { grant } of listGrants(world)) if (grant.ref === ref) grant.is_over = true;
    return null;
  });
}

/** Nobody opens anything to others by leaving: what narrows a workspace document goes on doing so. */
export function judgeLeave(world: World, { by, doc }: Asking<"leave">): Verdict {
  if (!rights(world, by, doc).view) return refused(404);
  const { grants, visibility } = docIn(world, doc);
  const own = grants.find((grant) => !grant.is_over && isSame(grant.subject, { type: "user", ref: by }));
  if (!own) return refused(409);
  return allowed(200, () => {
    if (visibility === "workspace") own.is_over = true;
    else takeOut(world, (grant) => grant.ref === own.ref);
    return null;
  });
}

/** Takes every grant to somebody who is gone out of every list: what it alone narrowed, nobody decided to open to all of the workspace. */
export function forget(world: World, isGone: (grant: Grant) => boolean): void {
  for (const doc of world.docs.values()) {
    if (doc.visibility === "workspace" && doc.grants.length > 0 && doc.grants.every(isGone))
      doc.visibility = "restricted";
  }
  takeOut(world, isGone);
}

/** The same as somebody's own decision. */
function takeOut(world: World, isGone: (grant: Grant) => boolean): void {
  const keep = <G extends Grant>(grants: G[]) => grants.filter((grant) => !isGone(grant));
  for (const doc of world.docs.values()) doc.grants = keep(doc.grants);
  for (const root of world.roots.values()) for (const [at, list] of root.lists) root.lists.set(at, keep(list));
  world.folder_grants = keep(world.folder_grants);
}

function mayRevoke(world: World, who: Person, found: GivenGrant, door: "any" | "own"): boolean {
  if (found.on === "place") return managesRoot(who, found.root);
  if (found.on === "folder") return found.grant.owner === who.ref || (door === "any" && isWorkspaceAdmin(who));
  return isWorkspaceAdmin(who) || found.grant.created_by === who.ref || rights(world, who.ref, found.doc.ref).share;
}

/** Whoever sees a grant in an access list is told whose it is; at a root's own address the root is what is known. */
function refusalForRevoking(
  world: World,
  who: Person,
  { found, door }: { found: GivenGrant; door: "any" | "own" },
): number {
  if (found.on === "place" && door === "own") return seesRoot(world, who, found.root) ? 403 : 404;
  return isSeen(world, who, found) ? 403 : 404;
}

/** They hold a level where it is, or may open a document that it reaches. */
function isSeen(world: World, who: Person, found: GivenGrant): boolean {
  if (found.on === "doc") return rights(world, who.ref, found.doc.ref).view;
  const open = [...world.docs.values()].filter((doc) => rights(world, who.ref, doc.ref).view);
  if (found.on === "place") {
    const { root, folder } = found;
    const list = root.lists.get(folder);
    if (placeLevel(world, who, root, folder) !== "none") return true;
    return open.some(({ place }) => place.root === root.ref && listAt(root, place.folder) === list);
  }
  const { owner, folder } = found.grant;
  if (folderLevel(world, who, { owner, folder }) !== "none") return true;
  return open.some(
    (doc) => doc.place.root === null && doc.owner === owner && foldersUp(doc.place.folder).includes(folder),
  );
}

function workspaceOf(world: World, found: GivenGrant): Ref {
  if (found.on === "doc") return found.doc.workspace;
  if (found.on === "place") return found.root.workspace;
  return personIn(world, found.grant.owner).workspace;
}

/** Sharing again with the same subject changes the level. */
function give(world: World, list: Grant[], wanted: Omit<Grant, "ref">): Ref {
  const existing = list.find((grant) => isSame(grant.subject, wanted.subject));
  if (existing && !existing.is_over) {
    existing.level = wanted.level;
    return existing.ref;
  }
  // One that is over goes; what is given now is another.
  if (existing) list.splice(list.indexOf(existing), 1);
  const grant = { ref: newRef(world, "grant"), ...wanted };
  list.push(grant);
  return grant.ref;
}

function isSame(one: Subject, other: Subject): boolean {
  return one.type === other.type && ("ref" in one ? one.ref : "") === ("ref" in other ? other.ref : "");
}

function hasSubject(world: World, workspace: Ref, subject: Subject): boolean {
  if (subject.type === "workspace") return true;
  const of = subject.type === "user" ? world.people : world.groups;
  return of.get(subject.ref)?.workspace === workspace;
}

function refusalForManaging(world: World, who: Person, root: Root): number | null {
  if (managesRoot(who, root)) return null;
  return seesRoot(world, who, root) ? 403 : 404;
}

function isWorkspaceAdmin(who: Person): boolean {
  return who.role !== "member";
}
