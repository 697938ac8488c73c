// What a search does over texts that the index does not have, on the threads that search:
// it never waits for what renders.
import { matchFiles, visibleTexts } from "../index/build.ts";

export const tasks = { match: matchFiles, visible: visibleTexts };
