// Writes to the local folder:
// by a temporary file and a rename, never over something that the scan did not see, and nothing is ever destroyed.
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { link, lstat, mkdir, readdir, rename, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { STATE_FOLDER } from "../folder/ignore.ts";
import { foldPath, LINUX, type Machine } from "../names/machine.ts";
import { leadsDown } from "./names.ts";
import { ChangedMeanwhile, isMissing, stampOf } from "./read_tree.ts";
import type { Content, LocalFile, LocalUnit, Shape } from "./trees.ts";

const TEMPORARY = "tmp";
/** How a file is called that is on its way into a folder of its own name. */
const ASIDE = "moving-";
const KEPT = "trash";

export interface LocalFolder {
  /** Writes a stream into a temporary file. Throws an Error when its bytes are not those that were promised. */
  receive(stream: ReadableStream<Uint8Array>, promised: Content): Promise<string>;
  /** Puts a temporary file at a path in place of `before`, or of nothing. Throws ChangedMeanwhile. */
  place(temporary: string, at: { path: string; before: LocalFile | undefined }): Promise<void>;
  /**
   * Renames what stands for a document; a file becomes a folder's `main`, or the other way round, by the shape. One that goes into a
   * folder of its own name lies aside meanwhile, under a name that `asidePath` tells.
   */
  move(unit: LocalUnit, to: { path: string; shape: Shape; main: string; aside: string }): Promise<void>;
  /** Moves a document's files to where deleted ones are kept; answers that place. */
  keep(unit: LocalUnit): Promise<string>;
  /** The same for one file of a document. */
  keepFile(path: string, file: LocalFile): Promise<void>;
  /** Empties the place of temporary files; what was no copy is kept. */
  tidy(): Promise<void>;
}

/** Where a file lies that is on its way into a folder of its own name. */
export function asidePath(root: string, aside: string): string {
  return join(root, STATE_FOLDER, TEMPORARY, `${ASIDE}${aside}`);
}

export function openLocalFolder(root: string, now: () => Date, machine: Machine = LINUX): LocalFolder {
  const at: At = { root, machine };
  const temporary = join(root, STATE_FOLDER, TEMPORARY);
  const day = () => now().toISOString().slice(0, 10);
  const keepAt = (path: string) => keepInTrash(root, { path, day: day() });

  return {
    receive: async (stream, promised) => {
      await mkdir(temporary, { recursive: true });
      const path = join(temporary, `new-${crypto.randomUUID()}`);
      if (await writeAsPromised(stream, { path, promised })) return path;
      await rm(path, { force: true });
      throw new ChangedMeanwhile();
    },
    place: async (path, { path: to, before }) => {
      await makeFolder(at, to);
      const target = join(root, to);
      if (!before) return placeNew(path, target);
      await refuseChanged(before);
      const old = join(temporary, `old-${crypto.randomUUID()}`);
      const isHeld = await link(target, old).then(
        () => true,
        () => false,
      );
      await rename(path, target);
      if (!isHeld) return;
      // Whoever wrote between the look and the rename wrote into what is held here.
      const found = await stampOf(old);
      if (found.stamp === before.stamp) await rm(old, { force: true });
      else await rename(old, join(dirname(target), `${to.split("/").at(-1)} (changed meanwhile ${day()})`));
    },
    move: async (unit, { path, shape, main, aside }) => {
      for (const file of Object.values(unit.files)) await refuseChanged(file);
      const from = shape === "file" && unit.shape === "folder" ? `${unit.path}/${main}` : unit.path;
      const to = shape === "folder" && unit.shape === "file" ? `${path}/${main}` : path;
      await renameFree(at, { from, to, aside: asidePath(root, aside) });
      await removeEmpty(root, shape === unit.shape || shape === "folder" ? unit.path : `${unit.path}/${main}`);
    },
    keep: async (unit) => {
      for (const file of Object.values(unit.files)) await refuseChanged(file);
      return keepAt(unit.path);
    },
    keepFile: async (path, file) => {
      await refuseChanged(file);
      await keepAt(path);
    },
    tidy: async () => {
      const names = await readdir(temporary).catch(() => []);
      for (const name of names) {
        if (name.startsWith(ASIDE)) continue;
        if (name.startsWith("new-")) await rm(join(temporary, name), { force: true });
        else await keepAt(join(STATE_FOLDER, TEMPORARY, name));
      }
    },
  };
}

/** Answers false when the bytes are not those that were promised. */
async function writeAsPromised(
  stream: ReadableStream<Uint8Array>,
  { path, promised: { sha256, size } }: { path: string; promised: Content },
): Promise<boolean> {
  const hash = createHash("sha256");
  let bytes = 0;
  async function* counted() {
    const reader = stream.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      bytes += next.value.byteLength;
      // Whoever sends more than was promised may never end.
      if (bytes > size) return reader.cancel();
      hash.update(next.value);
      yield next.value;
    }
  }
  await pipeline(Readable.from(counted()), createWriteStream(path, { flush: true }));
  return bytes === size && hash.digest("hex") === sha256;
}

