// The kernel's own recurring jobs: whatever is over, forgotten or named by nothing is cleared away.

import { sweepViewings } from "../auth/viewer.ts";
import { HOUR_MS, MINUTE_MS } from "../base/time.ts";
import { type BlobReference, findReferences, sweepBlobs } from "../blobs/blob_sweep.ts";
import { FAILED_JOBS_PURGE, type JobDefinition } from "../jobs/jobs.ts";
import { sweepQuotas } from "../limits/quotas.ts";
import type { Runtime } from "../operation/runtime.ts";
import { sweepAnswers } from "./idempotency.ts";

/** Bytes that no row names may still belong to a request under way: the longest upload fits in here. */
const BLOB_GRACE_MS = 6 * HOUR_MS;

/** `references` are those of every plugin that there is; the tables of one that has never been on are not. */
export function housekeepingJobs(runtime: Runtime, references: readonly BlobReference[]): JobDefinition[] {
  const { database, blobs, clock } = runtime;
  const often = { attempts_max: 3, backoff_ms: () => MINUTE_MS, every_ms: HOUR_MS };
  return [
    FAILED_JOBS_PURGE,
    {
      ...often,
      kind: "kernel.sweep_blobs",
      run: async () => {
        const there = await findReferences(database.sql, references);
        await sweepBlobs({
          database,
          store: blobs,
          references: there,
          clock,
          grace_ms: BLOB_GRACE_MS,
          batch: 200,
        });
      },
    },
    {
      ...often,
      kind: "kernel.sweep_counters",
      run: async () => {
        await sweepQuotas(database.sql, clock.now());
        await sweepAnswers(database.sql, clock.now());
        await sweepViewings(database.sql, clock.now());
      },
    },
  ];
}
