// Which folder here stands for which folder of the server:
// by what was synced before, by the names that documents remember, or by the nearest that either side can hold.
import { segmentOf } from "../../../plugins/documents/model/disk_folders.ts";
import { foldPath, type Machine, nearestName } from "../names/machine.ts";
import { sharedFolder, whyNoFolder } from "../server/folder_path.ts";
import { dirOf, joinPath, UNIT_ENDING } from "./names.ts";
import type { RemoteDoc } from "./trees.ts";

/** The server's folder for one here, or why it can have none. */
export type RemoteFolder = { folder: string; refused: null } | { folder: null; refused: string };

export interface FolderMap {
  remoteOf(dir: string): RemoteFolder;
  /** The folder here for one of the server's, which lies within the synced one. */
  localOf(folder: string): string;
  /** A folder here by the names that it has on the machine that it comes from. */
  exactOf(dir: string): string;
  /** Whether what the server knows of its documents is enough to call it so elsewhere. */
  isSaid(dir: string): boolean;
}

export interface FoldersAsked {
  /** The server's folder that stands for the whole of this one. */
  top: string;
  /** Folders here and there of documents that lie where they lay when both sides last agreed. */
  pairs: readonly { dir: string; folder: string }[];
  /** Folders here to which documents were moved, and those of the server in which they lie. */
  moves: readonly { dir: string; folder: string }[];
  remote: readonly Pick<RemoteDoc, "folder" | "dirs">[];
  /** Every folder here in which a file lies. */
  dirs: readonly string[];
  machine: Machine;
  /** Whether a file that stays lies at a path here. */
  isFile(path: string): boolean;
  /** Whether a folder of that path is left alone here, as hidden ones are. */
  isIgnored(path: string): boolean;
}

export function mapFolders(asked: FoldersAsked): FolderMap {
  const { top, machine } = asked;
  const fold = (path: string) => foldPath(machine, path);
  const exact = exactNames(asked.remote);
  const toRemote = new Map<string, RemoteFolder>([["", { folder: top, refused: null }]]);
  const toLocal = new Map<string, string>([[top, ""]]);
  const taken = new Map<string, string>([["", top]]);
  for (const { dir, folder } of asked.pairs) pairUp(dir, folder);
  claimFolders();

  /** Two folders that lie in each other the same way name each other all the way up. */
  function pairUp(dir: string, folder: string): void {
    if (toLocal.has(folder) || toRemote.has(dir) || dir === "" || !isWithin(folder, top)) return;
    if (dirOf(dir) !== "" && parentOf(folder) !== top) pairUp(dirOf(dir), parentOf(folder));
    toRemote.set(dir, { folder, refused: null });
    toLocal.set(folder, dir);
    taken.set(fold(dir), folder);
  }

  /** Folders that are new here take those of the server whose names they have, those first that are called the same there. */
  function claimFolders(): void {
    const all = new Set(asked.dirs.flatMap(withAbove));
    const isPlain = (dir: string) => segmentOf(nameIn(dir)) === nameIn(dir);
    const byTurn = (one: string, other: string) =>
      depthOf(one) - depthOf(other) || Number(isPlain(other)) - Number(isPlain(one)) || (one < other ? -1 : 1);
    for (const dir of [...all].sort(byTurn)) if (!toRemote.has(dir)) claim(dir);
  }

  function claim(dir: string): RemoteFolder {
    const found = folderFor(dir);
    toRemote.set(dir, found);
    if (found.folder !== null) {
      toLocal.set(found.folder, dir);
      taken.set(fold(dir), found.folder);
    }
    return found;
  }

  /** The folder that a new one here is to have, if nobody has it. */
  function folderFor(dir: string): RemoteFolder {
    const above = remoteOf(dirOf(dir));
    if (above.refused !== null) return above;
    const folder = joinPath(above.folder, segmentOf(nameIn(dir)));
    const why = whyNoFolder(folder);
    if (why !== null) return { folder: null, refused: why };
    const called = exact.get(folder) ?? nameIn(dir);
    const isRenamed = asked.moves.some((move) => move.dir === dir && move.folder === folder);
    const isOthers = !isRenamed && nearestName(machine, called) !== nameIn(dir);
    const holder = toLocal.get(folder) ?? (isOthers ? joinPath(dirOf(dir), called) : null);
    return holder === null ? { folder, refused: null } : { folder: null, refused: sharedFolder(`"${holder}"`) };
  }

  function localOf(folder: string): string {
    const known = toLocal.get(folder);
    if (known !== undefined) return known;
    const above = localOf(parentOf(folder));
    const name = localName(exact.get(folder) ?? nameIn(folder), above);
    const path = (number: number) => joinPath(above, number === 1 ? name : nearestName(machine, `${name} ${number}`));
    let number = 1;
    // A folder whose name differs by case alone would be the same one on some systems, and a file cannot be one too.
    while ((taken.get(fold(path(number))) ?? folder) !== folder || asked.isFile(path(number))) number += 1;
    const dir = path(number);
    toLocal.set(folder, dir);
    taken.set(fold(dir), folder);
    return dir;
  }

  function localName(name: string, above: string): string {
    const plain = nearestName(machine, name.replace(new RegExp(`\\${UNIT_ENDING}$`, "i"), "-document"));
    return plain.startsWith(".") && asked.isIgnored(joinPath(above, plain)) ? `_${plain.slice(1)}` : plain;
  }

  function remoteOf(dir: string): RemoteFolder {
    return toRemote.get(dir) ?? claim(dir);
  }

  function exactOf(dir: string): string {
    if (dir === "") return "";
    const found = toRemote.get(dir);
    const called = found?.folder == null ? undefined : exact.get(found.folder);
    const isMade = called !== undefined && localName(called, dirOf(dir)) === nameIn(dir);
    return joinPath(exactOf(dirOf(dir)), isMade ? called : nameIn(dir));
  }

  function isSaid(dir: string): boolean {
    if (dir === "") return true;
    const folder = toRemote.get(dir)?.folder ?? null;
    if (folder === null) return false;
    return localName(exact.get(folder) ?? nameIn(folder), dirOf(dir)) === nameIn(dir) && isSaid(dirOf(dir));
  }

  return { remoteOf, localOf, exactOf, isSaid };
}

/** By folder of the server, what its documents remember it to be called on disk; the first of several. */
function exactNames(remote: FoldersAsked["remote"]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { folder, dirs } of remote) {
    let at = folder;
    for (const name of dirs.toReversed()) {
      const before = found.get(at);
      if (before === undefined || name < before) found.set(at, name);
      at = parentOf(at);
    }
  }
  return found;
}

function withAbove(dir: string): string[] {
  return dir === "" ? [] : [...withAbove(dirOf(dir)), dir];
}

function depthOf(path: string): number {
  return path.split("/").length;
}

function nameIn(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function parentOf(folder: string): string {
  return folder.slice(0, Math.max(0, folder.lastIndexOf("/")));
}

/** Whether a folder of the server is the synced one or lies in it. */
export function isWithin(folder: string, top: string): boolean {
  return top === "" || folder === top || folder.startsWith(`${top}/`);
}
