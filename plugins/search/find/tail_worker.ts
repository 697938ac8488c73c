// What a search does over texts that the index does not have, on the threads that search: it never waits for what renders.
import { type BuildFile, matchFiles, readVisibleText } from "../index/build.ts";

export const tasks = {
  match: matchFiles,
  visible: ({ files, chars_max }: { files: readonly Omit<BuildFile, "path">[]; chars_max: number }) =>
    files.map((file) => readVisibleText(file).slice(0, chars_max)),
};
