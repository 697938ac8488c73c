// Folders that get another path:
// renamed, moved, merged into one that is there, or removed with what is in them put one up.

import { refuse } from "../../kernel/plugin.ts";
import { countDocumentsAt, refuseMissingFolder } from "../documents/port/read.ts";
import type { WriteCall } from "../documents/port/write.ts";
import { holdDocumentsAt, relocateDocuments } from "../documents/port/write.ts";
import {
  ensurePlace,
  type FolderRow,
  holdFolders,
  holdPlaces,
  holdTree,
  hollowOut,
  listFolderRows,
  parentOf,
  parseFolder,
  pathsDownTo,
  reaches,
  removeFolders,
  setPaths,
  type Tree,
} from "../places/port.ts";
import { keepFolderAbove } from "./folder_above.ts";
import { folderMovedHook } from "./port.ts";
import { handOverSettings, renameInOrder } from "./store/settings.ts";
import { handOverShortcuts } from "./store/shortcuts.ts";
import { nameOf } from "./visible.ts";

/** What a move did. */
export interface Moved {
  /** Live documents that are elsewhere now. */
  docs: number;
}

interface Options {
  tree: Tree;
  from: string;
  /** Where it goes; what is there already takes it in. */
  to: string;
  /** The folder itself goes, and what is in it comes to `to`, the folder above. */
  removing: boolean;
}

/**
 * Takes a folder and everything below it to another path, in one transaction that holds its documents, its tree and its
 * places. Throws 404 for a folder that is not there, 400 where a path would get too long and 409 where a folder on the way
 * would be merged with one that the caller may not edit.
 */
export async function moveFolder(call: WriteCall, options: Options): Promise<Moved> {
  const { sql } = call;
  const { tree, from, to, removing } = options;
  const { rows, counts } = await hold(call, { tree, path: from });
  if (!rows.some((row) => row.stands || (counts.get(row.place_id)?.live ?? 0) > 0)) throw refuseMissingFolder(from);
  // A row that nothing implies any more only stands in the way.
  const moving = withAbove(rows, (row) => row.path === from || row.stands || counts.has(row.place_id));
  const ghosts = rows.filter((row) => !moving.includes(row));
  const paths = new Map(moving.map((row) => [row.place_id, parseFolder(to + row.path.slice(from.length))]));
  await ensurePlace(sql, { ...tree, path: removing || to === "" ? to : parentOf(to) });
  const { merged, absorbed } = await findTwins(call, { options, moving, paths });
  for (const place_id of merged.keys()) paths.delete(place_id);
  const together = new Map([...merged, ...absorbed]);
  const docs = await relocateDocuments(call, { place_ids: [...paths.keys()], merged: together });
  await handOver(call, { options, moving, merged });
  const explicit = moving.flatMap((row) =>
    row.explicit && !isRemoved(options, row) ? (merged.get(row.place_id) ?? []) : [],
  );
  const gone = [...together.keys(), ...ghosts.map((row) => row.place_id)];
  await removeFolders(sql, { workspace_id: tree.workspace_id, place_ids: gone, explicit });
  await setPaths(sql, { tree, paths, under: to });
  await keepFolderAbove(call, { tree, from, gone: rows });
  await call.callHook(folderMovedHook, { sql, tree, from, to, removed: removing });
  return { docs };
}

/** Removes a folder in which nothing lies. Throws 400 when something does. */
export async function removeEmptyFolder(call: WriteCall, { tree, path }: { tree: Tree; path: string }): Promise<void> {
  const { sql } = call;
  const { rows, counts } = await hold(call, { tree, path });
  const lives = (row: FolderRow) => (counts.get(row.place_id)?.live ?? 0) > 0;
  if (!rows.some((row) => row.stands || lives(row))) throw refuseMissingFolder(path);
  if (rows.some((row) => lives(row) || (row.path !== path && row.stands))) {
    throw refuse.invalid("folder is not empty; move its contents first or pass force=true");
  }
  // What is in the trash comes back to where it was.
  const kept = withAbove(rows, (row) => counts.has(row.place_id)).map((row) => row.place_id);
  const gone = rows.map((row) => row.place_id).filter((place_id) => !kept.includes(place_id));
  await hollowOut(sql, { tree, place_ids: kept });
  await removeFolders(sql, { workspace_id: tree.workspace_id, place_ids: gone, explicit: [] });
  await keepFolderAbove(call, { tree, from: path, gone: rows });
  await call.callHook(folderMovedHook, { sql, tree, from: path, to: parentOf(path), removed: true });
}

