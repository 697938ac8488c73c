// Opens the store of bytes that the configuration names, and removes from it what nothing names.

import type { Log } from "../base/log.ts";
import type { Config } from "../config/config.ts";
import type { BlobStore } from "./blob_store.ts";

/**
 * Opens the store that the configuration names: the bucket when S3 is configured, else the folder `blobs` under
 * `data_dir`. Throws `ConfigError` when the bucket cannot be used as it is configured.
 */
export async function openBlobs(config: Config, options: { log: Log }): Promise<BlobStore> {
  // Imported only when configured, because the AWS SDK would add to every start.
  if (config.s3) {
    const { openS3Blobs } = await import("./blobs_s3.ts");
    return openS3Blobs(config.s3, options);
  }
  const { openFsBlobs } = await import("./blobs_fs.ts");
  return openFsBlobs({ data_dir: config.data_dir, ...options });
}

/**
 * Removes stored bytes that nothing names: the surplus of a duplicate after commit, or a put whose transaction is
 * known to have rolled back. Never throws: what cannot be removed now is an orphan that the sweep finds. Do not call
 * it when the outcome of a commit is unknown, as after a lost connection; leave those bytes to the sweep.
 */
export async function discardBytes(store: BlobStore, options: { keys: string[]; log: Log }): Promise<void> {
  for (const outcome of await Promise.allSettled(options.keys.map((key) => store.remove(key)))) {
    if (outcome.status === "rejected") options.log.warn({ err: outcome.reason }, "surplus bytes are left to the sweep");
  }
}
