// Names of folders on people's disks as folders here are called, whose grammar may not take them.
// Pure; it imports nothing.

const SEGMENT_CHARS_MAX = 64;
/** Stands for a name of which nothing can be kept, such as of a drawing alone: what lies in it stays apart from what lies above. */
const NAMELESS = "folder";

/** The name here of one folder of a disk: the same where the grammar takes it, the nearest one otherwise. Never empty. */
export function segmentOf(name: string): string {
  const spelled = name
    .normalize("NFC")
    .toWellFormed()
    .replace(/[^\p{L}\p{N}\p{M} ._-]+/gu, "-")
    .replace(/^[^\p{L}\p{N}]+/u, "");
  const short = [...spelled].slice(0, SEGMENT_CHARS_MAX).join("");
  return short.replace(/[. ]+$/, "") || NAMELESS;
}

/** The folder that stands for one of a person's disk. */
export function folderOf(segments: readonly string[]): string {
  return segments
    .filter((name) => !["", ".", ".."].includes(name))
    .map(segmentOf)
    .join("/");
}
