// What the running house offers to operations, jobs and plugins: the few things that they may touch, each a type of a file below.
import type { Relay } from "./audit/outbox.ts";
import type { Identifier } from "./auth/identify.ts";
import type { Caps } from "./caps.ts";
import type { Config } from "./config.ts";
import type { ContentHosts } from "./content_hosts.ts";
import type { Dns } from "./dns.ts";
import type { JobRunner } from "./jobs/jobs.ts";
import type { Log } from "./log.ts";
import type { Mail } from "./mail/mail.ts";
import type { EditionEntry } from "./manifest.ts";
import type { Port, Slot } from "./meet.ts";
import type { Plans } from "./plans.ts";
import type { Quotas } from "./quotas.ts";
import type { Sealer } from "./sealing.ts";
import type { Settings } from "./settings.ts";
import type { BlobStore } from "./storage/blob_store.ts";
import type { Database } from "./storage/sql.ts";
import type { Signer } from "./tickets.ts";
import type { Clock } from "./time.ts";

/** Only what is here can be reached from a plugin; hosts hold a `RunningHouse`. */
export interface House {
  config: Config;
  /** Where documents are served, and where those of a workspace are given out. */
  contentHosts: ContentHosts;
  clock: Clock;
  log: Log;
  edition: EditionEntry;
  database: Database;
  blobs: BlobStore;
  signer: Signer;
  sealer: Sealer;
  identifier: Omit<Identifier, "settle">;
  quotas: Quotas;
  plans: Plans;
  /** Sizes and counts by the manifest's names. */
  caps: Caps;
  /** The values of what a running plugin declares to be configured by. */
  settings<V>(of: Settings<V>): V;
  mail: Mail;
  dns: Dns;
  jobs: Pick<JobRunner, "poke" | "health">;
  relay: Pick<Relay, "poke">;
  use<T>(from: Port<T>): T;
  ask<I, O>(of: Slot<I, O>, input: I): Promise<O[]>;
  /** The same without waiting: the fillers' answers as they give them, promises among them. */
  askAtOnce<I, O>(of: Slot<I, O>, input: I): (O | Promise<O>)[];
  /** Whether some listener waits for an audit action. */
  isHeard(action: string): boolean;
  /** The path of an operation's route; null when it has none or its plugin does not run. */
  pathOf(operationId: string): string | null;
  /** Adds to what is undone when the house closes; the last added is undone first. */
  onClose(task: () => Promise<void> | void): void;
  /** Aborted once the house is about to close: requests that wait for something to happen answer without it. */
  leaving: AbortSignal;
}
