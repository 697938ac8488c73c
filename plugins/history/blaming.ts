// Follows a file through its versions to say which one each of its lines came with.
import { type Call, refuse } from "../../kernel/mod.ts";
import { type LoadedDocument, ownerOf, type PathChange, textTasks } from "../documents/port.ts";
import { readTexts } from "./contents.ts";

/** The lines of a file with the numbers of the versions that they came with. */
export interface BlamedFile {
  text: string;
  versions: Int32Array;
  /** Older versions were too many: what is older counts as of the first one that was looked at. */
  truncated: boolean;
}

/** Bytes that are compared for one answer. */
const BYTES_MAX = 64 * 1024 * 1024;
/** Bytes that go to a thread at once, so that copying them keeps nobody waiting. */
const BATCH_BYTES = 4 * 1024 * 1024;
const TIMEOUT_MS = 20_000;

/** `changes` are those of one path, newest first, the first being what is to be explained. Throws 400 for a version that is no text. */
export async function blameFile(
  call: Call<LoadedDocument, false>,
  changes: readonly PathChange[],
): Promise<BlamedFile> {
  const { near, truncated } = lifeOf(changes);
  let base: { text: string; versions: Int32Array } | null = null;
  for (const batch of batchesOf(near)) {
    const texts = await textsOf(call, batch);
    const blamed: { versions: Int32Array } = await textTasks()(
      "blame",
      { base, texts },
      { ...ownerOf(call), timeout_ms: TIMEOUT_MS },
    );
    base = { text: texts.at(-1)?.text ?? "", versions: blamed.versions };
  }
  return { text: base?.text ?? "", versions: base?.versions ?? new Int32Array(), truncated };
}

/** The changes since the file was last added, oldest first; when they are too many, the newest of them. */
function lifeOf(changes: readonly PathChange[]): { near: PathChange[]; truncated: boolean } {
  const near: PathChange[] = [];
  let bytes = 0;
  for (const change of changes) {
    if (change.blob_id === null) break;
    bytes += change.size_bytes ?? 0;
    if (bytes > BYTES_MAX && near.length > 0) return { near: near.reverse(), truncated: true };
    near.push(change);
    if (change.before_blob_id === null) break;
  }
  return { near: near.reverse(), truncated: false };
}

function batchesOf(changes: readonly PathChange[]): PathChange[][] {
  const batches: PathChange[][] = [];
  let bytes = BATCH_BYTES;
  for (const change of changes) {
    if (bytes >= BATCH_BYTES) {
      batches.push([]);
      bytes = 0;
    }
    batches.at(-1)?.push(change);
    bytes += change.size_bytes ?? 0;
  }
  return batches;
}

async function textsOf(
  call: Call<LoadedDocument, false>,
  changes: readonly PathChange[],
): Promise<{ version: number; text: string }[]> {
  const refs = changes.map(({ blob_id, size_bytes }) => ({ blob_id: blob_id ?? 0, size_bytes: size_bytes ?? 0 }));
  const texts = await readTexts(call, refs);
  return changes.map(({ version, blob_id }) => {
    const text = texts.get(blob_id ?? 0) ?? null;
    if (text === null) {
      throw refuse.invalid(
        `the file is no text of at most 1 MiB in version ${version}, so its lines cannot be followed`,
      );
    }
    return { version, text };
  });
}
