// The reference model's answers: who may what, what is listed to whom, counted for whom.
// Written from plugins/rules.md, not from the server (rules: permission/levels, places/nearest_list).
import {
  type Doc,
  docIn,
  foldersUp,
  type Grant,
  higher,
  type Level,
  type Person,
  personIn,
  type Ref,
  type Root,
  reaches,
  rootIn,
  type Subject,
  type World,
} from "./world.ts";

export interface Rights {
  view: boolean;
  comment: boolean;
  /** Content, title and tags. */
  edit: boolean;
  /** Every field: move, visibility, listing, retention, delete. */
  change: boolean;
  /** Grants and access requests. */
  share: boolean;
  /** Back from a root into the asker's My documents. */
  take_back: boolean;
  /** Away for good. */
  purge: boolean;
}

/** What `GET /api/docs` is asked with; `root: "~"` is My documents. */
export interface Asked {
  view?: "mine" | "team" | "all";
  root?: Ref | "~";
  folder?: string;
  recursive?: boolean;
  tag?: string;
}

export interface RootRow {
  root: Ref;
  my_level: Exclude<Level, "none" | "own"> | null;
  can_manage: boolean;
  doc_count: number;
}

export interface TagRow {
  tag: string;
  count: number;
  /** Carried by a document of someone else. */
  shared: boolean;
}

/** The highest level that anything gives `person` on `doc`. */
export function level(world: World, person: Ref, doc: Ref): Level {
  return levelOf(world, personIn(world, person), docIn(world, doc));
}

export function rights(world: World, person: Ref, doc: Ref): Rights {
  const who = personIn(world, person);
  const what = docIn(world, doc);
  const reached = levelOf(world, who, what);
  const place =
    what.place.root === null ? reached : placeLevel(world, who, rootIn(world, what.place.root), what.place.folder);
  const isOpen = reached !== "none";
  const isRoots = what.place.root !== null;
  const isTheirs = isOpen && (place === "own" || (isRoots && place === "edit" && what.author === who.ref));
  return {
    view: isOpen,
    comment: reaches(reached, "comment"),
    edit: reaches(reached, "edit"),
    change: isOpen && reaches(place, isRoots ? "edit" : "own"),
    share: isOpen && place === "own",
    take_back: isRoots && isTheirs,
    purge: isTheirs,
  };
}

/** `true` where a document's own grants take the place of "every member may read". */
export function narrowed(world: World, doc: Ref): boolean {
  const { visibility, grants } = docIn(world, doc);
  return visibility === "workspace" && grants.length > 0;
}

export function managesRoot(person: Person, root: Root): boolean {
  if (person.workspace !== root.workspace) return false;
  return person.role !== "member" || (!root.is_general && root.creator === person.ref);
}

/** The nearest list from `folder` upwards; it alone counts. */
export function listAt(root: Root, folder: string): Grant[] {
  const nearest = [...foldersUp(folder), ""].find((place) => root.lists.has(place));
  return nearest === undefined ? [] : (root.lists.get(nearest) ?? []);
}

export function placeLevel(world: World, person: Person, root: Root, folder: string): Level {
  if (person.workspace !== root.workspace) return "none";
  return managesRoot(person, root) ? "own" : highestOf(world, person, listAt(root, folder));
}

/** General is; another root is by managing it or by holding view at its top or at a folder with a list of its own. */
export function seesRoot(world: World, person: Person, root: Root): boolean {
  if (person.workspace !== root.workspace) return false;
  if (root.is_general || managesRoot(person, root)) return true;
  return [...root.lists.values()].some((list) => highestOf(world, person, list) !== "none");
}

/** The documents of one list; null for a root that the person cannot see. */
export function listed(world: World, person: Ref, asked: Asked): Set<Ref> | null {
  const who = personIn(world, person);
  if (asked.root !== undefined && asked.root !== "~" && !seesRoot(world, who, rootIn(world, asked.root))) return null;
  const found = [...world.docs.values()].filter(
    (doc) => levelOf(world, who, doc) !== "none" && isPartOf(world, who, doc, asked) && passes(doc, asked),
  );
  return new Set(found.map((doc) => doc.ref));
}

/** `GET /api/roots`: My documents' count and the rows of every root that the person can see. */
export function rootsOf(
  world: World,
  person: Ref,
): { personal_doc_count: number; can_create: boolean; roots: RootRow[] } {
  const who = personIn(world, person);
  const seen = [...world.roots.values()].filter((root) => seesRoot(world, who, root));
  const roots = seen.map((root) => {
    const rootLevel = placeLevel(world, who, root, "");
    return {
      root: root.ref,
      my_level: rootLevel === "none" ? null : rootLevel === "own" ? ("edit" as const) : rootLevel,
      can_manage: managesRoot(who, root),
      doc_count: listed(world, person, { root: root.ref })?.size ?? 0,
    };
  });
  return {
    personal_doc_count: listed(world, person, { root: "~" })?.size ?? 0,
    can_create: who.role !== "member" && !world.is_limited,
    roots,
  };
}

