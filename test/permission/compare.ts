// Holds what the server answers to every person against what the model says:
// lists, roots, tags, and levels one document at a time.
import type { Said, Sent } from "./door.ts";
import { limitedServer, limitFrom, within } from "./limit.ts";
import { type Asked, foldersOf, level, listed, narrowed, rights, rootsOf, tagCounts } from "./model.ts";
import { type Server, userIdOf } from "./server.ts";
import { FOLDERS } from "./steps.ts";
import { docIn, type Level, type Ref, type World } from "./world.ts";

/** Finds differences for one person and says them in words; none is an empty list. */
type Look = (world: World, server: Server, person: Ref) => Promise<string[]>;

/** After each step: one person in turn, through the API; `turn` chooses them and what else is looked at. */
export function lookAround(world: World, server: Server, turn: number): Promise<string[]> {
  const people = [...world.people.keys()];
  const person = people[turn % people.length];
  if (person === undefined) return Promise.resolve([]);
  const root = pick([...world.roots.keys()], turn);
  const doc = pick([...world.docs.keys()], turn);
  const view = pick(["mine", "team"] as const, turn) ?? "mine";
  const looks: Look[] = [
    lookAtList({ view: "all" }),
    lookAtList({ view, ...pick(FILTERS, turn) }),
    ...(root === undefined ? [] : [lookAtList({ root })]),
    ...(doc === undefined ? [] : [lookAtDoc(doc)]),
    lookAtRoots,
    lookAtTags(turn % 2 === 0),
    ...(root === undefined ? [] : [lookAtFolders(root)]),
  ];
  const isLimited = Math.floor(turn / people.length) % 3 === 2;
  const as = isLimited ? limitedLook(world, server, { person, number: turn * 37 + 5 }) : { world, server };
  return gather(looks.map((look) => look(as.world, as.server, person)));
}

/** As a token of the person sees it that is limited to some roots. */
function limitedLook(world: World, server: Server, { person, number }: { person: Ref; number: number }) {
  const limit = limitFrom(world, number);
  return { world: within(world, person, limit), server: limitedServer(server, limit) };
}

/** Every list and count for everybody, every document one by one, and for one person every filter and two limits too. */
export function lookAtEverything(world: World, server: Server, turn: number): Promise<string[]> {
  const roots = [...world.roots.keys()].map((root): Asked => ({ root }));
  const plain: Asked[] = [{}, { view: "mine" }, { view: "team" }, { view: "all" }, { root: "~" }, ...roots];
  const filtered = FILTERS.flatMap((filter) => plain.map((asked): Asked => ({ ...asked, ...filter })));
  const docs = [...world.docs.keys()].map(lookAtDoc);
  const folders = [null, ...world.roots.keys()].map(lookAtFolders);
  const looks = [...plain.map(lookAtList), lookAtRoots, lookAtTags(true), lookAtTags(false), ...docs, ...folders];
  const people = [...world.people.keys()];
  const inTurn = pick(people, turn);
  return gather([
    ...people.flatMap((person) => looks.map((look) => look(world, server, person))),
    ...(inTurn === undefined ? [] : filtered.map((asked) => lookAtList(asked)(world, server, inTurn))),
    ...(inTurn === undefined ? [] : [turn * 2 + 1, turn * 6 + 6]).flatMap((number) => {
      const as = limitedLook(world, server, { person: inTurn ?? "", number });
      return looks.map((look) => look(as.world, as.server, inTurn ?? ""));
    }),
  ]);
}

const FILTERS: Asked[] = [
  { folder: "a" },
  { folder: "a", recursive: true },
  { folder: "" },
  { tag: "red" },
  { folder: "", recursive: true },
  { folder: "a/b", recursive: true, tag: "blue" },
];

async function gather(looks: Promise<string[]>[]): Promise<string[]> {
  return (await Promise.all(looks)).flat();
}

function lookAtList(asked: Asked): Look {
  return async (world, server, person) => {
    const { root, ...query } = asked;
    const sent: Sent = { query: { ...query, ...(root === undefined ? {} : { root: rootName(server, root) }) } };
    const said = await askAs(server, person, "GET /api/docs", sent);
    const wanted = listed(world, person, asked);
    const name = `list ${JSON.stringify(asked)} of ${person}`;
    if (wanted === null || said.status !== 200)
      return differ(`status of ${name}`, said.status, wanted === null ? 404 : 200);
    const rows: Row[] = said.value.docs;
    const shows = asked.root === undefined && (asked.view === "all" || asked.view === "team");
    const seen = rows.map((row) => describeRow(server, row, shows));
    const hoped = [...wanted].map((ref) => describeDoc(world, { ref, person, shows }));
    return differ(name, seen.sort(), hoped.sort());
  };
}

interface Row {
  doc_id: string;
  folder: string;
  root_id: number | null;
  mine?: boolean;
}

function describeRow(server: Server, row: Row, shows: boolean): string {
  const root = row.root_id === null ? "~" : refOf(server.roots, (one) => one.id === row.root_id);
  return `${refOf(server.docs, (id) => id === row.doc_id)} in ${root}/${row.folder}${shows && row.mine ? " mine" : ""}`;
}

