// Bundles: a folder of documents as one zip.
import { handle, MINUTE_MS, type Plugin, personEndHook } from "../../kernel/plugin.ts";
import { createBundle, downloadBundle } from "./operations/bundles.ts";
import { dropOwnBundles, forgetBundles } from "./store/bundles.ts";

export const bundles: Plugin = {
  name: "bundles",
  operations: [createBundle, downloadBundle],
  handles: () => [handle(personEndHook, ({ sql, user_id }) => dropOwnBundles(sql, user_id))],
  migrations: new URL("./migrations/", import.meta.url),
  jobs: (runtime) => [
    {
      kind: "bundles.forget",
      attempts_max: 3,
      backoff_ms: () => MINUTE_MS,
      every_ms: 10 * MINUTE_MS,
      run: () => forgetBundles(runtime.database.sql, runtime.clock.now()),
    },
  ],
  blobs: [{ table: "bundle_blobs", column: "blob_id" }],
};
