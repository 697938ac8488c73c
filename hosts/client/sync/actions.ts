// What a round of the sync is going to do, as data.
import type { Files, LocalUnit, RemoteDoc, Shape, SyncedDoc } from "./trees.ts";

/** A document gets the name and the folder that its file has. */
export interface Relabel {
  do: "relabel";
  path: string;
  was: SyncedDoc;
  unit: LocalUnit;
  filename?: string;
  folder?: string;
  /** What it is to remember of its path; null forgets it. */
  mark?: string | null;
}

export type Action =
  /** Both sides agree already: only the journal has to learn it. */
  | { do: "settle"; path: string; synced: SyncedDoc }
  | { do: "forget"; path: string; doc_id: string }
  /** What cannot be done, and is told instead of any part of it. */
  | { do: "refuse"; path: string; reason: string }
  /** A file here gets another name, without a change of its content. */
  | {
      do: "move";
      path: string;
      doc_id: string;
      unit: LocalUnit;
      to: string;
      shape: Shape;
      is_suffixed: boolean;
      was: SyncedDoc;
    }
  /** A text that lost against the server's steps aside. */
  | { do: "conflict"; path: string; unit: LocalUnit; to: string }
  /** A file here goes where deleted ones are kept. */
  | { do: "keep"; path: string; doc_id: string; unit: LocalUnit; reason: string }
  | Relabel
  /** A folder of the server moves with everything in it, as it did here. */
  | { do: "move_folder"; path: string; to: string; relabels: readonly Relabel[] }
  | { do: "create"; path: string; unit: LocalUnit; folder: string; mark: string | null }
  /** The server's files come here, into a place where nothing is. */
  | { do: "fetch"; path: string; remote: RemoteDoc; shape: Shape; is_suffixed: boolean; again: string | null }
  /** Some files come, some are sent. */
  | { do: "merge"; path: string; remote: RemoteDoc; unit: LocalUnit; down: string[]; up: string[] }
  | { do: "remove"; path: string; remote: RemoteDoc };

/** What a new agreement about a document looks like. */
export function agreed(
  remote: RemoteDoc,
  here: { path: string; shape: Shape; is_suffixed: boolean; files?: Files },
): SyncedDoc {
  const { path, shape, is_suffixed, files = remote.files } = here;
  return { ...remote, files, path, shape, is_suffixed };
}

/** In this order: names first, so that content finds its place; deletions last. */
export const PHASES: readonly (readonly Action["do"][])[] = [
  ["refuse"],
  ["settle", "forget"],
  ["keep"],
  ["move"],
  ["conflict"],
  ["move_folder"],
  ["relabel"],
  ["create", "fetch", "merge"],
  ["remove"],
];

/** Whether two actions are the same attempt: one that was refused is not made again before something changes. */
export function fingerprintOf(action: Action): string {
  const unit = "unit" in action ? Object.values(action.unit.files).map((file) => file.sha256) : [];
  const version = "remote" in action ? action.remote.version : 0;
  return JSON.stringify([action.do, action.path, "to" in action ? action.to : "", version, unit]);
}
