// What indexing does over whole texts, on a worker thread; apart from searching, so that a first search loads little.
import { type BuildWish, buildFiles } from "./build.ts";

export const tasks = { build: (wishes: readonly BuildWish[]) => wishes.map(buildFiles) };
