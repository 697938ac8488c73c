// The service's folder that stands for a folder on this machine.
import { basename } from "node:path";
import { segmentOf } from "../../../plugins/documents/model/disk_folders.ts";
import { CommandError } from "../../command/command.ts";

const SEGMENT_CHARS_MAX = 64;
const LEVELS_MAX = 8;
const PATH_CHARS_MAX = 512;

/** The service's folder for a path of folders: what its grammar does not take is called after it. `whyNoFolder` says whether it can be. */
export function folderPath(...parts: string[]): string {
  const names = parts.flatMap((part) => part.split("/")).filter((name) => name !== "" && name !== ".");
  return names.map(segmentOf).join("/");
}

/** Why the service takes no such folder, for one that `folderPath` made; null where it does. */
export function whyNoFolder(folder: string): string | null {
  const levels = folder === "" ? 0 : folder.split("/").length;
  if (levels > LEVELS_MAX)
    return `it would lie ${levels} folders deep on the server, which takes at most ${LEVELS_MAX}: move it up`;
  const length = [...folder].length;
  if (length <= PATH_CHARS_MAX) return null;
  return `its folders have ${length} characters on the server, which takes at most ${PATH_CHARS_MAX}: give them shorter names`;
}

/** What is said of a file whose folder is another's on the server. */
export function sharedFolder(twin: string): string {
  return `its folder has the same name on the server as that of ${twin}: rename one`;
}

/** The folder that `--folder` names, as it stands there; "/" is the top. Throws CommandError for what would become another one. */
export function namedFolder(written: string): string {
  const segments = written
    .normalize("NFC")
    .split("/")
    .filter((segment) => segment !== "" && segment !== ".");
  const wrong = segments.find((segment) => segmentOf(segment) !== segment);
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
