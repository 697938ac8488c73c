// Unpacks a tar while a server sends it:
// into an empty folder and nowhere else, whatever its names say, and not at all where it does not come whole.
import { closeSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, rmdir } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { createTarDecoder, type ParsedTarEntry } from "modern-tar";
import { CommandError } from "../../command/command.ts";
import { reasonOf } from "../server/caller.ts";

/** What lets a folder be served: it comes last, so that nobody takes half a site for a whole one. */
const LAST = "index.html";

/** How the folder begins that files lie in until all of them have come. */
const PART = ".part-";

/**
 * How many files it wrote. Throws CommandError for a folder that holds something or cannot be made, for a name that leads out of it,
 * and for a tar that does not come to its end; then the folder is as it was.
 */
export async function unpack(tar: ReadableStream<Uint8Array>, folder: string): Promise<number> {
  const made = await makeEmpty(folder);
  const written: string[] = [];
  try {
    // Inside, so that it is on the same disk even where the folder is a mount of its own.
    const part = await mkdtemp(join(folder, PART));
    written.push(part);
    const count = await writeAll(tar, part);
    const names = await readdir(part);
    for (const name of names.toSorted((a, b) => Number(a === LAST) - Number(b === LAST))) {
      await rename(join(part, name), join(folder, name));
      written.push(join(folder, name));
    }
    await rmdir(part);
    return count;
  } catch (error) {
    for (const path of written) await rm(path, { recursive: true, force: true });
    if (made !== null) await removeUpTo(made, folder);
    throw error instanceof CommandError ? error : new CommandError(`the site is not exported: ${wordsOf(error)}`);
  }
}

/** The highest folder that was made for it; null where it was there. */
async function makeEmpty(folder: string): Promise<string | null> {
  const told = (error: unknown): never => {
    throw new CommandError(`the site is not exported: ${wordsOf(error)}`);
  };
  const made = await mkdir(folder, { recursive: true }).catch(told);
  refuseHeld(folder, await readdir(folder).catch(told));
  return made ?? null;
}

/** Throws CommandError for a folder that is there and holds something, and for what is none. */
export async function refuseFilled(folder: string): Promise<void> {
  const held = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw new CommandError(`the site is not exported: ${wordsOf(error)}`);
  });
  refuseHeld(folder, held);
}

function refuseHeld(folder: string, held: readonly string[]): void {
  if (held.length === 0) return;
  const isLeft = held.every((name) => name.startsWith(PART));
  throw new CommandError(
    isLeft
      ? `${folder} holds ${held[0]}, which an export left that was killed or is under way: remove it, or name another folder`
      : `${folder} is not empty: name a folder that is new or empty`,
  );
}

/** Only what is empty: somebody may have put something beside it meanwhile. */
async function removeUpTo(top: string, folder: string): Promise<void> {
  for (let at = folder; at.startsWith(top); at = dirname(at)) {
    const isGone = await rmdir(at).then(
      () => true,
      () => false,
    );
    if (!isGone) return;
  }
}

async function writeAll(tar: ReadableStream<Uint8Array>, folder: string): Promise<number> {
  const known = new Set<string>();
  let count = 0;
  // Strict, it throws for a sum that is wrong and where the end is missing.
  for await (const entry of tar.pipeThrough(createTarDecoder({ strict: true }))) {
    const { name, type } = entry.header;
    if (!isInside(name, folder) || (type !== "file" && type !== "directory"))
      throw new CommandError(
        `the server sent a file named ${JSON.stringify(name.slice(0, 200))}, which leads out of the folder`,
      );
    if (type === "directory") continue;
    await write(entry, { folder, known });
    count += 1;
  }
  return count;
}

function isInside(name: string, folder: string): boolean {
  const plain = name !== "" && !/[\\:\p{Cc}]/u.test(name) && name.split("/").every((part) => part !== "..");
  return plain && resolve(folder, name).startsWith(folder + sep);
}

/** At once: nobody else waits for this process, and a trip to a thread for each of thousands of small files costs more than writing them. */
async function write(
  { header, body }: ParsedTarEntry,
  { folder, known }: { folder: string; known: Set<string> },
): Promise<void> {
  const path = join(folder, header.name);
  const above = dirname(path);
  if (!known.has(above)) mkdirSync(above, { recursive: true });
  known.add(above);
  // Made anew: nothing is followed, nothing is written over.
  const file = openSync(path, "wx");
  try {
    for await (const piece of body) writeFileSync(file, piece);
  } finally {
    closeSync(file);
  }
}

/** What the system says of its files has the path in it, or is of the disk; anything else is about what came. */
export function wordsOf(error: unknown): string {
  if (error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT")) {
    return "the disk is full: free space, or name a place on another disk";
  }
  const words = reasonOf(error).slice(0, WORDS_CHARS_MAX);
  const isOfFiles = error instanceof Error && /^E[A-Z]+: /.test(words) && Reflect.get(error, "path") !== undefined;
  return isOfFiles ? words : `it did not come whole (${words}); export it again`;
}

const WORDS_CHARS_MAX = 500;
