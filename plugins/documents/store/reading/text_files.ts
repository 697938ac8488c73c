// Reads a document's files as text, which they are up to 1 MiB of valid UTF-8 (rules: documents/text).
import { type Runtime, refuse, type Sql } from "../../../../kernel/plugin.ts";
import { decodeExactly, TEXT_BYTES_MAX } from "../../../texts/port.ts";
import { type FileRow, sourceFileOf } from "../../model/rows.ts";
import { readFile } from "./blobs.ts";

type Context = { sql: Sql; runtime: Runtime };

/** Throws 400 for a file that is too large or no text. */
export async function readText(context: Context, file: FileRow): Promise<string> {
  return (await read(context, file)).text;
}

/** The same as UTF-8. */
export async function readTextBytes(context: Context, file: FileRow): Promise<Uint8Array> {
  return (await read(context, file)).bytes;
}

/** The text of which a document's page is made, as it is stored. Throws as `readText` does. */
export function readSource(context: Context, document: Parameters<typeof sourceFileOf>[0]): Promise<string> {
  return readText(context, sourceFileOf(document));
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