/** The folders that are needed, and those above them: a place without the one above it would be a folder that nothing leads to. */
function withAbove(rows: readonly FolderRow[], isNeeded: (row: FolderRow) => boolean): FolderRow[] {
  const paths = new Set(rows.filter(isNeeded).flatMap((row) => pathsDownTo(row.path)));
  return rows.filter((row) => paths.has(row.path));
}

/** Documents before the tree before its places: in this order whoever moves something takes them, too. */
async function hold(call: WriteCall, at: { tree: Tree; path: string }) {
  const { sql, actor, now } = call;
  const { tree, path } = at;
  const known = (await listFolderRows(sql, actor, { ...tree, path })).map((row) => row.place_id);
  await holdDocumentsAt(sql, { workspace_id: tree.workspace_id, place_ids: known });
  await holdTree(sql, tree);
  const rows = await holdFolders(sql, actor, { ...tree, path });
  const place_ids = rows.map((row) => row.place_id);
  const counts = await countDocumentsAt(sql, { workspace_id: tree.workspace_id, place_ids, now });
  return { rows, counts };
}

/** Pairs of places that become one; the first of each pair goes. */
interface Twins {
  /** What moves and is taken in by a folder that is there. */
  merged: Map<number, number>;
  /** What is at a path already, though nobody sees it any more, and is taken in by what moves. */
  absorbed: Map<number, number>;
}

async function findTwins(
  call: WriteCall,
  { options, moving, paths }: { options: Options; moving: readonly FolderRow[]; paths: ReadonlyMap<number, string> },
): Promise<Twins> {
  const { sql, actor, now } = call;
  const { tree } = options;
  const others = (await listFolderRows(sql, actor, { ...tree, path: "" })).filter(
    (row) => !isIn(options.from, row.path),
  );
  const place_ids = others.map((row) => row.place_id);
  await holdPlaces(sql, place_ids);
  const counts = await countDocumentsAt(sql, { workspace_id: tree.workspace_id, place_ids, now });
  const there = others.filter((row) => row.stands || (counts.get(row.place_id)?.live ?? 0) > 0);
  const visible = new Set(there.flatMap((row) => pathsDownTo(row.path)));
  const byPath = new Map(others.map((row) => [row.path, row]));
  const twins: Twins = { merged: new Map(), absorbed: new Map() };
  for (const row of moving) {
    const twin = byPath.get(paths.get(row.place_id) ?? "");
    if (!twin) continue;
    if (isRemoved(options, row) || visible.has(twin.path)) {
      refuseClosedMerge(tree, row, twin);
      twins.merged.set(row.place_id, twin.place_id);
    } else {
      twins.absorbed.set(twin.place_id, row.place_id);
    }
  }
  return twins;
}

function isIn(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** A list that keeps people out, or lets them in, must not be left behind or joined by whoever may not edit on both sides. */
function refuseClosedMerge(tree: Tree, row: FolderRow, twin: FolderRow): void {
  if (tree.root === null || (reaches(row.level, "edit") && reaches(twin.level, "edit"))) return;
  const closed = reaches(row.level, "edit") ? twin.path : row.path;
  throw refuse.conflict(
    `"${row.path}" would be merged into "${twin.path}", and you may not edit "${closed}"; rename one of the two first`,
  );
}

function isRemoved({ removing, from }: Options, row: FolderRow): boolean {
  return removing && row.path === from;
}

/** Settings, shortcuts and places in an order follow; what a removed folder had of its own goes with it. */
async function handOver(
  { sql }: WriteCall,
  { options, moving, merged }: { options: Options; moving: readonly FolderRow[]; merged: ReadonlyMap<number, number> },
): Promise<void> {
  const { tree, from, to, removing } = options;
  const { workspace_id } = tree;
  const removed = new Set(moving.filter((row) => isRemoved(options, row)).map((row) => row.place_id));
  const staying = new Map([...merged].filter(([place_id]) => !removed.has(place_id)));
  await handOverSettings(sql, { workspace_id, pairs: staying });
  await handOverShortcuts(sql, { workspace_id, pairs: merged, targets: staying });
  if (removing || parentOf(from) !== parentOf(to)) return;
  await renameInOrder(sql, { tree, path: parentOf(from), from: nameOf(from), to: nameOf(to) });
}
