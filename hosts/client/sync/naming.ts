// Finds each document a place in the folder: by its name and folder, or with a part of its id where that name is taken.
import type { FolderMap } from "./folders.ts";
import { cutBytes, dirOf, endingOf, fold, joinPath, safeName, splitName, UNIT_ENDING } from "./names.ts";
import { type LocalTree, type RemoteDoc, type Shape, type SyncedDoc, shapeOf } from "./trees.ts";

const ID_CHARS = 6;
/** What the usual file systems take. */
const FILE_NAME_BYTES_MAX = 255;
const NUMBER_BYTES = 8;

export interface Place {
  path: string;
  shape: Shape;
}

export interface Naming {
  folders: FolderMap;
  /** Where a document belongs by its name; `like` keeps the ending that its file has now. */
  wanted(document: Pick<RemoteDoc, "name" | "filename" | "folder" | "kind" | "files">, like?: Place): Place;
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
  conflict: string;
}): Naming {
  const { local, folders } = about;
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

  return {
    folders,
    wanted: (document, like) => {
      const shape = shapeOf(document.files);
      const ending =
        shape === "folder"
          ? UNIT_ENDING
          : like?.shape === "file"
            ? splitName(like.path, "file").ending
            : endingOf(document);
      return { path: joinPath(folders.localOf(document.folder), safeName(document.name) + ending), shape };
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
