// How much memory searches may keep.
import { settings, t } from "../../kernel/plugin.ts";

export const cacheSettings = settings(
  "search",
  t.Object({
    SEARCH_CACHE_MB: t.Integer({
      default: 512,
      minimum: 0,
      maximum: 65_536,
      description:
        "Memory in MiB that each process gives at most to the texts searches have read, as they are read; 0 keeps none, and every search reads from the database.",
    }),
  }),
);
