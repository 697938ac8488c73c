// Which folder here stands for which folder of the server; what the grammars of both do not share is told apart by what was synced before.
import { folderPath } from "../server/folder_path.ts";
import { dirOf, fold, joinPath, safeName, UNIT_ENDING } from "./names.ts";
import type { SyncedDoc } from "./trees.ts";

export interface FolderMap {
  /** The server's folder for one here. */
  remoteOf(dir: string): string;
  /** The folder here for one of the server's, which lies within the synced one. */
  localOf(folder: string): string;
}

/** `top` is the server's folder that stands for the whole of this one. */
export function mapFolders(top: string, synced: readonly SyncedDoc[]): FolderMap {
  const toRemote = new Map<string, string>([["", top]]);
  const toLocal = new Map<string, string>([[top, ""]]);
  const taken = new Map<string, string>([["", top]]);
  for (const { path, folder } of synced) pairUp(dirOf(path), folder);

  /** Two folders that lie in each other the same way name each other all the way up. */
  function pairUp(dir: string, folder: string): void {
    if (toLocal.has(folder) || toRemote.has(dir)) return;
    toRemote.set(dir, folder);
    toLocal.set(folder, dir);
    taken.set(fold(dir), folder);
  }

  function localOf(folder: string): string {
    const known = toLocal.get(folder);
    if (known !== undefined) return known;
    const above = localOf(parentOf(folder));
    const name = safeName(folder.split("/").at(-1) ?? "").replace(new RegExp(`\\${UNIT_ENDING}$`, "i"), "-document");
    let dir = joinPath(above, name);
    // A folder whose name differs by case alone would be the same one on some systems.
    for (let number = 2; (taken.get(fold(dir)) ?? folder) !== folder; number++)
      dir = joinPath(above, `${name} ${number}`);
    toLocal.set(folder, dir);
    taken.set(fold(dir), folder);
    return dir;
  }

  function remoteOf(dir: string): string {
    return toRemote.get(dir) ?? folderPath(remoteOf(dirOf(dir)), dir.split("/").at(-1) ?? "");
  }

  return { remoteOf, localOf };
}

function parentOf(folder: string): string {
  return folder.slice(0, Math.max(0, folder.lastIndexOf("/")));
}

/** Whether a folder of the server is the synced one or lies in it. */
export function isWithin(folder: string, top: string): boolean {
  return top === "" || folder === top || folder.startsWith(`${top}/`);
}
