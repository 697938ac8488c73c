// What becomes of one document that was synced before, by what both sides did to it since.
import { posix } from "node:path";
import { documentFilename } from "../names/file_names.ts";
import { markFor } from "../names/path_mark.ts";
import { folderPath } from "../server/folder_path.ts";
import { type Action, agreed, type Relabel } from "./actions.ts";
import type { FolderMap, RemoteFolder } from "./folders.ts";
import { mergeFiles } from "./merge.ts";
import { dirOf, exactName, filenameOf, isSameFolder, isSameLabel, joinPath, splitName } from "./names.ts";
import type { Naming } from "./naming.ts";
import {
  contentsOf,
  filesIn,
  isSameFiles,
  type LocalUnit,
  mainOf,
  type RemoteDoc,
  type Shape,
  type SyncedDoc,
} from "./trees.ts";

export interface About {
  document: SyncedDoc;
  /** Where it lies here now, under its old name or another; undefined when it is gone. */
  unit: LocalUnit | undefined;
  /** Undefined when it was deleted there, moved away, or closed to us. */
  remote: RemoteDoc | undefined;
  /** It was not deleted there: it was moved away or closed to us, and may be others' to write. */
  has_left: boolean;
  naming: Naming;
}

const LEFT = "no longer what is synced there: closed to you, or moved away";

export function planDocument({ document, unit, remote, has_left, naming }: About): Action[] {
  const { doc_id, path } = document;
  if (!remote) {
    if (!unit) return [{ do: "forget", path, doc_id }];
    const isSame = isSameFiles(filesIn(unit, document), document.files);
    // Neither into the document, which is others' by now, nor as a new one beside it: whoever wrote it decides.
    if (has_left) {
      const reason = isSame ? LEFT : `${LEFT}; what you changed was not sent`;
      return [{ do: "keep", path: unit.path, doc_id, unit, reason }];
    }
    if (isSame) return [{ do: "keep", path: unit.path, doc_id, unit, reason: "gone from the server" }];
    return [{ do: "forget", path, doc_id }];
  }
  if (!unit) return isKeptByPublish(document, remote) ? [] : planGone({ document, remote, naming });
  return planLiving({ document, unit, remote, naming });
}

/** The server has the file with what it includes, and this folder the file: neither is a change of the other. */
function isKeptByPublish(document: SyncedDoc, remote: RemoteDoc): boolean {
  return remote.is_included === true && document.is_included !== true;
}

function planGone({ document, remote, naming }: { document: SyncedDoc; remote: RemoteDoc; naming: Naming }): Action[] {
  const { path } = document;
  if (isSameFiles(document.files, remote.files)) return [{ do: "remove", path, remote }];
  const wanted = naming.wanted(remote, document);
  const free = naming.freeFor(remote, wanted, path);
  const again = "deleted here, but changed on the server";
  return [{ do: "fetch", path: free.path, remote, shape: wanted.shape, is_suffixed: free.is_suffixed, again }];
}

function planLiving(about: Living): Action[] {
  const { document, unit, remote } = about;
  const local = filesIn(unit, remote);
  const { files } = document;
  const is_kept = isKeptByPublish(document, remote);
  const merge = is_kept
    ? mergeFiles({ base: files, local: files, remote: files })
    : mergeFiles({ base: files, local: contentsOf(local), remote: remote.files });
  if (merge.both.length > 0) return planConflict(about);
  const change = compareNames(about);
  const place = placeOf(about, change, merge.paths);
  const label = labelOf(about, change, place.path);
  if (typeof label === "string") return [{ do: "refuse", path: unit.path, reason: label }];
  const actions: Action[] = [];
  if (place.path !== unit.path) {
    const { name, filename, exact, dirs, mark, folder } = remote;
    const was = { ...document, name, filename, exact, dirs, mark, folder };
    const { path, shape, is_suffixed } = place;
    actions.push({ do: "move", path: unit.path, doc_id: document.doc_id, unit, to: path, shape, is_suffixed, was });
  }
  const moved: LocalUnit = { ...unit, path: place.path };
  if (Object.keys(label).length > 0)
    actions.push({ do: "relabel", path: place.path, was: document, unit: moved, ...label });
  if (merge.down.length + merge.up.length > 0) {
    // Its files are about to lie elsewhere; the next round finds them there.
    if (actions.some((one) => one.do === "move")) return actions;
    actions.push({ do: "merge", path: place.path, remote, unit: moved, down: merge.down, up: merge.up });
  } else if (actions.length === 0 && !is_kept && !isAgreed(document, remote, place)) {
    actions.push({ do: "settle", path: place.path, synced: agreed(remote, place) });
  }
  return actions;
}

/** A document that is there on both sides. */
type Living = Omit<About, "has_left"> & { unit: LocalUnit; remote: RemoteDoc };

/** What was renamed and moved, and on which side; where both sides did, the server's stays. */
interface NameChange {
  here: { name: boolean; dir: boolean };
  there: { name: boolean; dir: boolean };
}

