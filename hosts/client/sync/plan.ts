// Compares the three trees and says what has to be done so that they agree; nothing is read or written here.

import { posix } from "node:path";
import type { Ignored } from "../folder/ignore.ts";
import { documentFilename, sendableName } from "../names/file_names.ts";
import { foldPath, type Machine } from "../names/machine.ts";
import { markFor } from "../names/path_mark.ts";
import { type Action, agreed } from "./actions.ts";
import { type FolderMap, isWithin, mapFolders } from "./folders.ts";
import { findMoved } from "./moved.ts";
import { dirOf, filenameOf, isSameFolder, isSameLabel } from "./names.ts";
import { createNaming, type Naming } from "./naming.ts";
import { planDocument } from "./plan_document.ts";
import {
  filesIn,
  isSameFiles,
  type LocalTree,
  type LocalUnit,
  mainIn,
  type RemoteDoc,
  type Sending,
  type SyncedDoc,
} from "./trees.ts";

export interface Trees {
  local: LocalTree;
  remote: readonly RemoteDoc[];
  synced: readonly SyncedDoc[];
  sending: readonly Sending[];
  /** Documents that left without being deleted. */
  left: ReadonlySet<string>;
  /** The server's folder that stands for the whole local one. */
  top: string;
  ignored: Ignored;
  /** What the file system of the folder does with names. */
  machine: Machine;
  /** What a file that lost is called after: the day and the machine. */
  conflict: string;
}

/** Both sides' changes since the last agreement, as actions. */
export function planSync(trees: Trees): Action[] {
  const { local, ignored, top } = trees;
  const isHeld = (path: string) =>
    ignored(path, false) || local.unread.some((one) => one.path === "" || path === one.path || inOneOf(path, one.path));
  const remote = new Map(trees.remote.filter((one) => isWithin(one.folder, top)).map((one) => [one.doc_id, one]));
  const { synced } = trees;
  const live = synced.filter((one) => !isHeld(one.path));
  const byPath = new Map(synced.map((one) => [one.path, one]));
  const fresh = [...local.units.values()].filter((unit) => !byPath.has(unit.path) && !isHeld(unit.path));
  const missing = live.filter((one) => !local.units.has(one.path));
  const moved = findMoved(missing, fresh);
  const claimed = new Set([...moved.values()]);
  const folders = foldersOf(trees, { remote, moved });
  const naming = createNaming({ ...trees, folders });

  const actions: Action[] = [];
  const news = new Set(fresh.filter((unit) => !claimed.has(unit)));
  for (const document of live) {
    const unit = moved.get(document.doc_id) ?? local.units.get(document.path);
    const { doc_id } = document;
    const planned = planDocument({
      document,
      unit,
      remote: remote.get(doc_id),
      has_left: trees.left.has(doc_id),
      naming,
    });
    actions.push(...planned);
    // Deleted there and changed here: the change wins, as a document of its own.
    if (unit && planned.some((one) => one.do === "forget")) news.add(unit);
  }
  const known = new Set(synced.map((one) => one.doc_id));
  for (const document of [...remote.values()].filter((one) => !known.has(one.doc_id)).sort(byTurn)) {
    actions.push(...planNew(document, { news, naming, trees, isHeld }));
  }
  const made = [...news].map((unit) => planMade(unit, folders));
  return [...holdDeletions(actions, made), ...made];
}

/** Which folders are each other's, by the documents that neither side has taken out of theirs; such a one may have another name. */
function foldersOf(
  { local, synced, top, machine, ignored }: Trees,
  { remote, moved }: { remote: ReadonlyMap<string, RemoteDoc>; moved: ReadonlyMap<string, LocalUnit> },
): FolderMap {
  const fold = (path: string) => foldPath(machine, path);
  const resting = synced.filter((one) => {
    const there = remote.get(one.doc_id);
    const here = moved.get(one.doc_id) ?? local.units.get(one.path);
    return there && here && isSameFolder(there, one) && dirOf(here.path) === dirOf(one.path);
  });
  // A file that is about to go makes room for a folder of its name.
  const leaving = new Set(
    synced
      .filter((one) => isLeaving(one, remote.get(one.doc_id)))
      .map((one) => moved.get(one.doc_id)?.path ?? one.path),
  );
  const files = new Set([...local.units.keys()].filter((path) => !leaving.has(path)).map(fold));
  return mapFolders({
    ...{ top, machine },
    pairs: resting.map(({ path, folder }) => ({ dir: dirOf(path), folder })),
    moves: [...moved].map(([doc_id, { path }]) => ({ dir: dirOf(path), folder: remote.get(doc_id)?.folder ?? "" })),
    remote: [...remote.values()],
    dirs: [...new Set([...local.units.keys()].filter((path) => !leaving.has(path)).map(dirOf))],
    isFile: (path) => files.has(fold(path)),
    isIgnored: (path) => ignored(path, true),
  });
}

function isLeaving(document: SyncedDoc, there: RemoteDoc | undefined): boolean {
  return !there || !isSameLabel(there, document) || !isSameFolder(there, document);
}

/** A file of which a document is to be made, unless the server cannot hold where it lies. */
function planMade(unit: LocalUnit, { remoteOf }: FolderMap): Action {
  const { path } = unit;
  const { folder, refused } = remoteOf(dirOf(path));
  if (refused !== null) return { do: "refuse", path, reason: refused };
  try {
    const mark = markFor(path, { folder, filename: filenameOf(path, unit.shape, mainIn(unit) ?? "") });
    return { do: "create", path, unit, folder, mark };
  } catch (error) {
    return { do: "refuse", path, reason: error instanceof Error ? error.message : String(error) };
  }
}

