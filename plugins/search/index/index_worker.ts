// What indexing does over whole texts, in a worker process; apart from searching, so that a first search loads little.
import { type BuildOptions, buildFiles } from "./build.ts";

export const tasks = {
  build: (sources: readonly BuildOptions[]) => sources.map(buildFiles),
};
