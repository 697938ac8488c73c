// Reads the contents of many files at once as text, within bounds.

import type { Runtime, Sql } from "../../kernel/plugin.ts";
import { findContents } from "../../kernel/ports/blobs.ts";
import { decodeExactly, TEXT_BYTES_MAX } from "./text.ts";

/** A file's bytes by their key, and how many they are. */
export interface ContentRef {
  blob_id: number;
  size_bytes: number;
}

/** How many bytes `readTexts` reads of them. */
export function textBytes(refs: readonly Pick<ContentRef, "size_bytes">[]): number {
  return refs.reduce((sum, { size_bytes }) => (size_bytes <= TEXT_BYTES_MAX ? sum + size_bytes : sum), 0);
}

/** Texts by `blob_id`; null for what is none or has more than 1 MiB. Each content is read once. */
export async function readTexts(
  { sql, runtime }: { sql: Sql; runtime: Runtime },
  refs: readonly ContentRef[],
): Promise<Map<number, string | null>> {
  const texts = new Map<number, string | null>();
  const small = refs.filter((ref) => ref.size_bytes <= TEXT_BYTES_MAX).map((ref) => ref.blob_id);
  for (const ref of refs) texts.set(ref.blob_id, null);
  const contents = await findContents(sql, [...new Set(small)]);
  for (const [id, { bytes, storage_key }] of contents) {
    texts.set(id, decodeExactly(bytes ?? (await runtime.blobs.bytes(storage_key))));
  }
  return texts;
}
