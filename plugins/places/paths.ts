// How requests name places:
// the grammar of folder paths, with refusals that name the segment that breaks it (rules: places/paths).
import { countCharacters, firstCharacters, isLongerThan, refuse } from "../../kernel/plugin.ts";
import { manifest } from "../manifest.ts";

/** How a request names a root, for the descriptions of its members. */
export const ROOT_WORDS = "A shared root's slug; none, or ~, is My documents.";

const FOLDER_SEGMENT = /^[\p{L}\p{N}][\p{L}\p{N}\p{M} ._-]{0,63}$/u;
const FOLDER_LEVELS_MAX = manifest.caps.folder_levels;
const FOLDER_CHARS_MAX = manifest.caps.folder_path_chars;

/** A folder path in its one form: NFC, no slash at the ends, `""` for the top. Throws 400 with the offending segment. */
export function parseFolder(path: string): string {
  const trimmed = path.normalize("NFC").replace(/^\/+|\/+$/g, "");
  if (trimmed === "") return "";
  if (isLongerThan(trimmed, FOLDER_CHARS_MAX)) {
    throw refuse.invalid(`folder has ${countCharacters(trimmed)} characters; at most ${FOLDER_CHARS_MAX} are allowed`);
  }
  const segments = trimmed.split("/");
  if (segments.length > FOLDER_LEVELS_MAX) {
    throw refuse.invalid(`folder "${trimmed}" has ${segments.length} levels; at most ${FOLDER_LEVELS_MAX} are allowed`);
  }
  for (const segment of segments) {
    if (!isSegment(segment)) {
      throw refuse.invalid(
        `folder segment "${segment}" is not allowed; use 1 to 64 letters, digits, spaces, ".", "_" or "-", starting with a letter or digit and not ending in "."`,
      );
    }
  }
  return trimmed;
}

/** Whether a text may stand between the slashes of a path. */
export function isSegment(segment: string): boolean {
  return FOLDER_SEGMENT.test(segment) && !segment.endsWith(".") && !segment.endsWith(" ");
}

/** A path and every one above it, the top first: `a/b` gives `""`, `a`, `a/b`. */
export function pathsDownTo(path: string): string[] {
  const paths = [""];
  if (path === "") return paths;
  for (let cut = path.indexOf("/"); cut >= 0; cut = path.indexOf("/", cut + 1)) paths.push(path.slice(0, cut));
  paths.push(path);
  return paths;
}

/** The path of the folder in which a folder is; the top's own for the top. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** The nearest segment to any text, such as a person's name (rules: places/members_folder). */
export function segmentFor(text: string): string {
  const spelled = text
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}\p{M} ._-]+/gu, "-")
    .replace(/^[^\p{L}\p{N}]+/u, "");
  const plain = firstCharacters(spelled, 60).replace(/[ .]+$/, "");
  return isSegment(plain) ? plain : "Member";
}
