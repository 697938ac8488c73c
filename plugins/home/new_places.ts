// Where somebody may put something new: My documents, the spaces that they write in, the folders of one of them.
import { type Asking, ask } from "../app/port/ask.ts";
import type { NewPlace } from "../app/port/slots.ts";
import { readFolders } from "../folders/port/operations.ts";
import { readRoots } from "../roots/port/operations.ts";
import { homeWords } from "./words.ts";

/** A place with its name, and that of what it lies in. */
export type Named = NewPlace & { label: string; top: string };

const FOLDERS_MAX = 200;

/** `wanted` is where they stand: the first that is theirs to write in stands for one that is not. */
export async function placesOfNew(call: Asking, wanted: NewPlace): Promise<{ place: Named; places: Named[] }> {
  const { roots } = await ask(call, readRoots, { query: {} });
  // Behind the other: what is refused costs the same for a space that is not there and for one that is closed.
  const listed = await ask(call, readFolders, { query: { root: wanted.root ?? "~", limit: FOLDERS_MAX } });
  const topOf = (root: string | null, name: string): Named => ({ root, folder: "", label: name, top: name });
  const mine = topOf(null, homeWords(call).mine);
  const tops: Named[] = [
    mine,
    ...roots.flatMap(({ slug, name, my_level, can_manage }) =>
      can_manage || my_level === "edit" ? [topOf(slug, name)] : [],
    ),
  ];
  // A space that is listed to them by one of its folders alone has no name here.
  const top = wanted.root === null ? mine.top : (roots.find(({ slug }) => slug === wanted.root)?.name ?? wanted.root);
  const named = (folder: string): Named => {
    return { root: wanted.root, folder, label: [top, ...folder.split("/")].join(" / "), top };
  };
  const folders = listed.folders.flatMap(({ path, my_level }) => (my_level === "edit" ? [named(path)] : []));
  // Of a space with more folders than are listed, the one that they stand in is offered all the same.
  const isUnlisted = listed.next_cursor !== undefined && !listed.folders.some(({ path }) => path === wanted.folder);
  if (wanted.folder !== "" && isUnlisted) folders.push(named(wanted.folder));
  const at = tops.findIndex(({ root }) => root === wanted.root);
  const places = at < 0 ? [...tops, ...folders] : [...tops.slice(0, at + 1), ...folders, ...tops.slice(at + 1)];
  const isWanted = ({ root, folder }: Named) => root === wanted.root && folder === wanted.folder;
  return { place: places.find(isWanted) ?? tops[at] ?? mine, places };
}
