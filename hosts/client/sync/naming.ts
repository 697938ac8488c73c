// Finds each document a place in the folder: by its name and folder, or with a part of its id where that name is taken.
import type { Ignored } from "../folder/ignore.ts";
import { cutBytes, foldPath, type Machine, madeName, nearestName } from "../names/machine.ts";
import type { FolderMap } from "./folders.ts";
import { dirOf, exactName, joinPath, splitName } from "./names.ts";
import { type LocalTree, type RemoteDoc, type Shape, type SyncedDoc, shapeOf } from "./trees.ts";

const ID_CHARS = 6;
/** What the usual file systems take. */
const FILE_NAME_BYTES_MAX = 255;
const NUMBER_BYTES = 8;

export interface Place {
  path: string;
  shape: Shape;
}

export type Called = Pick<RemoteDoc, "name" | "filename" | "exact" | "folder" | "kind" | "files">;

export interface Naming {
  folders: FolderMap;
  /** What a document's file is called here; one that is called after its title keeps the ending that its file has now. */
  nameFor(document: Called, at: { dir: string; shape: Shape; like?: Place | undefined }): string;
  /** Where a document belongs by its name. */
  wanted(document: Called, like?: Place): Place;
  /** The wanted place, or one beside it where that is taken; it is taken from then on. `own` counts as free. */
  freeFor(document: Pick<RemoteDoc, "doc_id">, place: Place, own?: string): { path: string; is_suffixed: boolean };
  isFree(path: string, own: string): boolean;
  take(path: string): void;
  /** A free name for a text that lost against the server's. */
  conflictOf(unit: Place): string;
}

export function createNaming(about: {
  local: LocalTree;
  synced: readonly SyncedDoc[];
  folders: FolderMap;
  machine: Machine;
  ignored: Ignored;
  conflict: string;
}): Naming {
  const { local, folders, machine } = about;
  const fold = (path: string) => foldPath(machine, path);
  const taken = new Set([...local.units.keys(), ...about.synced.map((one) => one.path)].map(fold));
  for (const { path } of [...local.skipped, ...local.unread]) taken.add(fold(path));
  const isTaken = (path: string) => taken.has(fold(path)) || local.folders.has(fold(path));

  function firstFree(names: Generator<string>, own?: string): { path: string; number: number } {
    let number = 0;
    for (const path of names) {
      if ((own !== undefined && fold(path) === fold(own)) || !isTaken(path)) {
        taken.add(fold(path));
        return { path, number };
      }
      number += 1;
    }
    throw new Error("there is always another name");
  }

  function nameFor(document: Called, at: { dir: string; shape: Shape; like?: Place | undefined }): string {
    const { dir, shape, like } = at;
    const isLike = document.filename === null && shape === "file" && like?.shape === "file";
    if (isLike) return madeName(document.name) + splitName(like.path, shape).ending;
    const name = nearestName(machine, exactName(document, shape));
    // Hidden files are left alone, so one that comes from where they are not is made visible.
    const isHidden = name.startsWith(".") && about.ignored(joinPath(dir, name), shape === "folder");
    return isHidden ? `_${name.slice(1)}` : name;
  }

  return {
    folders,
    nameFor,
    wanted: (document, like) => {
      const shape = shapeOf(document.files);
      const dir = folders.localOf(document.folder);
      return { path: joinPath(dir, nameFor(document, { dir, shape, like })), shape };
    },
    freeFor: ({ doc_id }, place, own) => {
      const id = doc_id.replace(/^doc_|[^A-Za-z0-9]/g, "").slice(0, ID_CHARS);
      const { path, number } = firstFree(numbered(place, ` (${id})`), own);
      return { path, is_suffixed: number > 0 };
    },
    isFree: (path, own) => fold(path) === fold(own) || !isTaken(path),
    take: (path) => void taken.add(fold(path)),
    conflictOf: (unit) => {
      const names = numbered(unit, ` (conflict ${about.conflict})`);
      // Its own name is what it lost.
      names.next();
      return firstFree(names).path;
    },
  };
}

/** The plain name, then with the addition, then with the addition and a number; a stem that leaves them no room is cut. */
function* numbered(place: Place, addition: string): Generator<string> {
  yield place.path;
  const { stem: whole, ending } = splitName(place.path, place.shape);
  const stem = cutBytes(whole, FILE_NAME_BYTES_MAX - Buffer.byteLength(`${addition}${ending}`) - NUMBER_BYTES);
  const dir = dirOf(place.path);
  yield joinPath(dir, `${stem}${addition}${ending}`);
  for (let number = 2; ; number++) yield joinPath(dir, `${stem}${addition} ${number}${ending}`);
}
