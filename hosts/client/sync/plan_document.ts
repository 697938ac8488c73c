// What becomes of one document that was synced before, by what both sides did to it since.
import { type Action, agreed } from "./actions.ts";
import { mergeFiles } from "./merge.ts";
import { dirOf, endingOf, joinPath, nameOf, safeName, splitName, UNIT_ENDING } from "./names.ts";
import type { Naming } from "./naming.ts";
import { contentsOf, filesIn, isSameFiles, type LocalUnit, type RemoteDoc, type SyncedDoc } from "./trees.ts";

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
  if (!unit) return planGone({ document, remote, naming });
  return planLiving({ document, unit, remote, naming });
}

function planGone({ document, remote, naming }: { document: SyncedDoc; remote: RemoteDoc; naming: Naming }): Action[] {
  const { path } = document;
  if (isSameFiles(document.files, remote.files)) return [{ do: "remove", path, remote }];
  const wanted = naming.wanted(remote, document);
  const free = naming.freeFor(remote, wanted, path);
  const again = "deleted here, but changed on the server";
  return [{ do: "fetch", path: free.path, remote, shape: wanted.shape, is_suffixed: free.is_suffixed, again }];
}

function planLiving(about: { document: SyncedDoc; unit: LocalUnit; remote: RemoteDoc; naming: Naming }): Action[] {
  const { document, unit, remote, naming } = about;
  const local = filesIn(unit, remote);
  const merge = mergeFiles({ base: document.files, local: contentsOf(local), remote: remote.files });
  if (merge.both.length > 0) return planConflict(about);
  const label = mergeLabel(document, unit, remote, naming);
  const place = placeOf(about, label, merge.paths);
  const actions: Action[] = [];
  if (place.path !== unit.path) {
    const was = { ...document, name: remote.name, folder: remote.folder };
    const { path, shape, is_suffixed } = place;
    actions.push({
      do: "move",
      path: unit.path,
      doc_id: document.doc_id,
      unit,
      to: path,
      shape,
      is_suffixed,
      was,
    });
  }
  const moved: LocalUnit = { ...unit, path: place.path };
  const name = label.name === remote.name ? {} : { name: label.name };
  const folder = label.folder === remote.folder ? {} : { folder: label.folder };
  const isRelabelled = label.name !== remote.name || label.folder !== remote.folder;
  if (isRelabelled) actions.push({ do: "relabel", path: place.path, was: document, unit: moved, ...name, ...folder });
  if (merge.down.length + merge.up.length > 0) {
    // Its files are about to lie elsewhere; the next round finds them there.
    if (actions.some((one) => one.do === "move")) return actions;
    actions.push({ do: "merge", path: place.path, remote, unit: moved, down: merge.down, up: merge.up });
  } else if (actions.length === 0 && !isAgreed(document, remote, place)) {
    actions.push({ do: "settle", path: place.path, synced: agreed(remote, place) });
  }
  return actions;
}

/** The name and the folder that it has in the end; where both sides renamed, the server's name stays. */
function mergeLabel(document: SyncedDoc, unit: LocalUnit, remote: RemoteDoc, naming: Naming) {
  const isSameStem = splitName(unit.path, unit.shape).stem === splitName(document.path, document.shape).stem;
  const name = isSameStem ? document.name : nameOf(unit.path, unit.shape);
  const isSameDir = dirOf(unit.path) === dirOf(document.path);
  const folder = isSameDir ? document.folder : naming.folders.remoteOf(dirOf(unit.path));
  return {
    name: remote.name === document.name ? name : remote.name,
    folder: remote.folder === document.folder ? folder : remote.folder,
  };
}

function placeOf(
  { document, unit, remote, naming }: { document: SyncedDoc; unit: LocalUnit; remote: RemoteDoc; naming: Naming },
  label: { name: string; folder: string },
  paths: readonly string[],
) {
  const shape = paths.length > 1 ? ("folder" as const) : ("file" as const);
  const isStemKept = remote.name === document.name;
  const isDirKept = remote.folder === document.folder;
  const now = splitName(unit.path, unit.shape);
  const ending = shape === "folder" ? UNIT_ENDING : unit.shape === "file" ? now.ending : endingOf(remote);
  const plain = safeName(label.name);
  const isPlainFree = document.is_suffixed && unit.path === document.path;
  const dir = isDirKept ? dirOf(unit.path) : naming.folders.localOf(label.folder);
  const wanted = { path: joinPath(dir, (isStemKept && !isPlainFree ? now.stem : plain) + ending), shape };
  const stays = {
    path: unit.path,
    shape: unit.shape,
    is_suffixed: document.is_suffixed && unit.path === document.path,
  };
  if (wanted.path === unit.path) return stays;
  if (isPlainFree && isStemKept && isDirKept && shape === unit.shape && !naming.isFree(wanted.path, unit.path))
    return stays;
  return { ...naming.freeFor(document, wanted, unit.path), shape };
}

function isAgreed(document: SyncedDoc, remote: RemoteDoc, place: { path: string; shape: string }): boolean {
  return (
    document.version === remote.version &&
    document.name === remote.name &&
    document.folder === remote.folder &&
    document.path === place.path &&
    document.shape === place.shape &&
    isSameFiles(document.files, remote.files)
  );
}

/** Both sides wrote: the server's text stays the document, the one from here steps aside and becomes another. */
function planConflict({
  document,
  unit,
  remote,
  naming,
}: Omit<Required<About>, "has_left"> & { unit: LocalUnit; remote: RemoteDoc }): Action[] {
  const to = naming.conflictOf(unit);
  const wanted = naming.wanted(remote, document);
  const isRenamed =
    remote.name !== document.name || remote.folder !== document.folder || wanted.shape !== document.shape;
  const free = isRenamed
    ? naming.freeFor(remote, wanted, document.path)
    : { path: document.path, is_suffixed: document.is_suffixed };
  return [
    { do: "conflict", path: unit.path, unit, to },
    { do: "fetch", path: free.path, remote, shape: wanted.shape, is_suffixed: free.is_suffixed, again: null },
  ];
}
