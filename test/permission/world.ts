// The state of the reference model of who may open what:
// workspaces, people, groups, roots, grants and documents, in memory.

export const LEVELS = ["none", "view", "comment", "edit", "own"] as const;
export type Level = (typeof LEVELS)[number];
export type GrantLevel = "view" | "comment" | "edit";
export type Role = "owner" | "admin" | "member";
export type Visibility = "restricted" | "unlisted" | "password" | "workspace";
export type Listing = "private" | "team";

/** A name of the model's own, such as `doc7`; the test keeps which id of the server it stands for. */
export type Ref = string;

export type Subject = { type: "user"; ref: Ref } | { type: "group"; ref: Ref } | { type: "workspace" };

export interface Grant {
  ref: Ref;
  subject: Subject;
  level: GrantLevel;
  created_by: Ref;
  /** Its time is over: it gives nothing, and still narrows a document and stands in its list. */
  is_over?: boolean;
}

export interface Person {
  ref: Ref;
  /** As it stands in `Members/<member name>`. */
  name: string;
  workspace: Ref;
  role: Role;
}

export interface Group {
  ref: Ref;
  workspace: Ref;
  members: Set<Ref>;
}

export interface Root {
  ref: Ref;
  workspace: Ref;
  is_general: boolean;
  creator: Ref | null;
  /** The places with an own list: the top is `""`. An empty list closes its place. */
  lists: Map<string, Grant[]>;
  /** The folders made on their own. */
  folders: Set<string>;
}

/** `root: null` is the owner's My documents. */
export interface Place {
  root: Ref | null;
  folder: string;
}

export interface Doc {
  ref: Ref;
  workspace: Ref;
  place: Place;
  /** The account that wrote it or took it back (`mine` in answers). */
  owner: Ref;
  /** Who first wrote it. */
  author: Ref;
  visibility: Visibility;
  listing: Listing;
  tags: string[];
  grants: Grant[];
  deleted: boolean;
  /** It was in the trash when its root was deleted, so it has nowhere to come back to. */
  is_stranded: boolean;
}

/** What the owner of My documents gave at a folder, for every document of theirs at or under it. */
export interface FolderGrant extends Grant {
  owner: Ref;
  folder: string;
}

export interface World {
  people: Map<Ref, Person>;
  groups: Map<Ref, Group>;
  roots: Map<Ref, Root>;
  docs: Map<Ref, Doc>;
  folder_grants: FolderGrant[];
  /** The folders of people's My documents that they made on their own. */
  own_folders: Map<Ref, Set<string>>;
  next: number;
  /** Seen by a token that is limited to some roots. */
  is_limited: boolean;
}

export function createWorld(): World {
  return {
    people: new Map(),
    groups: new Map(),
    roots: new Map(),
    docs: new Map(),
    folder_grants: [],
    own_folders: new Map(),
    next: 1,
    is_limited: false,
  };
}

export function newRef(world: World, kind: string): Ref {
  return `${kind}${world.next++}`;
}

/** Adds a workspace with its General, whose top list is fixed: every member edits. */
export function addWorkspace(world: World): Ref {
  const ref = newRef(world, "workspace");
  const general = newRef(world, "root");
  const fixed: Grant = { ref: "fixed", subject: { type: "workspace" }, level: "edit", created_by: "" };
  world.roots.set(general, {
    ref: general,
    workspace: ref,
    is_general: true,
    creator: null,
    lists: new Map([["", [fixed]]]),
    folders: new Set(),
  });
  return ref;
}

export function addPerson(world: World, person: Omit<Person, "ref">): Ref {
  const ref = newRef(world, "person");
  world.people.set(ref, { ref, ...person });
  return ref;
}

export function generalOf(world: World, workspace: Ref): Root {
  return demand([...world.roots.values()].find((root) => root.workspace === workspace && root.is_general));
}

export function peopleOf(world: World, workspace: Ref): Person[] {
  return [...world.people.values()].filter((person) => person.workspace === workspace);
}

export function personIn(world: World, ref: Ref): Person {
  return demand(world.people.get(ref));
}

export function rootIn(world: World, ref: Ref): Root {
  return demand(world.roots.get(ref));
}

export function docIn(world: World, ref: Ref): Doc {
  return demand(world.docs.get(ref));
}

/** A folder with the folders above it, the deepest first; the top is not among them. */
export function foldersUp(folder: string): string[] {
  if (folder === "") return [];
  const cut = folder.lastIndexOf("/");
  return [folder, ...(cut === -1 ? [] : foldersUp(folder.slice(0, cut)))];
}

export function higher(one: Level, other: Level): Level {
  return LEVELS.indexOf(one) >= LEVELS.indexOf(other) ? one : other;
}

export function reaches(level: Level, needed: Level): boolean {
  return LEVELS.indexOf(level) >= LEVELS.indexOf(needed);
}

function demand<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("the model was asked about something it does not hold");
  return value;
}
