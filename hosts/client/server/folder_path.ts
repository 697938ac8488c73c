// The service's folder that stands for a folder on this machine.
import { basename } from "node:path";

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

/** Where a folder is published when nobody says: a folder of its own name, so that two of them do not mix. */
export function defaultFolder(root: string): string {
  return folderPath(basename(root));
}
