// What the sites of a workspace show to each of their readers, said anew from the rules:
// a wiki's navigation and published folders.
import { level, listed } from "./model.ts";
import { type Doc, foldersUp, type Person, personIn, type Ref, type Root, type World } from "./world.ts";

export type Shown = "public" | "signed_in" | "group";

/** An entry of the wiki's navigation; only groups have others below them. */
export interface SiteEntry {
  label: string;
  visibility: Shown;
  group: Ref | null;
  leads:
    | { to: "document"; doc: Ref }
    | { to: "folder"; root: Ref; path: string }
    | { to: "tag"; tag: string }
    | { to: "group"; entries: SiteEntry[] };
}

export interface Published {
  root: Ref;
  path: string;
  visibility: Shown;
  group: Ref | null;
}

/** What managers have made of the workspace's sites. */
export interface SiteState {
  home: Ref;
  entries: SiteEntry[];
  published: Published[];
  policy: "public" | "signed_in" | "off";
}

/** `person` is a member or somebody else with an account; `is_let_in` says that theirs is a viewer domain. */
export interface SiteReader {
  person: Ref | null;
  is_let_in: boolean;
}

interface Reading {
  world: World;
  state: SiteState;
  /** Set for a member alone. */
  member: Person | null;
  is_signed_in: boolean;
}

function readingOf(world: World, state: SiteState, { person, is_let_in }: SiteReader): Reading {
  const who = person === null ? null : (world.people.get(person) ?? null);
  const member = who?.workspace === state.home ? who : null;
  return { world, state, member, is_signed_in: member !== null || is_let_in };
}

/** The documents of the wiki, and the labels that the reader sees with how many documents a folder shows; null where there is no wiki for them. */
export function wikiFor(
  world: World,
  state: SiteState,
  reader: SiteReader,
): { docs: Set<Ref>; labels: Map<string, number | null> } | null {
  const reading = readingOf(world, state, reader);
  if (isKeptOut(reading)) return null;
  const docs = new Set<Ref>();
  const labels = new Map<string, number | null>();
  const visit = (entries: readonly SiteEntry[]): void => {
    for (const entry of entries) {
      const { leads, label } = entry;
      if (!isFor(reading, entry)) continue;
      const found = leads.to === "group" ? [] : reachedBy(reading, leads);
      for (const doc of found) docs.add(doc.ref);
      // What shows its reader nothing is not there for them, whatever its label says.
      if (leads.to === "group" || found.length > 0) labels.set(label, leads.to === "folder" ? found.length : null);
      if (leads.to === "group") visit(leads.entries);
    }
  };
  visit(state.entries);
  return { docs, labels };
}

/** The documents of a root's site; null where nothing of it is published for the reader. */
export function treeFor(world: World, state: SiteState, reader: SiteReader, root: Root): Set<Ref> | null {
  const reading = readingOf(world, state, reader);
  const of = state.published.filter((one) => one.root === root.ref);
  if (isKeptOut(reading) || !of.some((one) => isFor(reading, one))) return null;
  const docs = liveDocs(reading).filter(({ place }) => {
    if (place.root !== root.ref) return false;
    const says = [...foldersUp(place.folder), ""]
      .map((path) => of.find((one) => one.path === path))
      .find((one) => one !== undefined);
    return says !== undefined && guardOf(root, says.path) === guardOf(root, place.folder) && isFor(reading, says);
  });
  return new Set(docs.filter((doc) => isOpenByName(reading, doc)).map(({ ref }) => ref));
}

function isKeptOut({ state, is_signed_in }: Reading): boolean {
  return state.policy === "off" || (state.policy === "signed_in" && !is_signed_in);
}

function isFor(
  { world, member, is_signed_in }: Reading,
  { visibility, group }: Pick<SiteEntry, "visibility" | "group">,
) {
  if (visibility === "public") return true;
  if (visibility === "signed_in") return is_signed_in;
  return member !== null && group !== null && (world.groups.get(group)?.members.has(member.ref) ?? false);
}

/** The nearest place with a list of its own; null where nothing has one. */
function guardOf(root: Root, path: string): string | null {
  return [...foldersUp(path), ""].find((above) => root.lists.has(above)) ?? null;
}

function reachedBy(reading: Reading, leads: Exclude<SiteEntry["leads"], { to: "group" }>): Doc[] {
  const docs = liveDocs(reading);
  if (leads.to === "document") return docs.filter((doc) => doc.ref === leads.doc && isOpenByName(reading, doc));
  const within = docs.filter((doc) =>
    leads.to === "tag"
      ? doc.tags.includes(leads.tag)
      : doc.place.root === leads.root && (leads.path === "" || foldersUp(doc.place.folder).includes(leads.path)),
  );
  return within.filter((doc) => isListed(reading, doc, leads.to === "folder" ? leads.path : null));
}

function liveDocs({ world, state }: Reading): Doc[] {
  return [...world.docs.values()].filter(({ deleted, workspace }) => !deleted && workspace === state.home);
}

function isToMembers({ visibility, listing, grants, is_stranded }: Doc): boolean {
  if (is_stranded) return false;
  return (visibility === "workspace" && grants.length === 0) || (visibility === "unlisted" && listing === "team");
}

/** Led to it by name, the reader may open it. */
function isOpenByName({ world, member, is_signed_in }: Reading, doc: Doc): boolean {
  if (doc.visibility === "unlisted") return true;
  if (member) return level(world, member.ref, doc.ref) !== "none";
  return is_signed_in && isToMembers(doc);
}

/** A folder, at `path`, or a tag shows it to them among others. */
function isListed({ world, member, is_signed_in }: Reading, doc: Doc, path: string | null): boolean {
  const closed = closedAbove(world, doc);
  const isOffered = path !== null && !(closed !== null && (path === "" || closed.startsWith(`${path}/`)));
  const isInTheOpen = doc.listing === "team" || (doc.place.root !== null && (closed === null || isOffered));
  if (doc.visibility === "unlisted" && isInTheOpen) return true;
  if (member) return listed(world, member.ref, { view: "all" })?.has(doc.ref) ?? false;
  return is_signed_in && isToMembers(doc) && isInTheOpen;
}

/** The folder of a root that decides over a document with a list that is not for every member; null where that is none. */
function closedAbove(world: World, { place }: Doc): string | null {
  const root = place.root === null ? undefined : world.roots.get(place.root);
  const guard = root ? guardOf(root, place.folder) : null;
  if (!root || guard === null || guard === "") return null;
  const isForAll = root.lists.get(guard)?.some(({ subject, is_over }) => subject.type === "workspace" && !is_over);
  return isForAll ? null : guard;
}

/** Somebody who manages the workspace, and so its sites. */
export function managerOf(world: World, home: Ref): Ref {
  const found = [...world.people.values()].find((one) => one.workspace === home && one.role === "owner");
  return found?.ref ?? "";
}

/** Whether an editor may name the document in a navigation. */
export function isNameable(world: World, editor: Ref, doc: Doc): boolean {
  return (
    personIn(world, editor).workspace === doc.workspace && !doc.deleted && level(world, editor, doc.ref) !== "none"
  );
}