function compareNames({ document, unit, remote }: Living): NameChange {
  const isSameFile =
    unit.shape === document.shape
      ? posix.basename(unit.path) === posix.basename(document.path)
      : splitName(unit.path, unit.shape).stem === splitName(document.path, document.shape).stem;
  return {
    here: { name: !isSameFile, dir: dirOf(unit.path) !== dirOf(document.path) },
    there: { name: !isSameLabel(document, remote), dir: !isSameFolder(document, remote) },
  };
}

/** What the server has to be told of its names; a text says why it cannot hold them. */
function labelOf(
  { unit, remote, naming: { folders } }: Living,
  { here, there }: NameChange,
  path: string,
): Pick<Relabel, "filename" | "folder" | "mark"> | string {
  const isRenamed = here.name && !there.name;
  const isMoved = here.dir && !there.dir;
  const file = posix.basename(unit.path);
  const sent = filenameOf(unit.path, unit.shape, mainOf(remote));
  const filename = isRenamed ? sent : remote.filename;
  const at = isMoved
    ? folders.remoteOf(dirOf(unit.path))
    : ({ folder: remote.folder, refused: null } as const satisfies RemoteFolder);
  if (at.refused !== null) return at.refused;
  const { folder } = at;
  // What another machine could not hold under its own name is called by that name all the same.
  const isOwnName = isRenamed || (remote.exact === null && sent === remote.filename);
  const exact = joinPath(folders.exactOf(dirOf(path)), isOwnName ? file : exactName(remote, unit.shape));
  const isUnsaid = !isRenamed && !isMoved && !there.name && !there.dir && isWanting({ unit, remote, folders });
  let mark: string | null;
  try {
    mark = markFor(exact, { folder, filename, wanted: remote.is_published && (isRenamed || isMoved) });
  } catch (error) {
    if (!(isRenamed || isMoved || isUnsaid)) return {};
    return error instanceof Error ? error.message : String(error);
  }
  const isTold = (isRenamed || isMoved || isUnsaid) && mark !== remote.mark;
  return {
    ...(isRenamed && filename !== null && filename !== remote.filename && { filename }),
    ...(folder !== remote.folder && { folder }),
    ...(isTold && { mark }),
  };
}

/** Whether the file has a name or a folder of which nobody else could know, as before names were remembered. */
function isWanting({ unit, remote, folders }: { unit: LocalUnit; remote: RemoteDoc; folders: FolderMap }): boolean {
  const { filename, exact, dirs } = remote;
  const file = posix.basename(unit.path);
  const isFileUnsaid =
    unit.shape === "file" && exact === null && file !== filename && documentFilename(file) === filename;
  return isFileUnsaid || (dirs.length === 0 && !folders.isSaid(dirOf(unit.path)) && isOwnDir({ unit, remote }));
}

/** Whether its folders here are what those of the server are called after, and not the other way round. */
function isOwnDir({ unit, remote }: { unit: LocalUnit; remote: RemoteDoc }): boolean {
  const named = folderPath(dirOf(unit.path));
  return remote.folder === named || remote.folder.endsWith(`/${named}`);
}

function placeOf({ document, unit, remote, naming }: Living, { there }: NameChange, paths: readonly string[]) {
  const shape = paths.length > 1 ? ("folder" as const) : ("file" as const);
  const is_suffixed = document.is_suffixed && posix.basename(unit.path) === posix.basename(document.path);
  const dir = there.dir ? naming.folders.localOf(remote.folder) : dirOf(unit.path);
  const called = naming.nameFor(remote, { dir, shape, like: unit });
  const kept =
    shape === unit.shape ? posix.basename(unit.path) : splitName(unit.path, unit.shape).stem + endingIn(called, shape);
  const wanted = { path: joinPath(dir, there.name || is_suffixed ? called : kept), shape };
  const stays = { path: unit.path, shape: unit.shape, is_suffixed };
  if (wanted.path === unit.path) return { ...stays, is_suffixed: false };
  const isOnlyFreed = is_suffixed && !there.name && !there.dir && shape === unit.shape;
  if (isOnlyFreed && !naming.isFree(wanted.path, unit.path)) return stays;
  return { ...naming.freeFor(document, wanted, unit.path), shape };
}

function endingIn(name: string, shape: Shape): string {
  return splitName(name, shape).ending;
}

function isAgreed(document: SyncedDoc, remote: RemoteDoc, place: { path: string; shape: string }): boolean {
  return (
    document.version === remote.version &&
    isSameLabel(document, remote) &&
    isSameFolder(document, remote) &&
    document.mark === remote.mark &&
    document.path === place.path &&
    document.shape === place.shape &&
    isSameFiles(document.files, remote.files)
  );
}

/** Both sides wrote: the server's text stays the document, the one from here steps aside and becomes another. */
function planConflict({ document, unit, remote, naming }: Living): Action[] {
  const to = naming.conflictOf(unit);
  const wanted = naming.wanted(remote, document);
  const isRenamed =
    !isSameLabel(remote, document) || !isSameFolder(remote, document) || wanted.shape !== document.shape;
  const free = isRenamed
    ? naming.freeFor(remote, wanted, document.path)
    : { path: document.path, is_suffixed: document.is_suffixed };
  return [
    { do: "conflict", path: unit.path, unit, to },
    { do: "fetch", path: free.path, remote, shape: wanted.shape, is_suffixed: free.is_suffixed, again: null },
  ];
}
