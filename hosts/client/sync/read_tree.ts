// Reads what the local folder holds now: every file's hash, from the journal where the file has not been written since.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";
import { join } from "node:path";
import type { Ignored } from "../folder/ignore.ts";
import { scanFolder } from "../folder/scan.ts";
import { foldPath, type Machine } from "../names/machine.ts";
import { foldInside, UNIT_ENDING, whyNotInside } from "./names.ts";
import type { Seen, Shelf } from "./state.ts";
import type { LocalFile, LocalTree, LocalUnit } from "./trees.ts";

/** A file that was written so shortly before it was read may be written again with the same time. */
const SETTLED_MS = 1000;

export interface ReadOf {
  root: string;
  ignored: Ignored;
  seen: Shelf<Seen>;
  machine: Machine;
  /** Ends the scan of a long file too. */
  signal: AbortSignal;
}

interface Tree {
  units: Map<string, LocalUnit & { files: Record<string, LocalFile> }>;
  skipped: { path: string; reason: string }[];
  unread: { path: string; reason: string }[];
  folders: Map<string, string>;
}

/** What the folder holds, read whole. */
export async function readTree(of: ReadOf): Promise<LocalTree> {
  const tree: Tree = { units: new Map(), skipped: [], unread: [], folders: new Map() };
  const paths = new Set<string>();
  for await (const entry of scanFolder(of.root, of.ignored)) {
    const { path, kind } = entry;
    if (kind === "unreadable") {
      tree.unread.push({ path, reason: entry.reason });
      continue;
    }
    paths.add(path);
    if (kind === "folder") tree.folders.set(foldPath(of.machine, path), path);
    else if (kind === "file") await addFile(of, tree, path);
    else tree.skipped.push({ path, reason: kind === "link" ? "a symbolic link" : "not a file" });
  }
  forgetGone(of.seen, { paths, unread: tree.unread });
  return tree;
}

/** What could not be read now is remembered until it can. */
function forgetGone(seen: Shelf<Seen>, { paths, unread }: { paths: Set<string>; unread: Tree["unread"] }): void {
  const isUnread = (path: string) =>
    unread.some((one) => one.path === "" || path === one.path || path.startsWith(`${one.path}/`));
  for (const [path] of seen.entries()) if (!paths.has(path) && !isUnread(path)) seen.drop(path);
}

/** The outermost folder on the way that is one document. */
function unitOf(path: string): string | null {
  const segments = path.split("/").slice(0, -1);
  const depth = segments.findIndex((segment) => segment.endsWith(UNIT_ENDING) && segment !== UNIT_ENDING);
  return depth < 0 ? null : segments.slice(0, depth + 1).join("/");
}

async function addFile(of: ReadOf, tree: Tree, path: string): Promise<void> {
  const unit = unitOf(path);
  // Inside of a document names are the document's own: one that others cannot have would come back to nobody.
  const inside = unit === null ? "" : path.slice(unit.length + 1).normalize("NFC");
  const others = Object.keys((unit === null ? undefined : tree.units.get(unit))?.files ?? {});
  const twin = others.find((one) => foldInside(one) === foldInside(inside));
  const reason = unit === null ? null : (whyNotInside(inside) ?? (twin === undefined ? null : sameAs(twin)));
  if (reason !== null) return void tree.skipped.push({ path, reason });
  const file = await readLocalFile(of, path);
  if (file === "gone") return;
  if (typeof file === "string") return void tree.unread.push({ path, reason: file });
  const at = unit ?? path;
  const found = tree.units.get(at) ?? { path: at, shape: unit === null ? "file" : "folder", files: {} };
  found.files[inside] = file;
  tree.units.set(at, found);
}

function sameAs(twin: string): string {
  return `some systems do not tell its name apart from ${twin} beside it; rename one`;
}

/** The file with its hash, `"gone"`, or why it cannot be read. */
async function readLocalFile({ root, seen, signal }: ReadOf, path: string): Promise<LocalFile | string> {
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