/** Where nothing may be replaced. */
async function placeNew(path: string, target: string): Promise<void> {
  // Unlike a rename, a link never replaces anything.
  await link(path, target).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST") throw new ChangedMeanwhile();
    if (await lstat(target).catch(() => null)) throw new ChangedMeanwhile();
    await rename(path, target);
  });
  await rm(path, { force: true });
}

async function refuseChanged(file: LocalFile): Promise<void> {
  const found = await stampOf(file.absolute).catch((error) => {
    if (isMissing(error)) throw new ChangedMeanwhile();
    throw error;
  });
  if (found.stamp !== file.stamp) throw new ChangedMeanwhile();
}

interface At {
  root: string;
  machine: Machine;
}

/** A link on the way, or a step upwards in what the server calls a file, would lead out of the folder. */
async function makeFolder({ root, machine }: At, path: string): Promise<void> {
  if (!leadsDown(path)) throw new Error(`"${path}" would lie outside of the folder`);
  let above = root;
  for (const segment of path.split("/").slice(0, -1)) {
    const at = join(above, segment);
    const found = await lstat(at).catch(() => null);
    if (!found) await makeOne(at);
    // What lies there moves away in the same round, or is found there by the next.
    else if (found.isFile()) throw new ChangedMeanwhile();
    else if (!found.isDirectory()) throw new Error(`"${segment}" is no folder, so nothing can lie in it`);
    else if (!machine.tells_case || !machine.tells_forms) await spell(machine, { above, segment });
    above = at;
  }
}

/** Somebody else may make it at the same moment. */
async function makeOne(folder: string): Promise<void> {
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}

/** A folder that another writing names too gets the one that is wanted. */
async function spell(machine: Machine, { above, segment }: { above: string; segment: string }): Promise<void> {
  const names = await readdir(above);
  if (names.includes(segment)) return;
  const other = names.find((name) => foldPath(machine, name) === foldPath(machine, segment));
  if (other !== undefined) await rename(join(above, other), join(above, segment));
}

/** Folders that a document left behind go with it, up to the first that is not empty. */
async function removeEmpty(root: string, path: string): Promise<void> {
  try {
    for (let at = dirname(path); at !== "." && at !== ""; at = dirname(at)) await rmdir(join(root, at));
  } catch {}
}

async function renameFree(at: At, { from, to, aside }: { from: string; to: string; aside: string }): Promise<void> {
  const [source, target] = [join(at.root, from), join(at.root, to)];
  if (to.startsWith(`${from}/`) && (await lstat(source)).isFile()) {
    await mkdir(dirname(aside), { recursive: true });
    await rename(source, aside);
    await makeFolder(at, to);
    return placeNew(aside, target);
  }
  await makeFolder(at, to);
  const found = await lstat(target).catch(() => null);
  // On a system that does not tell case apart, the target may be the source itself.
  if (found && found.ino !== (await lstat(source)).ino) throw new ChangedMeanwhile();
  await rename(source, target);
}

/** Answers where in the folder it is kept. */
async function keepInTrash(root: string, { path, day }: { path: string; day: string }): Promise<string> {
  for (let number = 1; ; number++) {
    const folder = join(STATE_FOLDER, KEPT, number === 1 ? day : `${day} ${number}`);
    const target = join(root, folder, path);
    // What is kept of that day may be a file where this one needs a folder.
    const isRoom = await mkdir(dirname(target), { recursive: true }).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === "EEXIST" || error.code === "ENOTDIR") return false;
        throw error;
      },
    );
    if (!isRoom || (await lstat(target).catch(() => null))) continue;
    await rename(join(root, path), target);
    await removeEmpty(root, path);
    return join(folder, path);
  }
}
