// What the running server offers to operations, jobs and plugins:
// the few things that they may touch, each a type of a file below.

import type { Identifier } from "../auth/identify.ts";
import type { Encrypter } from "../base/encrypter.ts";
import type { Log } from "../base/log.ts";
import type { Signer } from "../base/tickets.ts";
import type { Clock } from "../base/time.ts";
import type { BlobStore } from "../blobs/blob_store.ts";
import type { Config } from "../config/config.ts";
import type { EditionEntry } from "../config/manifest.ts";
import type { Settings } from "../config/settings.ts";
import type { Database } from "../db/sql.ts";
import type { Relay } from "../events/outbox.ts";
import type { Hook, Port } from "../hooks/hooks.ts";
import type { ContentHosts } from "../http/content_hosts.ts";
import type { JobRunner } from "../jobs/jobs.ts";
import type { Caps } from "../limits/caps.ts";
import type { Plans } from "../limits/plans.ts";
import type { Quotas } from "../limits/quotas.ts";
import type { Mail } from "../mail/mail.ts";
import type { Dns } from "../outbound/dns.ts";

/** Only what is here can be reached from a plugin; hosts hold a `RunningServer`. */
export interface Runtime {
  config: Config;
  /** Where documents are served, and where those of a workspace are given out. */
  contentHosts: ContentHosts;
  clock: Clock;
  log: Log;
  edition: EditionEntry;
  database: Database;
  blobs: BlobStore;
  signer: Signer;
  encrypter: Encrypter;
  identifier: Omit<Identifier, "settle">;
  quotas: Quotas;
  plans: Plans;
  /** Sizes and counts by the manifest's names. */
  caps: Caps;
  /** The values of what a running plugin declares to be configured by. */
  settings<V>(of: Settings<V>): V;
  mail: Mail;
  dns: Dns;
  jobs: Pick<JobRunner, "wake" | "health">;
  relay: Pick<Relay, "wake">;
  use<T>(from: Port<T>): T;
  callHook<I, O>(of: Hook<I, O>, input: I): Promise<O[]>;
  /** The same without waiting: the handlers' answers as they give them, promises among them. */
  callHookAtOnce<I, O>(of: Hook<I, O>, input: I): (O | Promise<O>)[];
  /** Whether anybody handles a hook. */
  isHandled(of: Hook<never, unknown>): boolean;
  /** Whether some listener waits for an audit action. */
  isHeard(action: string): boolean;
  /** The path of an operation's route; null when it has none or its plugin does not run. */
  pathOf(operationId: string): string | null;
  /** Adds to what is undone when the server closes; the last added is undone first. */
  onClose(task: () => Promise<void> | void): void;
  /** Aborted once the server is about to close: requests that wait for something to happen answer without it. */
  leaving: AbortSignal;
}
