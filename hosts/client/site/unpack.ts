// Unpacks a zip that a server sent: into an empty folder and nowhere else, whatever its names say.
import { closeSync, fstatSync, mkdirSync, openSync, readSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { crc32, inflateRawSync } from "node:zlib";
import { type Entry, type FileEntry, Reader, Uint8ArrayWriter, ZipReader } from "@zip.js/zip.js";
import { CommandError } from "../../command.ts";

const DEFLATED = 8;
const STORED = 0;

/** How many files it wrote. Throws CommandError for a folder that holds something, and for a name that leads out of it. */
export async function unpack(zip: string, folder: string): Promise<number> {
  const held = await readdir(folder).catch(() => []);
  if (held.length > 0) throw new CommandError(`${folder} is not empty: name a folder that is new or empty`);
  const file = openSync(zip, "r");
  const reader = new ZipReader(new OpenFile(file), { useWebWorkers: false });
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
    closeSync(file);
  }
}

function isInside(name: string, folder: string): boolean {
  const plain = name !== "" && !/[\\:\p{Cc}]/u.test(name) && name.split("/").every((part) => part !== "..");
  return plain && resolve(folder, name).startsWith(folder + sep);
}

/** Shorter ones are read, inflated and written at once: streams for each of thousands of small files cost several times as much. */
const AT_ONCE_BYTES_MAX = 4 * 1024 * 1024;

async function write(entry: Entry, { folder, known }: { folder: string; known: Set<string> }): Promise<void> {
  if (entry.directory) return;
  const path = join(folder, entry.filename);
  const above = dirname(path);
  if (!known.has(above)) mkdirSync(above, { recursive: true });
  known.add(above);
  const isSmall = Math.max(entry.uncompressedSize, entry.compressedSize) <= AT_ONCE_BYTES_MAX;
  const whole = isSmall ? await readWhole(entry) : null;
  // Made anew: nothing is followed, nothing is written over.
  const file = openSync(path, "wx");
  try {
    if (whole) writeFileSync(file, whole);
    else await entry.getData(new WritableStream({ write: (piece: Uint8Array) => writeFileSync(file, piece) }));
  } finally {
    closeSync(file);
  }
}

/** Throws CommandError for bytes that are not what the zip says of them. */
async function readWhole(entry: FileEntry): Promise<Uint8Array | null> {
  const { compressionMethod, uncompressedSize, filename } = entry;
  if (compressionMethod !== DEFLATED && compressionMethod !== STORED) return null;
  const raw = await entry.getData(new Uint8ArrayWriter(), { passThrough: true });
  const bytes =
    compressionMethod === STORED ? raw : inflateRawSync(raw, { maxOutputLength: Math.max(1, uncompressedSize) });
  if (bytes.length !== uncompressedSize || crc32(bytes) !== entry.signature)
    throw new CommandError(`${JSON.stringify(filename)} did not come whole: export the site again`);
  return bytes;
}

/** Reads parts of a file where they are asked for; as a blob each of them would be a stream. Nobody else waits for this process. */
class OpenFile extends Reader<number> {
  readonly #file: number;

  constructor(file: number) {
    super(file);
    this.#file = file;
    this.size = fstatSync(file).size;
  }

  override async readUint8Array(offset: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(Math.min(length, this.size - offset));
    return bytes.subarray(0, readSync(this.#file, bytes, 0, bytes.length, offset));
  }
}