/** The folders of a root, or of My documents with null, that the person sees, every folder above one included. */
export function foldersOf(world: World, person: Ref, ref: Ref | null): Set<string> {
  const who = personIn(world, person);
  const open = [...world.docs.values()].filter(
    (doc) => doc.place.root === ref && (ref !== null || doc.owner === person) && levelOf(world, who, doc) !== "none",
  );
  const standing = foldersStanding(world, person, ref).filter(
    (folder) => ref === null || placeLevel(world, who, rootIn(world, ref), folder) !== "none",
  );
  return new Set([...open.map((doc) => doc.place.folder), ...standing].flatMap(foldersUp));
}

/** The folders that are there without a document: made on their own, with a list of their own, or shared. */
export function foldersStanding(world: World, owner: Ref, ref: Ref | null): string[] {
  if (ref !== null) return [...rootIn(world, ref).lists.keys(), ...rootIn(world, ref).folders];
  const shared = world.folder_grants.filter((grant) => grant.owner === owner).map((grant) => grant.folder);
  return [...shared, ...(world.own_folders.get(owner) ?? [])];
}

export function tagCounts(world: World, person: Ref, includeTeam: boolean): TagRow[] {
  const refs = listed(world, person, { view: includeTeam ? "all" : "mine" }) ?? new Set();
  const rows = new Map<string, TagRow>();
  for (const doc of [...refs].map((ref) => docIn(world, ref))) {
    for (const tag of doc.tags) {
      const row = rows.get(tag) ?? { tag, count: 0, shared: false };
      rows.set(tag, { tag, count: row.count + 1, shared: row.shared || doc.owner !== person });
    }
  }
  return [...rows.values()].sort((a, b) => (a.tag < b.tag ? -1 : 1));
}

function levelOf(world: World, person: Person, doc: Doc): Level {
  if (doc.deleted || doc.workspace !== person.workspace) return "none";
  const { root, folder } = doc.place;
  // What was in the trash of a root that is gone is for those who manage General to bring back.
  if (doc.is_stranded && (root === null || !managesRoot(person, rootIn(world, root)))) return "none";
  const fromPlace =
    root === null ? personalLevel(world, person, doc) : placeLevel(world, person, rootIn(world, root), folder);
  const fromGrants = highestOf(world, person, doc.grants);
  return [fromGrants, isOpenToMembers(doc) ? ("view" as const) : ("none" as const)].reduce(higher, fromPlace);
}

function personalLevel(world: World, person: Person, doc: Doc): Level {
  return doc.owner === person.ref ? "own" : highestOf(world, person, folderGrantsOn(world, doc));
}

/** What somebody holds on a folder of a person's My documents. */
export function folderLevel(world: World, person: Person, at: { owner: Ref; folder: string }): Level {
  if (at.owner === person.ref) return "own";
  if (personIn(world, at.owner).workspace !== person.workspace) return "none";
  const above = world.folder_grants.filter(
    ({ owner, folder }) => owner === at.owner && foldersUp(at.folder).includes(folder),
  );
  return highestOf(world, person, above);
}

function folderGrantsOn(world: World, doc: Doc): Grant[] {
  if (doc.place.root !== null) return [];
  const folders = foldersUp(doc.place.folder);
  return world.folder_grants.filter((grant) => grant.owner === doc.owner && folders.includes(grant.folder));
}

/** What `visibility` and `listing` give to every member of the workspace. */
function isOpenToMembers({ visibility, listing, grants }: Doc): boolean {
  return (visibility === "workspace" && grants.length === 0) || (visibility === "unlisted" && listing === "team");
}

function isPartOf(world: World, person: Person, doc: Doc, { view = "mine", root }: Asked): boolean {
  const isMyDocument = doc.place.root === null && doc.owner === person.ref;
  if (root !== undefined) return root === "~" ? isMyDocument : doc.place.root === root;
  if (view === "mine") return isMyDocument;
  const grants = [...doc.grants, ...folderGrantsOn(world, doc)];
  // What is in one's own My documents is not shared with oneself, whomever the grant names.
  const isShared = !isMyDocument && highestOf(world, person, grants) !== "none";
  if (view === "team") return doc.listing === "team" || isShared;
  const isInSeenRoot = doc.place.root !== null && seesRoot(world, person, rootIn(world, doc.place.root));
  return doc.listing === "team" || isShared || isMyDocument || isInSeenRoot;
}

/** `folder` does not apply to `view=team`. */
function passes(doc: Doc, asked: Asked): boolean {
  if (asked.tag !== undefined && !doc.tags.includes(asked.tag)) return false;
  if (asked.folder === undefined || (asked.view === "team" && asked.root === undefined)) return true;
  if (doc.place.folder === asked.folder) return true;
  return asked.recursive === true && (asked.folder === "" || foldersUp(doc.place.folder).includes(asked.folder));
}

function highestOf(world: World, person: Person, grants: readonly Grant[]): Level {
  const mine = grants.filter((grant) => !grant.is_over && isFor(world, person, grant.subject));
  return mine.map((grant): Level => grant.level).reduce(higher, "none");
}

function isFor(world: World, person: Person, subject: Subject): boolean {
  if (subject.type === "workspace") return true;
  if (subject.type === "user") return subject.ref === person.ref;
  return world.groups.get(subject.ref)?.members.has(person.ref) ?? false;
}
