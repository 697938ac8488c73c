// The whole server as hosts hold it:
// what plugins are offered, and the engines behind it that only a host starts and stops.

import type { Identifier } from "../auth/identify.ts";
import type { Manifest } from "../config/manifest.ts";
import type { Relay } from "../events/outbox.ts";
import type { JobRunner } from "../jobs/jobs.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Runtime } from "../operation/runtime.ts";
import type { Catalogue } from "./catalogue.ts";

/** The running server. */
export interface RunningServer extends Runtime {
  manifest: Manifest;
  /** Names of the running plugins, each after those it needs. */
  plugins: readonly string[];
  catalogue: Catalogue;
  identifier: Identifier;
  jobs: JobRunner;
  relay: Relay;
  metrics: Metrics;
  /** True in tests: answers are held against their declared output. */
  strict: boolean;
  /** Begins in the background what makes first requests quick. */
  warm(): void;
  /** Says that the server is about to close, ahead of `close`, to let requests under way come to an end. */
  leave(): void;
  /** Finishes what is under way and lets everything go. */
  close(): Promise<void>;
}
