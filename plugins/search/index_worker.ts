// What indexing does over whole texts, in a worker process; apart from searching, so that a first search loads little.
import { type BuildFile, type BuildOptions, buildFiles, matchFiles, readVisibleText } from "./build.ts";

export const tasks = {
  build: (sources: readonly BuildOptions[]) => sources.map(buildFiles),
  /** The same for a search that comes before the index has them. */
  match: matchFiles,
  visible: ({ files, chars_max }: { files: readonly Omit<BuildFile, "path">[]; chars_max: number }) =>
    files.map((file) => readVisibleText(file).slice(0, chars_max)),
};
