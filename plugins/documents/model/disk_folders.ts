// Names of folders on people's disks as folders here are called, whose grammar may not take them.

/** The folder that stands for one of a person's disk. */
export function folderOf(segments: readonly string[]): string {
  return segments
    .map((name) =>
      name
        .normalize("NFC")
        .replace(/[^\p{L}\p{N} ._-]+/gu, "-")
        .replace(/^[^\p{L}\p{N}]+/u, "")
        .slice(0, 64)
        .replace(/[. ]+$/, ""),
    )
    .filter((segment) => segment !== "")
    .join("/");
}
