// Follows a file through its versions to say which one each of its lines came with.
import { type Call, refuse } from "../../kernel/plugin.ts";
import type { LoadedDocument, PathChange } from "../documents/port/read.ts";
import { ownerOf } from "../documents/port/write.ts";
import { manifest } from "../manifest.ts";
import { batchesOf, inTextTurn, readTexts, textTasks } from "../texts/port.ts";

/** The lines of a file with the numbers of the versions that they came with. */
export interface BlamedFile {
  text: string;
  versions: Int32Array;
  /** Older versions were too many: what is older counts as of the first one that was looked at. */
  truncated: boolean;
}

/** Bytes that are compared for one answer. */
const BYTES_MAX = manifest.caps.blame_bytes;
/** Bytes that go to a thread at once, so that copying them keeps nobody waiting. */
const BATCH_BYTES = 4 * 1024 * 1024;
/** For comparing all of them; what is left then counts as it stands. */
const BUDGET_MS = manifest.caps.blame_ms;
const WORDS = { doing: "following these lines", instead: "ask for an earlier version, or for a smaller file" };

/** `changes` are those of one path, newest first, the first being what is to be explained. Throws 400 for a version that is no text. */
export async function blameFile(
  call: Call<LoadedDocument, false>,
  changes: readonly PathChange[],
): Promise<BlamedFile> {
  const { near, truncated } = lifeOf(changes);
  const bytes = Math.min(2 * BATCH_BYTES, sizeOf(near));
  const blamed = await inTextTurn({ ...ownerOf(call), lane: "read", bytes }, () => follow(call, near));
  return { ...blamed, truncated };
}

async function follow(
  call: Call<LoadedDocument, false>,
  changes: readonly PathChange[],
): Promise<Omit<BlamedFile, "truncated">> {
  const ends = performance.now() + BUDGET_MS;
  let done: Omit<BlamedFile, "truncated"> = { text: "", versions: new Int32Array() };
  for (const batch of batchesOf(changes, { bytes: BATCH_BYTES, sizeOf: (change) => change.size_bytes ?? 0 })) {
    const texts = await textsOf(call, batch);
    const options = { base: done, texts, budget_ms: Math.max(0, ends - performance.now()) };
    const bytes = sizeOf(batch) + Buffer.byteLength(done.text);
    const { versions } = await textTasks()("blame", options, { bytes, words: WORDS });
    done = { text: texts.at(-1)?.text ?? "", versions };
  }
  return done;
}

function sizeOf(changes: readonly PathChange[]): number {
  return changes.reduce((sum, { size_bytes }) => sum + (size_bytes ?? 0), 0);
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