/** A file that is gone may be the one that the server cannot hold under its new name: it is not deleted there meanwhile. */
function holdDeletions(actions: readonly Action[], made: readonly Action[]): Action[] {
  const refused = made.filter((one) => one.do === "refuse").map(({ path }) => path);
  return actions.map((action) => {
    if (action.do !== "remove") return action;
    const other = refused.find((path) => posix.basename(path) === posix.basename(action.path));
    if (other === undefined) return action;
    const reason = `not deleted on the server, since ${other} may be the same file: rename that one first`;
    return { do: "refuse", path: action.path, reason };
  });
}

function inOneOf(path: string, dir: string): boolean {
  return path.startsWith(`${dir}/`) || dir.startsWith(`${path}/`);
}

/** Published pages last: a picture that one carries may be a document of its own, which is the one that stands for the file. */
function byTurn(one: RemoteDoc, other: RemoteDoc): number {
  const isPage = ({ is_published, kind }: RemoteDoc) => is_published && kind === "html";
  if (isPage(one) !== isPage(other)) return isPage(one) ? 1 : -1;
  return one.doc_id < other.doc_id ? -1 : 1;
}

/** A document that the folder does not know yet. */
function planNew(
  remote: RemoteDoc,
  about: {
    news: Set<LocalUnit>;
    naming: Naming;
    trees: Trees;
    isHeld(path: string): boolean;
  },
): Action[] {
  const { news, naming, trees } = about;
  if (Object.keys(remote.files).length === 0) return [];
  const wanted = naming.wanted(remote);
  if (about.isHeld(wanted.path)) return [];
  const { folders } = naming;
  const made = trees.sending.find((one) => isSending(one, { remote, news, folders }));
  const here = [...news].find((one) =>
    made ? one.path === made.key : one.path === wanted.path || isOfFile(one, remote, folders),
  );
  if (here && !made && isRewritten(here, remote)) {
    for (const path of [here.path, ...Object.keys(remote.files).map(partPath)]) {
      const unit = trees.local.units.get(path);
      if (unit) news.delete(unit);
    }
    return [];
  }
  if (here) {
    const place = { path: here.path, shape: here.shape, is_suffixed: false };
    const isSame = isSameFiles(filesIn(here, remote), remote.files);
    // What was being made when the run was stopped: whatever was written here since is a change to it.
    if (made || isSame) {
      news.delete(here);
      const synced = agreed(remote, place);
      return made ? [finishMade(here, synced, folders)] : [{ do: "settle", path: here.path, synced }];
    }
    news.delete(here);
    naming.take(wanted.path);
    return [
      { do: "conflict", path: here.path, unit: here, to: naming.conflictOf(here) },
      { do: "fetch", path: wanted.path, remote, shape: wanted.shape, is_suffixed: false, again: null },
    ];
  }
  const free = naming.freeFor(remote, wanted);
  return [{ do: "fetch", path: free.path, remote, shape: wanted.shape, is_suffixed: free.is_suffixed, again: null }];
}

/** Whether a document was made from this file, whatever the server's folders make of its path. */
function isOfFile(unit: LocalUnit, remote: RemoteDoc, { remoteOf }: FolderMap): boolean {
  return (
    unit.shape === "file" &&
    (remote.exact ?? remote.filename) === (remote.exact === null ? filenameIn(unit) : posix.basename(unit.path)) &&
    remoteOf(dirOf(unit.path)).folder === remote.folder
  );
}

function filenameIn({ path }: LocalUnit): string {
  return documentFilename(posix.basename(path));
}

/** A run that was stopped may have made a document and not yet given it all of its names. */
function finishMade(unit: LocalUnit, was: SyncedDoc, folders: FolderMap): Action {
  const { path } = unit;
  const planned = planMade(unit, folders);
  if (planned.do !== "create") return planned;
  const filename = filenameOf(path, unit.shape, mainIn(unit) ?? "");
  const isNamed = was.filename === filename && was.mark === planned.mark;
  if (isNamed) return { do: "settle", path, synced: was };
  return { do: "relabel", path, was, unit, filename, mark: planned.mark };
}

/** An HTML page with the addresses and parts that it has on the server, or markdown with what it includes: `docsvc publish` keeps that in step. */
function isRewritten(unit: LocalUnit, remote: RemoteDoc): boolean {
  const is_other = remote.is_included === true || (remote.is_published && remote.kind === "html");
  return is_other && !isSameFiles(filesIn(unit, remote), remote.files);
}

/** A page's part lies in its document as in the folder, below `files/` where its own name may not stand at the top. */
function partPath(path: string): string {
  return path.replace(/^files\//, "");
}

function isSending(
  sent: Sending,
  { remote, news, folders }: { remote: RemoteDoc; news: ReadonlySet<LocalUnit>; folders: FolderMap },
): boolean {
  const unit = [...news].find((one) => one.path === sent.key);
  if (!unit || remote.folder !== folders.remoteOf(dirOf(unit.path)).folder || remote.filename === null) return false;
  const filename = filenameOf(unit.path, unit.shape, mainIn(unit) ?? "");
  if (remote.filename !== filename && remote.filename !== sendableName(filename)) return false;
  const contents = Object.values(remote.files).map((file) => file.sha256);
  const ours = Object.values(sent.files).map((file) => file.sha256);
  return contents.every((hash) => ours.includes(hash));
}
