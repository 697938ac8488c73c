// Reads a document's files as text, which they are up to 1 MiB of valid UTF-8 (rules: documents 13).
import { type House, refuse, type Sql } from "../../kernel/mod.ts";
import { type FileRow, readFile } from "../documents/port/read.ts";
import { decodeExactly, TEXT_BYTES_MAX } from "../texts/port.ts";

type Context = { sql: Sql; house: House };

/** Throws 400 for a file that is too large or no text. */
export async function readText(context: Context, file: FileRow): Promise<string> {
  return (await read(context, file)).text;
}

/** The same as UTF-8. */
export async function readTextBytes(context: Context, file: FileRow): Promise<Uint8Array> {
  return (await read(context, file)).bytes;
}

async function read(context: Context, file: FileRow): Promise<{ text: string; bytes: Uint8Array }> {
  if (file.size_bytes > TEXT_BYTES_MAX) {
    throw refuse.invalid(
      `"${file.path}" has ${file.size_bytes} bytes; at most ${TEXT_BYTES_MAX} can be read or changed as text`,
    );
  }
  const bytes = await readFile(context, file);
  const text = decodeExactly(bytes);
  if (text === null) throw refuse.invalid(`"${file.path}" is not valid UTF-8 text; replace the whole file instead`);
  return { text, bytes };
}

export function fileAt(files: readonly FileRow[], path: string): FileRow | undefined {
  return files.find((file) => file.path === path);
}
