// Picks the folder for new blobs and makes their names durable, many puts with one fsync of the folder.
import { randomBytes } from "node:crypto";
import { mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";

/** A folder two levels under the root. */
export interface Folder {
  /** Its four hex digits, the first two naming the folder above. */
  name: string;
  path: string;
}

/** The folders of one store, as one process uses them. */
export interface Folders {
  /** Runs `add`, which makes an entry in the folder it is given, and resolves once that entry would survive a power cut. */
  write<T>(add: (folder: Folder) => Promise<T>): Promise<T>;
}

interface OpenFolder extends Folder {
  entries: number;
  /** The fsync under way, and the one after it that covers whoever comes meanwhile. */
  running: Promise<void>;
  next: Promise<void> | null;
}

const ENTRIES_MAX = 1024;

/**
 * One folder takes all puts of this process until it holds ENTRIES_MAX of them, then a random other one follows: puts
 * that run side by side share one fsync, and a folder is rarely made. Keys spread over all folders all the same.
 */
export function openFolders(root: string): Folders {
  let current: Promise<OpenFolder> | null = null;

  async function enter(): Promise<OpenFolder> {
    while (true) {
      current ??= makeFolder(root);
      const opening = current;
      try {
        const folder = await opening;
        folder.entries += 1;
        if (folder.entries === ENTRIES_MAX) current = null;
        if (folder.entries <= ENTRIES_MAX) return folder;
      } catch (error) {
        if (current === opening) current = null;
        throw error;
      }
    }
  }

  async function write<T>(add: (folder: Folder) => Promise<T>): Promise<T> {
    const folder = await enter();
    try {
      const added = await add(folder);
      await syncTogether(folder);
      return added;
    } catch (error) {
      // Somebody removed the folder: the next put makes another.
      if (error instanceof Error && "code" in error && error.code === "ENOENT") current = null;
      throw error;
    }
  }

  return { write };
}

async function makeFolder(root: string): Promise<OpenFolder> {
  const name = randomBytes(2).toString("hex");
  const path = join(root, name.slice(0, 2), name.slice(2));
  await mkdir(path, { recursive: true, mode: 0o700 });
  await syncFolder(dirname(path));
  await syncFolder(root);
  return { name, path, entries: 0, running: Promise.resolve(), next: null };
}

/** Only an fsync that starts after the entry was made covers it, so a caller waits for the next one to start. */
function syncTogether(folder: OpenFolder): Promise<void> {
  folder.next ??= folder.running
    .catch(() => {})
    .then(() => {
      folder.next = null;
      folder.running = syncFolder(folder.path);
      return folder.running;
    });
  return folder.next;
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, "r");
  await handle.sync().finally(() => handle.close());
}
