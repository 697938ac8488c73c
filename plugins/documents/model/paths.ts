// The grammars of file paths and tags, with refusals that name the part that breaks them
// (rules: documents/tags, documents/own_paths).
import {
  countCharacters,
  firstCharacters,
  isLongerThan,
  refuse,
  showsNothing,
  unshownIn,
} from "../../../kernel/plugin.ts";
import { manifestCaps } from "./caps.ts";

const { file_path_chars: FILE_CHARS_MAX, tags_per_document: TAGS_MAX, tag_chars: TAG_CHARS_MAX } = manifestCaps;

const SEGMENT_CHARS_MAX = 200;

/**
 * A file's path inside a document. Throws 400 for one that would leave the document, hide in it or clash with our own
 * addresses: absolute, `.` and `..`, backslashes, control characters, a first segment starting with `~` or `_`.
 */
export function parseFilePath(path: string): string {
  if (path === "") throw refuse.invalid('path must not be empty; give the file a name such as "style.css"');
  if (isLongerThan(path, FILE_CHARS_MAX))
    throw refuse.invalid(`path has ${countCharacters(path)} characters; at most ${FILE_CHARS_MAX} are allowed`);
  if (/[\0-\x1f\x7f\\]/.test(path) || !path.isWellFormed()) {
    throw refuse.invalid(
      `path "${printable(path)}" holds a backslash or a control character; use plain names with "/" between folders`,
    );
  }
  const segments = path.split("/");
  const long = segments.find((segment) => isLongerThan(segment, SEGMENT_CHARS_MAX));
  if (long !== undefined) {
    throw refuse.invalid(
      `path segment "${firstCharacters(long, 40)}…" has ${countCharacters(long)} characters; at most ${SEGMENT_CHARS_MAX} are allowed`,
    );
  }
  const bad = segments.find((segment) => segment === "" || segment === "." || segment === "..");
  if (bad !== undefined) {
    throw refuse.invalid(
      `path "${path}" holds the segment "${bad.slice(0, 40)}"; a path is relative and stays inside its document`,
    );
  }
  // A percent sign before two digits would be decoded once more by some reader on the way.
  if (/%[0-9a-f]{2}/i.test(path)) throw refuse.invalid(`path "${path}" is percent-encoded; send it decoded`);
  if (/^[~_]/.test(path))
    throw refuse.invalid(`path "${path}" starts with "${path[0]}", which is kept for the service's own addresses`);
  return path;
}

/** The same of all that a request sends. Throws 400 for two alike. */
export function parseFilePaths(paths: readonly string[]): void {
  const seen = new Set<string>();
  for (const path of paths) {
    parseFilePath(path);
    if (seen.has(path)) throw refuse.invalid(`path "${path}" is sent twice; send each file once`);
    seen.add(path);
  }
}

/** The last segment of a path. */
export function baseName(path: string): string {
  return path.split("/").at(-1) ?? "";
}

/**
 * The name that a file was sent under: its last segment, since some clients send the folders of their machine along
 * (RFC 7578, 4.2). Throws 400 for one that could stand for anything but a file below the place where it is put, and for one that
 * nobody sees, or that shows as another.
 */
export function parseFileName(filename: string): string {
  if (filename === "") throw refuse.invalid('filename must not be empty; name the file, such as "report.pdf"');
  const name = parseFilePath(baseName(parseFilePath(filename)));
  const unshown = unshownIn(name);
  if (unshown !== null) throw refuse.invalid(`filename holds ${unshown}, which shows nothing itself; remove it`);
  if (showsNothing(name)) {
    throw refuse.invalid(`filename "${name.slice(0, 40)}" shows nothing; name the file, such as "report.pdf"`);
  }
  return name;
}

/** The name of the file that a document is made from, in its stored form. Throws 400 for one that no folder can hold. */
export function parseDocumentName(filename: string | null | undefined): string | null {
  if (filename === undefined || filename === null) return null;
  const name = filename.normalize("NFC");
  if (/[\0-\x1f\x7f/\\]/.test(name) || !name.isWellFormed() || name === "." || name === "..") {
    throw refuse.invalid(
      `filename "${printable(filename)}" is not the name of a file; send it without folders, such as "intro.md"`,
    );
  }
  return name;
}

/** Tags in their stored form: NFC, lower case, spaces as hyphens, no repeats, order kept. Throws 400 for a bad one. */
export function parseTags(tags: readonly string[]): string[] {
  const normal = [...new Set(tags.map(normaliseTag))];
  if (normal.length > TAGS_MAX)
    throw refuse.invalid(`${normal.length} tags are too many; a document has at most ${TAGS_MAX}`);
  return normal;
}

/** One tag in its stored form; throws 400. */
export function normaliseTag(tag: string): string {
  const normal = tag.trim().toLowerCase().replace(/\s+/g, "-").normalize("NFC");
  if (isLongerThan(normal, TAG_CHARS_MAX) || !/^[\p{L}\p{N}][\p{L}\p{N}\p{M}._/+#-]*$/u.test(normal)) {
    throw refuse.invalid(
      `tag "${printable(tag)}" is not allowed; a tag has 1 to ${TAG_CHARS_MAX} letters, digits, ".", "_", "/", "+", "#" or "-" and starts with a letter or digit`,
    );
  }
  return normal;
}

function printable(text: string): string {
  return text.replace(/[\0-\x1f\x7f]/g, "\u{fffd}").slice(0, 80);
}
