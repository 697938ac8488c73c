// Unpacks a zip that a server sent: into an empty folder and nowhere else, whatever its names say.
import { openAsBlob } from "node:fs";
import { mkdir, open, readdir } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { BlobReader, type Entry, ZipReader } from "@zip.js/zip.js";
import { CommandError } from "../../command.ts";

/** How many files it wrote. Throws CommandError for a folder that holds something, and for a name that leads out of it. */
export async function unpack(zip: string, folder: string): Promise<number> {
  const held = await readdir(folder).catch(() => []);
  if (held.length > 0) throw new CommandError(`${folder} is not empty: name a folder that is new or empty`);
  const reader = new ZipReader(new BlobReader(await openAsBlob(zip)), { useWebWorkers: false });
  try {
    const entries = await reader.getEntries().catch((error: unknown) => {
      throw new CommandError(`the zip is not taken: ${error instanceof Error ? error.message : String(error)}`);
    });
    const wrong = entries.find(({ filename }) => !isInside(filename, folder));
    // Nothing is written of a zip that wants to write elsewhere.
    if (wrong)
      throw new CommandError(
        `the server sent a file named ${JSON.stringify(wrong.filename.slice(0, 200))}, which leads out of the folder`,
      );
    const known = new Set<string>();
    for (const entry of entries) await write(entry, { folder, known });
    return entries.filter((entry) => !entry.directory).length;
  } finally {
    await reader.close();
  }
}

function isInside(name: string, folder: string): boolean {
  const plain = name !== "" && !/[\\:\p{Cc}]/u.test(name) && name.split("/").every((part) => part !== "..");
  return plain && resolve(folder, name).startsWith(folder + sep);
}

async function write(entry: Entry, { folder, known }: { folder: string; known: Set<string> }): Promise<void> {
  if (entry.directory) return;
  const path = join(folder, entry.filename);
  const above = dirname(path);
  if (!known.has(above)) await mkdir(above, { recursive: true });
  known.add(above);
  // Made anew: nothing is followed, nothing is written over.
  const file = await open(path, "wx");
  try {
    await entry.getData(new WritableStream({ write: (piece: Uint8Array) => file.writeFile(piece) }));
  } finally {
    await file.close();
  }
}
