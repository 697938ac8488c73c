// Which folder of the server each file is published into, and which files cannot be:
// told before anything of them is written.
import { basename, posix } from "node:path";
import { segmentOf } from "../../../plugins/documents/model/disk_folders.ts";
import { folderPath, sharedFolder, whyNoFolder } from "../server/folder_path.ts";
import type { LocalFile } from "./folder.ts";

/** What a document may remember of the path of its file. */
const PATH_CHARS_MAX = 1024;

export interface Places {
  /** Of a file that is not refused. */
  folderOf(path: string): string;
  refused: { path: string; reason: string }[];
  /** Folders whose names the server's grammar does not take, each with the one that stands for it. */
  renamed: { dir: string; folder: string }[];
}

/** `top` is the server's folder that stands for the whole local one. */
export function placeFiles(files: Iterable<LocalFile>, top: string): Places {
  const places: Places = { folderOf: (path) => folderPath(top, dirOf(path)), refused: [], renamed: [] };
  const byDir = new Map<string, LocalFile[]>();
  for (const file of files) byDir.set(dirOf(file.path), [...(byDir.get(dirOf(file.path)) ?? []), file]);
  /** Dirs by the folder that they have; those come first that are called the same there. */
  const holders = new Map<string, string>();
  for (const dir of [...byDir.keys()].flatMap(withAbove).sort(byTurn)) {
    const folder = places.folderOf(`${dir}/x`);
    const holder = holders.get(folder) ?? dir;
    holders.set(folder, holder);
    if (dir !== "" && holder === dir && folderPath(top, dir) !== joinUnder(top, dir))
      places.renamed.push({ dir, folder });
    for (const { path } of holder === dir ? [] : (byDir.get(dir) ?? [])) {
      places.refused.push({ path, reason: sharedFolder(twinOf(path, { dir: holder, byDir })) });
    }
  }
  places.renamed = [...new Map(places.renamed.map((one) => [one.dir, one])).values()];
  const shared = new Set(places.refused.map(({ path }) => path));
  for (const { path } of [...byDir.values()].flat().filter((file) => !shared.has(file.path))) {
    const reason = whyNoFolder(places.folderOf(path)) ?? whyNoPath(path);
    if (reason !== null) places.refused.push({ path, reason });
  }
  return places;
}

function dirOf(path: string): string {
  const dir = posix.dirname(path);
  return dir === "." ? "" : dir;
}

function withAbove(dir: string): string[] {
  return dir === "" ? [""] : [...withAbove(dirOf(dir)), dir];
}

function byTurn(one: string, other: string): number {
  const depth = (dir: string) => dir.split("/").length;
  const isPlain = (dir: string) => dir === "" || segmentOf(basename(dir)) === basename(dir);
  return depth(one) - depth(other) || Number(isPlain(other)) - Number(isPlain(one)) || (one < other ? -1 : 1);
}

function joinUnder(top: string, dir: string): string {
  return top === "" ? dir : `${top}/${dir}`;
}

/** The file of the same name in the other folder, or the first one there, or the folder itself. */
function twinOf(path: string, { dir, byDir }: { dir: string; byDir: ReadonlyMap<string, LocalFile[]> }): string {
  const beside = byDir.get(dir) ?? [];
  const twin = beside.find((file) => basename(file.path) === basename(path)) ?? beside[0];
  return twin?.path ?? `"${dir}"`;
}

function whyNoPath(path: string): string | null {
  if (path.length <= PATH_CHARS_MAX) return null;
  return `its path has ${path.length} characters, and a document remembers at most ${PATH_CHARS_MAX}: move it up`;
}