function describeDoc(world: World, { ref, person, shows }: { ref: Ref; person: Ref; shows: boolean }): string {
  const { place, owner } = docIn(world, ref);
  return `${ref} in ${place.root ?? "~"}/${place.folder}${shows && owner === person ? " mine" : ""}`;
}

const lookAtRoots: Look = async (world, server, person) => {
  const { value } = await askAs(server, person, "GET /api/roots");
  const { roots, personal_doc_count, can_create } = rootsOf(world, person);
  const hoped = roots.map((row) => JSON.stringify(row));
  const seen = value.roots.map((row: { id: number; my_level: string | null; can_manage: boolean; doc_count: number }) =>
    JSON.stringify({
      root: refOf(server.roots, (one) => one.id === row.id),
      my_level: row.my_level,
      can_manage: row.can_manage,
      doc_count: row.doc_count,
    }),
  );
  return [
    ...differ(`roots of ${person}`, seen.sort(), hoped.sort()),
    ...differ(`My documents of ${person}`, value.personal.doc_count, personal_doc_count),
    ...differ(`can_create of ${person}`, value.can_create, can_create),
  ];
};

function lookAtTags(include_team: boolean): Look {
  return async (world, server, person) => {
    const said = await askAs(server, person, "GET /api/tags", { query: { include_team } });
    const seen = said.value.tags.map((row: { tag: string; count: number; shared?: boolean }) =>
      JSON.stringify({ tag: row.tag, count: row.count, shared: row.shared ?? false }),
    );
    const hoped = tagCounts(world, person, include_team).map((row) => JSON.stringify(row));
    return differ(`tags${include_team ? " with the team's" : ""} of ${person}`, seen.sort(), hoped.sort());
  };
}

/** The list of folders and the answer for each one by itself say the same: a closed folder is not there. */
function lookAtFolders(ref: Ref | null): Look {
  return async (world, server, person) => {
    // A token that does not reach My documents is told so.
    if (ref === null && world.is_limited) return [];
    const root = rootName(server, ref ?? "~");
    const said = await askAs(server, person, "GET /api/folders", { query: { root } });
    const isSeen = ref === null || listed(world, person, { root: ref }) !== null;
    const folders = isSeen ? foldersOf(world, person, ref) : new Set<string>();
    const name = `folders in ${ref ?? "~"} of ${person}`;
    if (said.status !== 200 || !isSeen) return differ(`status of ${name}`, said.status, isSeen ? 200 : 404);
    const rows: { path: string }[] = said.value.folders;
    const seen = rows.map((row) => row.path).sort();
    const answers = FOLDERS.map(async (path) => {
      const { status } = await askAs(server, person, "GET /api/folder-meta", { query: { root, path } });
      return `${path} ${status}`;
    });
    const hoped = FOLDERS.map((path) => `${path} ${path === "" || folders.has(path) ? 200 : 404}`);
    return [
      ...differ(name, seen, [...folders].sort()),
      ...differ(`each of the ${name}`, await Promise.all(answers), hoped),
    ];
  };
}

/** The document object is for editors, the manifest for viewers; the access list says the level itself. */
function lookAtDoc(ref: Ref): Look {
  return async (world, server, person) => {
    const params = { doc_id: server.docs.get(ref) ?? "" };
    const myLevel = level(world, person, ref);
    const may = rights(world, person, ref);
    const [object, manifest, access] = await Promise.all([
      askAs(server, person, "GET /api/docs/{doc_id}", { params }),
      askAs(server, person, "GET /api/docs/{doc_id}/manifest", { params }),
      askAs(server, person, "GET /api/docs/{doc_id}/access", { params }),
    ]);
    const name = `${ref} (${myLevel}) for ${person}`;
    const statuses = [object.status, manifest.status, access.status];
    const hoped = [may.edit ? 200 : 404, may.view ? 200 : 404, may.view ? 200 : 404];
    const told = access.status === 200 ? tellAccess(access) : null;
    const known = { my_level: myLevel, can_manage: may.share, narrowed: narrowed(world, ref) };
    return [
      ...differ(`object, manifest, access of ${name}`, statuses, hoped),
      ...(told && myLevel !== "none" ? differ(`access of ${name}`, told, known) : []),
    ];
  };
}

function tellAccess({ value }: Said): { my_level: Level; can_manage: boolean; narrowed: boolean } {
  return { my_level: value.my_level, can_manage: value.can_manage, narrowed: value.narrowed };
}

function askAs(server: Server, person: Ref, route: string, sent: Sent = {}): Promise<Said> {
  return server.door.ask(userIdOf(server, person), route, sent);
}

function rootName(server: Server, root: Ref | "~"): string {
  return root === "~" ? "~" : String(server.roots.get(root)?.id);
}

function pick<T>(from: readonly T[], turn: number): T | undefined {
  // A step of its own for each list, so that the choices do not run in step.
  return from[(turn * (from.length + 1) + Math.floor(turn / 7)) % Math.max(1, from.length)];
}

function refOf<T>(names: Map<Ref, T>, is: (one: T) => boolean): Ref {
  for (const [ref, one] of names) if (is(one)) return ref;
  return "unknown";
}

function differ(what: string, seen: unknown, hoped: unknown): string[] {
  const [one, other] = [JSON.stringify(seen), JSON.stringify(hoped)];
  return one === other ? [] : [`${what}: the server says ${one}, the model ${other}`];
}
