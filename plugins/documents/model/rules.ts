// The rules that several of this plugin's operations share: what may stand beside what in a request.

import { refuse } from "../../../kernel/plugin.ts";
import { decodeBase64, encodeText } from "../../../kernel/ports/base.ts";
import { parseFolder } from "../../places/port.ts";
import { type Attrs, parseAttrs } from "./attrs.ts";
import { manifestCaps } from "./caps.ts";
import { parseFileName, parseTags } from "./paths.ts";

/** What a publish or a change may say about where and for whom. */
export interface Placed {
  visibility?: string;
  password?: string;
  folder?: string | null;
  tags?: readonly string[];
  description?: string;
  attrs?: Attrs;
}

/** The same of what comes back from the trash, where a password document keeps the password that it has. */
export function checkReturn(back: Pick<Placed, "folder" | "visibility" | "password">): void {
  checkPlaced({
    ...back,
    visibility: back.visibility === "password" && back.password === undefined ? undefined : back.visibility,
  });
}

/** Throws 400 for a folder, tags, a password or a description that cannot stand. */
export function checkPlaced(placed: Placed | undefined): void {
  if (!placed) return;
  if (placed.visibility === "password" && placed.password === undefined) {
    throw refuse.invalid("visibility password needs a password; send one, or choose restricted, unlisted or workspace");
  }
  if (placed.password !== undefined && placed.visibility !== undefined && placed.visibility !== "password") {
    throw refuse.invalid(`a password goes with visibility password, not with ${placed.visibility}`);
  }
  if (placed.folder) parseFolder(placed.folder);
  if (placed.tags) parseTags(placed.tags);
  if (placed.attrs) parseAttrs(placed.attrs);
  if (placed.description !== undefined) checkDescription(placed.description);
}

/** Throws 400 for a description whose bytes are too many. */
export function checkDescription(description: string): void {
  const size = Buffer.byteLength(description);
  const { description_bytes: most } = manifestCaps;
  if (size > most) throw refuse.invalid(`description has ${size} bytes; at most ${most} are allowed`);
}

/** Throws 400 for a file name that cannot stand, or a file without bytes. */
export function checkFile(file: { filename: string; bytes?: Uint8Array }): void {
  parseFileName(file.filename);
  if (file.bytes?.byteLength === 0) throw refuse.invalid(`file "${file.filename}" is empty; send its bytes`);
}

const made = new WeakMap<object, Promise<Uint8Array>>();

/** The bytes that a body's member stands for, made once however often a call asks. Throws 400 for what is no base64. */
export function bytesOf(
  body: object,
  { name, text, is_base64 }: { name: string; text: string; is_base64: boolean },
): Promise<Uint8Array> {
  const known = made.get(body);
  if (known) return known;
  const bytes = is_base64 ? decodeNamed(text, name) : encodeText(text);
  made.set(body, bytes);
  return bytes;
}

async function decodeNamed(text: string, name: string): Promise<Uint8Array> {
  const bytes = await decodeBase64(text);
  if (bytes === null) throw refuse.invalid(`${name} is not valid base64`);
  return bytes;
}

/** Throws 413 for a file that one request may not hold. */
export function refuseLargeFile(size_bytes: number, options: { what: string; bytes_max: number }): void {
  if (size_bytes <= options.bytes_max) return;
  throw refuse.tooLarge(`${options.what} has ${size_bytes} bytes, over the ${options.bytes_max}-byte file cap`);
}
