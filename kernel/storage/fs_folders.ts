// Picks the folder for new blobs and makes their names durable, many puts with one fsync of the folder.
import { randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open } from "node:fs/promises";
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
  handle: FileHandle;
  entries: number;
  writers: number;
  retired: boolean;
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
      current ??= openFolder(root);
      const opening = current;
      try {
        const folder = await opening;
        if (!folder.retired) {
          // Counted before anybody else runs, so that the handle is not closed in between.
          folder.writers += 1;
          folder.entries += 1;
          if (folder.entries >= ENTRIES_MAX) retire(folder);
          return folder;
        }
      } catch (error) {
        if (current === opening) current = null;
        throw error;
      }
    }
  }

  function retire(folder: OpenFolder): void {
    if (!folder.retired) current = null;
    folder.retired = true;
  }

  async function write<T>(add: (folder: Folder) => Promise<T>): Promise<T> {
    const folder = await enter();
    try {
      const added = await add(folder);
      await syncFolder(folder);
      return added;
    } catch (error) {
      // Somebody removed the folder: the next put makes another.
      if (error instanceof Error && "code" in error && error.code === "ENOENT") retire(folder);
      throw error;
    } finally {
      folder.writers -= 1;
      if (folder.retired && folder.writers === 0) await folder.handle.close();
    }
  }

  return { write };
}

async function openFolder(root: string): Promise<OpenFolder> {
  const name = randomBytes(2).toString("hex");
  const path = join(root, name.slice(0, 2), name.slice(2));
  await mkdir(path, { recursive: true, mode: 0o700 });
  for (const above of [dirname(path), root]) {
    const handle = await open(above, "r");
    await handle.sync().finally(() => handle.close());
  }
  return {
    name,
    path,
    handle: await open(path, "r"),
    entries: 0,
    writers: 0,
    retired: false,
    running: Promise.resolve(),
    next: null,
  };
}

/** Only an fsync that starts after the entry was made covers it, so a caller waits for the next one to start. */
function syncFolder(folder: OpenFolder): Promise<void> {
  folder.next ??= folder.running
    .catch(() => {})
    .then(() => {
      folder.next = null;
      folder.running = folder.handle.sync();
      return folder.running;
    });
  return folder.next;
}
