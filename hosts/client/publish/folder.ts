// Reads what a folder on this machine holds: every file that could be published, and why the others could not.
import { realpath, stat } from "node:fs/promises";
import { sep } from "node:path";
import { CommandError } from "../../command/command.ts";
import { readIgnored } from "../folder/ignore.ts";
import { type Found, scanFolder } from "../folder/scan.ts";

/** A file that can be published. */
export interface LocalFile {
  /** From the folder's root, with forward slashes. */
  path: string;
  absolute: string;
  size: number;
  kind: "markdown" | "html" | "other";
}

export interface LocalFolder {
  /** In reading order: by name, numbers by their value. */
  files: LocalFile[];
  skipped: { path: string; reason: string }[];
  /** What should be published and cannot be read. */
  failed: { path: string; reason: string }[];
}

const byName = new Intl.Collator("en", { numeric: true });

/** Throws CommandError when `root` is no folder that can be read. */
export async function readFolder(root: string): Promise<LocalFolder> {
  const found = await stat(root).catch(() => null);
  if (!found) throw new CommandError(`there is no folder ${root}`);
  if (!found.isDirectory()) throw new CommandError(`${root} is a file: give the folder that holds it`);
  const folder: LocalFolder = { files: [], skipped: [], failed: [] };
  const from = await realpath(root);
  for await (const entry of scanFolder(from, await readIgnored(from))) {
    if (entry.kind === "unreadable") {
      if (entry.path === "") throw new CommandError(`${root} ${entry.reason}`);
      folder.failed.push({ path: entry.path, reason: entry.reason });
    } else if (entry.kind !== "folder") await addFile(folder, { root: from, entry });
  }
  folder.files.sort((a, b) => byName.compare(a.path, b.path));
  return folder;
}

async function addFile(folder: LocalFolder, { root, entry }: { root: string; entry: Found }): Promise<void> {
  const { path } = entry;
  const skip = (reason: string) => void folder.skipped.push({ path, reason });
  const absolute = await realpath(entry.absolute).catch(() => null);
  // What was deleted since its name was read is simply not there.
  if (absolute === null) return entry.kind === "link" ? skip("a link that leads nowhere") : undefined;
  // A link may lead anywhere on the machine, and what it leads to would be published.
  if (!`${absolute}${sep}`.startsWith(root + sep)) return skip("a link that leads out of the folder");
  const found = await stat(absolute).catch(() => null);
  if (!found) return;
  if (!found.isFile()) return skip(found.isDirectory() ? "a link to a folder" : "not a file");
  if (found.size === 0) return skip("empty");
  folder.files.push({ path, absolute, size: found.size, kind: kindOf(path) });
}

function kindOf(path: string): LocalFile["kind"] {
  if (/\.(md|markdown)$/i.test(path)) return "markdown";
  return /\.html?$/i.test(path) ? "html" : "other";
}

/** A text of the folder, and the same text again as bytes in the encoding that the file has. */
export interface LocalText {
  text: string;
  /** Whether it is in UTF-8. */
  is_utf8: boolean;
  encode(text: string): Uint8Array<ArrayBuffer>;
}

const utf8 = new TextEncoder();

/**
 * Reads a text for what it leads to. The mark at its beginning stays, or the file would differ from itself at every run. What is in
 * another encoding than UTF-8 or UTF-16 is read byte by byte: markup and addresses are ASCII in all of them.
 */
export function readLocalText(bytes: Uint8Array): LocalText {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { text, is_utf8: true, encode: (changed) => utf8.encode(changed) };
  } catch {
    const isBig = bytes[0] === 0xfe && bytes[1] === 0xff;
    const isWide = isBig || (bytes[0] === 0xff && bytes[1] === 0xfe);
    const encoding = isWide ? "utf16le" : "latin1";
    const swapped = (buffer: Buffer<ArrayBuffer>) => (isBig ? buffer.swap16() : buffer);
    const whole = isBig ? bytes.subarray(0, bytes.length - (bytes.length % 2)) : bytes;
    const text = swapped(Buffer.from(whole)).toString(encoding);
    return { text, is_utf8: false, encode: (changed) => new Uint8Array(swapped(Buffer.from(changed, encoding))) };
  }
}
