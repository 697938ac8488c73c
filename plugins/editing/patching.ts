// A patch of a document's files:
// read and applied in a worker, before the transaction and once more when files moved on.

import { type PrepareCall, refuse } from "../../kernel/plugin.ts";
import { encodeText } from "../../kernel/ports/base.ts";
import { fileAt, type LoadedDocument, parseFilePath, readFile, readText } from "../documents/port/read.ts";
import { type ContentFile, filesOfWrite, ownerOf, PAGE_PATH, refuseGenerated } from "../documents/port/write.ts";
import { capOf } from "../operation.ts";
import { type AppliedFile, inTextTurn, type PatchHead, TEXT_BYTES_MAX, textTasks } from "../texts/port.ts";

type PatchCall = PrepareCall<LoadedDocument, false>;

/** A patch that is ready to be written. */
export interface Patched {
  patch: ReadPatch;
  /** Hashes of the files that it was made from, by their paths; `""` for one that is not there. */
  from: ReadonlyMap<string, string>;
  put: ContentFile[];
  remove: string[];
  files: { path: string; from?: string; action: AppliedFile["action"]; changed: boolean }[];
}

/** A patch as it came, with what it says of its files: its lines stay where they are, since there may be very many. */
export interface ReadPatch {
  diff: string;
  heads: PatchHead[];
}

/** Files that are read or stored at the same time. */
const AT_ONCE = 16;
/** Stands for a file that is moved as it is: no text that was decoded holds it. */
const UNREAD = "\0";

/** Throws 400 for what is no patch, or names paths that cannot stand. */
export async function readPatch(call: PatchCall, diff: string): Promise<ReadPatch> {
  const heads = await inWorker(() => textTasks()("readPatch", { diff }, optionsOf(call, Buffer.byteLength(diff))));
  for (const { from, path } of heads) for (const one of new Set([from, path])) parseFilePath(one);
  return { diff, heads };
}

/** Applies a patch to the files of `document` and stores what comes out. Throws 400 naming the file and the hunk. */
export async function applyTo(call: PatchCall, document: LoadedDocument, patch: ReadPatch): Promise<Patched> {
  refuseForbidden(document, patch);
  const named = new Set(pathsOf(patch));
  const sizes = document.files.flatMap(({ path, size_bytes }) => (named.has(path) ? [size_bytes] : []));
  const bytes = sizes.reduce((sum, size) => sum + Math.min(size, TEXT_BYTES_MAX), Buffer.byteLength(patch.diff));
  const options = optionsOf(call, bytes);
  // What waits for its turn has read none of the files yet.
  return inTextTurn(options, () => applyInTurn(call, document, { patch, options }));
}

async function applyInTurn(
  call: PatchCall,
  document: LoadedDocument,
  { patch, options }: { patch: ReadPatch; options: ReturnType<typeof optionsOf> },
): Promise<Patched> {
  const contents = await readContents(call, document, patch);
  const applied = await inWorker(() => textTasks()("applyPatch", { diff: patch.diff, contents }, options));
  const existing = new Set(document.files.map((file) => file.path));
  const outcome = new Map<string, { text: string | null; from: string }>();
  for (const { action, from, path, text } of applied) {
    if (action === "rename" && from !== undefined && !outcome.has(from)) outcome.set(from, { text: null, from });
    outcome.set(path, { text, from: from ?? path });
  }
  const put = await mapSome([...outcome], async ([path, { text, from }]) => {
    if (text === null) return [];
    if (text === contents.get(path) && text !== UNREAD) return [];
    return filesOfWrite(call, document, { path, bytes: await bytesOf(call, { document, from, text }) });
  });
  const remove = [...outcome].flatMap(([path, { text }]) => (text === null && existing.has(path) ? [path] : []));
  return {
    patch,
    from: hashesOf(document, pathsOf(patch)),
    put: put.flat(),
    remove,
    files: applied.map(({ path, from, action, text }) => ({
      path,
      ...(from === undefined ? {} : { from }),
      action,
      changed: action !== "modify" || text !== contents.get(path),
    })),
  };
}

/** Whether the files that a patch was made from are still what they were. */
export function isCurrent({ from }: Patched, document: LoadedDocument): boolean {
  const now = hashesOf(document, [...from.keys()]);
  return [...from].every(([path, hash]) => now.get(path) === hash);
}

export function pathsOf({ heads }: ReadPatch): string[] {
  return [...new Set(heads.flatMap(({ from, path }) => [from, path]))];
}

function hashesOf(document: LoadedDocument, paths: readonly string[]): Map<string, string> {
  const hashesByPath = new Map(document.files.map((file) => [file.path, file.sha256]));
  return new Map(paths.map((path) => [path, hashesByPath.get(path) ?? ""]));
}

function refuseForbidden(document: LoadedDocument, patch: ReadPatch): void {
  for (const path of pathsOf(patch)) refuseGenerated(document, path);
  for (const { action, from } of patch.heads) {
    const leaves = action === "delete" || action === "rename";
    if (!leaves || (from !== document.source_path && from !== PAGE_PATH)) continue;
    throw refuse.invalid(
      `"${from}" is what this document shows; a patch may change it, and neither delete nor rename it`,
    );
  }
}

/** The texts that the patch is applied to. A file that is only moved need not be text. */
async function readContents(
  call: PatchCall,
  document: LoadedDocument,
  patch: ReadPatch,
): Promise<Map<string, string | null>> {
  const isChanged = new Set(
    patch.heads.flatMap(({ from, path, has_hunks, action }) => (has_hunks || action === "delete" ? [from, path] : [])),
  );
  const filesByPath = new Map(document.files.map((file) => [file.path, file]));
  const read = await mapSome(pathsOf(patch), async (path): Promise<[string, string | null]> => {
    const file = filesByPath.get(path);
    if (!file) return [path, null];
    return [path, isChanged.has(path) ? await readText(call, file) : UNREAD];
  });
  return new Map(read);
}

async function bytesOf(
  call: PatchCall,
  { document, from, text }: { document: LoadedDocument; from: string; text: string },
): Promise<Uint8Array> {
  if (text !== UNREAD) return encodeText(text);
  const file = fileAt(document.files, from);
  if (!file) throw new Error(`"${from}" was there a moment ago`);
  const bytes_max = capOf(call.runtime, "json_file_bytes");
  if (file.size_bytes > bytes_max)
    throw refuse.tooLarge(`"${from}" has ${file.size_bytes} bytes, too many to be moved`);
  return readFile(call, file);
}

/** What the worker says of the patch is said to its sender. */
async function inWorker<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Error && error.name === "PatchError")
      throw refuse.invalid(error.message, { code: "patch_failed" });
    throw error;
  }
}

function optionsOf(call: PatchCall, bytes: number) {
  const words = { doing: "applying this patch", instead: "send it in smaller parts" };
  return { ...ownerOf(call), lane: "publish" as const, bytes, words };
}

async function mapSome<A, B>(items: readonly A[], work: (item: A) => Promise<B>): Promise<B[]> {
  const done: B[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE)
    done.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(work))));
  return done;
}
