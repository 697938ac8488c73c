// The content type of a file: its name decides, and of a text its bytes say the encoding.
import type { Runtime, Sql } from "../../../kernel/plugin.ts";
import type { StoredBytes } from "../../../kernel/ports/blobs.ts";
import { typeWithEncoding } from "../../texts/port/encoding.ts";
import { contentTypeOf } from "../model/kinds.ts";
import { openFile } from "../store/reading/blobs.ts";

/** So much of a stored file is read to tell its encoding. */
const READ_BYTES_MAX = 8 * 1024 * 1024;

/** Whether files of this name are texts whose type names an encoding. */
function namesEncoding(path: string): boolean {
  return contentTypeOf(path).includes("charset=");
}

/** The type that a file of these bytes is stored and sent with. */
export function typeOfBytes(path: string, bytes: Uint8Array): string {
  return typeWithEncoding(contentTypeOf(path), bytes);
}

/** The same of a file in the store. */
export async function typeOfStored(
  runtime: Pick<Runtime, "blobs">,
  path: string,
  { bytes, key, size_bytes }: Pick<StoredBytes, "bytes" | "key" | "size_bytes">,
): Promise<string> {
  if (bytes || !namesEncoding(path) || size_bytes === 0) return typeOfBytes(path, bytes ?? new Uint8Array());
  return typeOfHead(path, await runtime.blobs.get(key, { start: 0, end: Math.min(size_bytes, READ_BYTES_MAX) }));
}

/** The same of a file that some document has. */
export async function typeOfFile(
  context: { sql: Sql; runtime: Runtime },
  path: string,
  file: { blob_id: number; size_bytes: number },
): Promise<string> {
  if (!namesEncoding(path) || file.size_bytes === 0) return contentTypeOf(path);
  const read = await openFile(context, file);
  return typeOfHead(path, await read({ start: 0, end: Math.min(file.size_bytes, READ_BYTES_MAX) }));
}

async function typeOfHead(path: string, head: Blob | ReadableStream<Uint8Array>): Promise<string> {
  return typeOfBytes(path, await new Response(head).bytes());
}
