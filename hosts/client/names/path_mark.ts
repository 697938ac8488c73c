// The path of a file as the machine has it that it comes from,
// kept with its document where the server's own names cannot say it.
import { segmentOf } from "../../../plugins/documents/model/disk_folders.ts";
import { documentFilename, UNIT_ENDING } from "./file_names.ts";

/** The attribute that holds it. */
export const PATH_MARK = "local_path";
/** Where `docsvc publish` keeps the same of its files. */
const PUBLISHED_MARK = "source_path";
const MARK_CHARS_MAX = 1024;

/** What a document's marks say of its names, as far as they still stand for those that the server has. */
export interface Exact {
  /** The innermost of its folders by the names that they have on disk, as many as are known. */
  dirs: readonly string[];
  /** The name of its file, or of the folder that it is; null where that is its filename. */
  file: string | null;
}

interface Named {
  folder: string;
  filename: string | null;
}

/** Reads the marks: a part that the server has renamed since says nothing. */
export function readMark(attrs: unknown, { folder, filename }: Named): Exact {
  const path = textOf(attrs, PATH_MARK) ?? encodeMark(textOf(attrs, PUBLISHED_MARK) ?? "");
  const segments = path === "" ? [] : decodeMark(path).split("/");
  const file = segments.pop();
  const folders = folder === "" ? [] : folder.split("/");
  const dirs: string[] = [];
  for (let back = 1; back <= Math.min(segments.length, folders.length); back++) {
    const dir = segments.at(-back) ?? "";
    if (!isPlainSegment(dir) || segmentOf(dir) !== folders.at(-back)) break;
    dirs.unshift(dir);
  }
  const isStanding = file !== undefined && isPlainSegment(file) && filename !== null && isNameOf(file, filename);
  return { dirs, file: isStanding && file !== filename ? file : null };
}

/** What was written last, whether or not it stands; null for nothing. */
export function rawMark(attrs: unknown): string | null {
  return textOf(attrs, PATH_MARK);
}

/** The mark for a path within the synced folder; null where the server's names say it, unless it is `wanted` all the same. Throws an Error where it is too long to be kept. */
export function markFor(
  path: string,
  { folder, filename, wanted = false }: Named & { wanted?: boolean },
): string | null {
  const segments = path.split("/");
  const file = segments.pop() ?? "";
  const folders = segments.length === 0 ? [] : folder.split("/").slice(-segments.length);
  if (!wanted && isFileSaid(file, filename) && segments.every((dir, index) => dir === folders[index])) return null;
  const mark = encodeMark(path);
  if (mark.length > MARK_CHARS_MAX) {
    throw new Error(
      `its path has ${mark.length} characters and names that the server cannot hold, which are kept up to ${MARK_CHARS_MAX}: rename its folders, or move it up`,
    );
  }
  return mark;
}

function isFileSaid(file: string, filename: string | null): boolean {
  // A document that was made of no file is called after its title, which no mark says.
  if (filename === null) return true;
  const isUnit = file.endsWith(UNIT_ENDING) && !filename.endsWith(UNIT_ENDING);
  return isUnit ? stemOf(file) === stemOf(filename) : file === filename;
}

function isNameOf(file: string, filename: string): boolean {
  if (documentFilename(file) === filename) return true;
  return file.endsWith(UNIT_ENDING) && stemOf(documentFilename(file)) === stemOf(filename);
}

function stemOf(name: string): string {
  return name.replace(/(.)\.[^.]*$/, "$1");
}

/** What leads anywhere but down is nobody's name. */
function isPlainSegment(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && !name.includes("\0");
}

/** Controls are no text of an attribute. */
function encodeMark(path: string): string {
  return path.replace(/[%\0-\x1f\x7f]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

function decodeMark(mark: string): string {
  return mark.replace(/%([0-9a-f]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function textOf(attrs: unknown, name: string): string | null {
  if (typeof attrs !== "object" || attrs === null) return null;
  const found = Object.entries(attrs).find(([key]) => key === name)?.[1];
  return typeof found === "string" && found !== "" ? found : null;
}
