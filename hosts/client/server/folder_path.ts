// The service's folder that stands for a folder on this machine.
import { basename } from "node:path";
import { CommandError } from "../../command.ts";

const SEGMENT_CHARS_MAX = 64;
const LEVELS_MAX = 8;

/** The service's folder for a path of folders: what its grammar does not take becomes a hyphen, what is too deep stays above. */
export function folderPath(...parts: string[]): string {
  const segments = parts.flatMap((part) => part.split("/")).map(folderSegment);
  return segments
    .filter((segment) => segment !== "")
    .slice(0, LEVELS_MAX)
    .join("/");
}

function folderSegment(name: string): string {
  return name
    .normalize("NFC")
    .replace(/[^\p{L}\p{N} ._-]+/gu, "-")
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .slice(0, SEGMENT_CHARS_MAX)
    .replace(/[. ]+$/, "");
}

/** The folder that `--folder` names, as it stands there; "/" is the top. Throws CommandError for what would become another one. */
export function namedFolder(written: string): string {
  const segments = written
    .normalize("NFC")
    .split("/")
    .filter((segment) => segment !== "" && segment !== ".");
  const wrong = segments.find((segment) => folderSegment(segment) !== segment);
  if (wrong !== undefined) {
    throw new CommandError(
      `--folder is "${written.slice(0, 200)}", and the server takes no folder "${wrong.slice(0, 80)}": write a path below the root such as guide/part one, in names of at most ${SEGMENT_CHARS_MAX} letters, digits, spaces, ".", "_" and "-" that begin with a letter or digit and end with no "." or space`,
    );
  }
  if (segments.length > LEVELS_MAX) {
    throw new CommandError(`--folder has ${segments.length} levels: the server takes at most ${LEVELS_MAX}`);
  }
  return segments.join("/");
}

/** Where a folder is published when nobody says: a folder of its own name, so that two of them do not mix. */
export function defaultFolder(root: string): string {
  return folderPath(basename(root));
}
