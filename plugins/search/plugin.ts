// Search: grep and ranked search over the current text of documents (rules: search/listed).
import type { Plugin } from "../../kernel/plugin.ts";
import { sharedThreads } from "../../kernel/ports/workers.ts";
import { indexJob } from "./index/indexing.ts";
import { grepDoc } from "./operations/grep.ts";
import { searchRanked } from "./operations/ranked.ts";
import { searchDocs } from "./operations/search.ts";
import { cacheSettings } from "./settings.ts";
import { warmUps } from "./warm_ups.ts";

export const search: Plugin = {
  name: "search",
  settings: cacheSettings,
  operations: [searchDocs, grepDoc, searchRanked],
  migrations: new URL("./migrations/", import.meta.url),
  jobs: (runtime) => [indexJob(runtime)],
  // One is enough for the first search; what is found beside it is little, and read without a thread.
  warm: () => sharedThreads().keepWarm(1, warmUps()),
};
