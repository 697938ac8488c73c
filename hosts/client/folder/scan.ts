// Walks a folder of this machine as both publish and sync see it:
// in order, without what is ignored, telling what cannot be read.
import type { Dirent } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Ignored } from "./ignore.ts";

/** Something that lies in the folder. */
export interface Found {
  /** From the folder's root, with forward slashes, in the bytes that the disk has. */
  path: string;
  absolute: string;
  kind: "file" | "folder" | "link" | "other";
}

/** Something that is there and cannot be looked at; nothing is known of what lies below. */
export interface Unreadable {
  /** Empty for the folder itself. */
  path: string;
  kind: "unreadable";
  reason: string;
}

/** Every entry, a folder before what it holds, each folder's in the order of their names. Links are told and not followed. */
export async function* scanFolder(root: string, ignored: Ignored): AsyncGenerator<Found | Unreadable> {
  yield* scanInside({ root, ignored }, "");
}

interface Scan {
  root: string;
  ignored: Ignored;
}

async function* scanInside(scan: Scan, folder: string): AsyncGenerator<Found | Unreadable> {
  let entries: Dirent[];
  try {
    entries = await readdir(join(scan.root, folder), { withFileTypes: true });
  } catch (error) {
    // What was deleted since its name was read is simply not there; the folder itself has to be.
    const isGone = folder !== "" && error instanceof Error && "code" in error && error.code === "ENOENT";
    if (!isGone) yield { path: folder, kind: "unreadable", reason: `cannot be read: ${messageOf(error)}` };
    return;
  }
  const pathOf = ({ name }: Dirent) => (folder === "" ? name : `${folder}/${name}`);
  const shown = entries.filter((entry) => !scan.ignored(pathOf(entry), entry.isDirectory()));
  const twins = twinsAmong(shown);
  for (const entry of shown.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = pathOf(entry);
    if (entry.name.includes("\ufffd") && !(await isThere(join(scan.root, path)))) {
      // What stands for its bytes names nothing on the disk.
      yield { path, kind: "unreadable", reason: "its name is not text in UTF-8: rename it" };
      continue;
    }
    const twin = twins.get(entry);
    if (twin !== undefined) {
      const reason = `its name differs from "${pathOf(twin)}" in the form of Unicode alone: rename one`;
      yield { path, kind: "unreadable", reason };
      continue;
    }
    yield { path, absolute: join(scan.root, path), kind: kindOf(entry) };
    if (entry.isDirectory()) yield* scanInside(scan, path);
  }
}

/**
 * Of entries whose names are the same once composed, another one: the server tells such names apart as little as other systems do,
 * and which of them is meant is the person's to say.
 */
function twinsAmong(entries: readonly Dirent[]): Map<Dirent, Dirent> {
  const alike = Map.groupBy(entries, ({ name }) => name.normalize("NFC"));
  const pairs = [...alike.values()].flatMap((all) =>
    all.flatMap((entry, index): [Dirent, Dirent][] => {
      const other = all[index === 0 ? 1 : 0];
      return other ? [[entry, other]] : [];
    }),
  );
  return new Map(pairs);
}

function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

function kindOf(entry: Dirent): Found["kind"] {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() ? "link" : "other";
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
