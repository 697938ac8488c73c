// Reads what the local folder holds now: every file's hash, from the journal where the file has not been written since.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, lstat, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Ignored } from "../ignore.ts";
import { fold, isHoldable, joinPath, UNIT_ENDING } from "./names.ts";
import type { Seen, Shelf } from "./state.ts";
import type { LocalFile, LocalTree, LocalUnit } from "./trees.ts";

/** A file that was written so shortly before it was read may be written again with the same time. */
const SETTLED_MS = 1000;

export interface ScanOf {
  root: string;
  ignored: Ignored;
  seen: Shelf<Seen>;
  /** Ends the scan of a long file too. */
  signal: AbortSignal;
}

interface Scan extends ScanOf {
  units: Map<string, LocalUnit & { files: Record<string, LocalFile> }>;
  skipped: { path: string; reason: string }[];
  unread: { path: string; reason: string }[];
  folders: Set<string>;
  names: Map<string, string>;
}

export async function scanFolder(of: ScanOf): Promise<LocalTree> {
  const scan: Scan = { ...of, units: new Map(), skipped: [], unread: [], folders: new Set(), names: new Map() };
  await scanDir(scan, "", null);
  for (const [path] of of.seen.entries()) {
    if (!scan.names.has(path) && !scan.unread.some((one) => path === one.path || path.startsWith(`${one.path}/`))) {
      of.seen.drop(path);
    }
  }
  return scan;
}

/** The bytes of the names go to the disk as they came; equal names in other forms of Unicode are told apart by nobody else. */
async function scanDir(scan: Scan, dir: string, unit: string | null): Promise<void> {
  const entries = await readdir(join(scan.root, dir), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") scan.unread.push({ path: dir, reason: `cannot be read: ${error.message}` });
    return [];
  });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = joinPath(dir, entry.name);
    if (scan.ignored(path, entry.isDirectory())) continue;
    const twin = scan.names.get(path.normalize("NFC"));
    if (twin !== undefined) {
      scan.unread.push({ path, reason: `its name differs from "${twin}" in the form of Unicode alone: rename one` });
      continue;
    }
    scan.names.set(path.normalize("NFC"), path);
    scan.names.set(path, path);
    if (entry.isDirectory()) {
      scan.folders.add(fold(path));
      const begins = unit === null && entry.name.endsWith(UNIT_ENDING) && entry.name !== UNIT_ENDING;
      await scanDir(scan, path, begins ? path : unit);
    } else if (entry.isFile()) await addFile(scan, path, unit);
    else scan.skipped.push({ path, reason: entry.isSymbolicLink() ? "a symbolic link" : "not a file" });
  }
}

async function addFile(scan: Scan, path: string, unit: string | null): Promise<void> {
  // Inside of a document names are the document's own: one that others cannot have would come back to nobody.
  if (unit !== null && !isHoldable(path.slice(unit.length + 1).normalize("NFC"))) {
    return void scan.skipped.push({ path, reason: "not every system can hold its name; rename it" });
  }
  const file = await readLocalFile(scan, path);
  if (file === "gone") return;
  if (typeof file === "string") return void scan.unread.push({ path, reason: file });
  const at = unit ?? path;
  const found = scan.units.get(at) ?? { path: at, shape: unit === null ? "file" : "folder", files: {} };
  found.files[unit === null ? "" : path.slice(unit.length + 1).normalize("NFC")] = file;
  scan.units.set(at, found);
}

/** The file with its hash, `"gone"`, or why it cannot be read. */
async function readLocalFile({ root, seen, signal }: ScanOf, path: string): Promise<LocalFile | string> {
  const absolute = join(root, path);
  try {
    const before = await stampOf(absolute);
    const known = seen.get(path);
    const { size } = before;
    if (known?.stamp === before.stamp) return { absolute, size, stamp: before.stamp, sha256: known.sha256 };
    const sha256 = await hashFile(absolute, signal);
    const after = await stampOf(absolute);
    if (after.stamp !== before.stamp) return "is being written";
    if (Date.now() - after.mtime_ms > SETTLED_MS) seen.put(path, { stamp: after.stamp, sha256 });
    return { absolute, size, stamp: after.stamp, sha256 };
  } catch (error) {
    if (isMissing(error)) return "gone";
    return `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** What changes when a file is written or replaced. */
export async function stampOf(absolute: string): Promise<{ stamp: string; size: number; mtime_ms: number }> {
  const { size, mtimeNs, ino, mtimeMs } = await lstat(absolute, { bigint: true });
  return { stamp: `${size}-${mtimeNs}-${ino}`, size: Number(size), mtime_ms: Number(mtimeMs) };
}

async function hashFile(absolute: string, signal: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(absolute, { signal, highWaterMark: 1 << 20 })) hash.update(chunk);
  return hash.digest("hex");
}

/** All bytes of a file that is still the one that was scanned; throws ChangedMeanwhile otherwise. */
export async function readScanned(file: LocalFile): Promise<Uint8Array<ArrayBuffer>> {
  let handle: FileHandle | null = null;
  try {
    handle = await open(file.absolute);
    const bytes = new Uint8Array(await handle.readFile());
    if (createHash("sha256").update(bytes).digest("hex") !== file.sha256) throw new ChangedMeanwhile();
    return bytes;
  } catch (error) {
    if (isMissing(error)) throw new ChangedMeanwhile();
    throw error;
  } finally {
    await handle?.close();
  }
}

/** A file is no longer what the scan saw: the next round looks again. */
export class ChangedMeanwhile extends Error {
  override name = "ChangedMeanwhile";
  constructor() {
    super("was changed meanwhile");
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}
