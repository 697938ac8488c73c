// Compares the three trees and says what has to be done so that they agree; nothing is read or written here.

import { posix } from "node:path";
import type { Ignored } from "../ignore.ts";
import { type Action, agreed } from "./actions.ts";
import { isWithin, mapFolders } from "./folders.ts";
import { findMoved } from "./moved.ts";
import { dirOf, nameOf } from "./names.ts";
import { createNaming } from "./naming.ts";
import { planDocument } from "./plan_document.ts";
import {
  filesIn,
  isSameFiles,
  type LocalTree,
  type LocalUnit,
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
  const naming = createNaming({ local, synced, folders: mapFolders(top, synced), conflict: trees.conflict });

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
  for (const unit of news) {
    const { path } = unit;
    actions.push({
      do: "create",
      path,
      unit,
      folder: naming.folders.remoteOf(dirOf(path)),
    });
  }
  return actions;
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
    naming: ReturnType<typeof createNaming>;
    trees: Trees;
    isHeld(path: string): boolean;
  },
): Action[] {
  const { news, naming, trees } = about;
  if (Object.keys(remote.files).length === 0) return [];
  const wanted = naming.wanted(remote);
  if (about.isHeld(wanted.path)) return [];
  const made = trees.sending.find((one) => isSending(one, remote, news, naming.folders.remoteOf));
  const here = [...news].find((one) =>
    made ? one.path === made.key : one.path === wanted.path || isOfFile(one, remote, naming.folders.remoteOf),
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
      return [{ do: "settle", path: here.path, synced: agreed(remote, place) }];
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
function isOfFile(unit: LocalUnit, remote: RemoteDoc, folderOf: (dir: string) => string): boolean {
  return (
    unit.shape === "file" &&
    posix.basename(unit.path).normalize("NFC") === remote.filename &&
    folderOf(dirOf(unit.path)) === remote.folder
  );
}

/** An HTML page with the addresses and parts that it has on the server: `docsvc publish` keeps that in step with the files here. */
function isRewritten(unit: LocalUnit, remote: RemoteDoc): boolean {
  return remote.is_published && remote.kind === "html" && !isSameFiles(filesIn(unit, remote), remote.files);
}

/** A page's part lies in its document as in the folder, below `files/` where its own name may not stand at the top. */
function partPath(path: string): string {
  return path.replace(/^files\//, "");
}

function isSending(
  sent: Sending,
  remote: RemoteDoc,
  news: ReadonlySet<LocalUnit>,
  folderOf: (dir: string) => string,
): boolean {
  const unit = [...news].find((one) => one.path === sent.key);
  if (!unit || remote.folder !== folderOf(dirOf(unit.path)) || remote.name !== nameOf(unit.path, unit.shape))
    return false;
  const contents = Object.values(remote.files).map((file) => file.sha256);
  const ours = Object.values(sent.files).map((file) => file.sha256);
  return contents.every((hash) => ours.includes(hash));
}
