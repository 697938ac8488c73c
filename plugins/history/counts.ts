// How many lines each change of a file added and removed, as far as that can be said quickly.
import type { Call } from "../../kernel/plugin.ts";
import type { LoadedDocument, PathChange } from "../documents/port/read.ts";
import { ownerOf } from "../documents/port/write.ts";
import { type ContentRef, inTextTurn, readTexts, textBytes, textTasks } from "../texts/port.ts";

export interface LineCounts {
  added: number;
  removed: number;
}

/** Bytes that are compared for one answer; older changes go without their counts. */
const BYTES_MAX = 16 * 1024 * 1024;

/** By version; a change of what is no text is left out. */
export function countLines(
  call: Call<LoadedDocument, false>,
  changes: readonly PathChange[],
): Promise<Map<number, LineCounts>> {
  const near = withinBytes(changes);
  const bytes = textBytes(near.flatMap(refsOf));
  if (bytes === 0) return Promise.resolve(new Map());
  return inTextTurn({ ...ownerOf(call), lane: "read", bytes }, () => countWithin(call, { near, bytes }));
}

async function countWithin(
  call: Call<LoadedDocument, false>,
  { near, bytes }: { near: readonly PathChange[]; bytes: number },
): Promise<Map<number, LineCounts>> {
  const texts = await readTexts(call, near.flatMap(refsOf));
  const pairs = near.flatMap((change) => {
    const [before, after] = [textAt(texts, change.before_blob_id), textAt(texts, change.blob_id)];
    return before === null || after === null ? [] : [{ version: change.version, before, after }];
  });
  const words = { doing: "counting the changed lines", instead: "ask for fewer versions at once" };
  const counted = await textTasks()("countChanges", pairs, { bytes, words });
  return new Map(
    pairs.flatMap(({ version }, index) => {
      const counts = counted[index];
      return counts ? [[version, counts] as const] : [];
    }),
  );
}

/** A side without a file is an empty text. */
function textAt(texts: ReadonlyMap<number, string | null>, blobId: number | null): string | null {
  return blobId === null ? "" : (texts.get(blobId) ?? null);
}

function withinBytes(changes: readonly PathChange[]): PathChange[] {
  let bytes = 0;
  return changes.filter((change) => {
    bytes += (change.size_bytes ?? 0) + (change.before_size_bytes ?? 0);
    return bytes <= BYTES_MAX;
  });
}

function refsOf({ blob_id, size_bytes, before_blob_id, before_size_bytes }: PathChange): ContentRef[] {
  const refs: ContentRef[] = [];
  if (blob_id !== null) refs.push({ blob_id, size_bytes: size_bytes ?? 0 });
  if (before_blob_id !== null) refs.push({ blob_id: before_blob_id, size_bytes: before_size_bytes ?? 0 });
  return refs;
}
