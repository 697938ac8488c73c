// Puts the server together at boot, and refuses to when something in it is wrong.

import { ACTORS_CHANNEL } from "./auth/changes.ts";
import { createIdentifier, type Remembered } from "./auth/identify.ts";
import { BootError } from "./base/boot_error.ts";
import { ConfigError } from "./base/config_error.ts";
import { createEncrypter } from "./base/encrypter.ts";
import type { Log } from "./base/log.ts";
import { createSigner, type Signer } from "./base/tickets.ts";
import type { Clock } from "./base/time.ts";
import { openBlobs } from "./blobs/blobs.ts";
import { withSmallInRows } from "./blobs/blobs_small.ts";
import type { Config } from "./config/config.ts";
import { choosePlugins, refuseNamedTwice } from "./config/edition.ts";
import type { Manifest } from "./config/manifest.ts";
import { readSettings, type Settings } from "./config/settings.ts";
import { createCache } from "./db/cache.ts";
import { migrate } from "./db/migrate.ts";
import type { MigrationSource } from "./db/migration_source.ts";
import type { Database } from "./db/sql.ts";
import { createRelay, listenerJobs } from "./events/outbox.ts";
import { contentHostsHook, createContentHosts } from "./http/content_hosts.ts";
import { createJobRunner, type Dispatcher, type JobDefinition } from "./jobs/jobs.ts";
import { sealCaps } from "./limits/caps.ts";
import { createPlans } from "./limits/plans.ts";
import { createQuotas, settleQuotas } from "./limits/quotas.ts";
import { createMail, mailJob } from "./mail/mail.ts";
import { createMetrics } from "./metrics/metrics.ts";
import { createDns } from "./outbound/dns.ts";
import { housekeepingJobs } from "./pipeline/housekeeping.ts";
import { perform } from "./pipeline/invoke.ts";
import { buildCatalogue } from "./plugin/catalogue.ts";
import type { Plugin, Surface } from "./plugin/plugin.ts";
import { createRegistry } from "./plugin/registry.ts";
import type { RunningServer } from "./plugin/running_server.ts";

export interface ServerParts {
  config: Config;
  manifest: Manifest;
  /** Every plugin there is; the edition chooses. */
  plugins: readonly Plugin[];
  database: Database;
  clock: Clock;
  log: Log;
  strict?: boolean;
}

/** The files of the kernel's own tables, applied before every plugin's. */
const KERNEL_MIGRATIONS = new URL("./migrations/", import.meta.url);

/**
 * Boots: chooses the plugins, migrates, lays the ports, freezes the catalogue. Nothing runs in the background until
 * `jobs.start()`. Throws ConfigError for the deployer's mistakes and BootError for ours.
 */
export async function bootServer(parts: ServerParts): Promise<RunningServer> {
  const { config, manifest, database, clock, log } = parts;
  const plugins = pickPlugins(parts);
  const edition = manifest.editions[config.edition];
  if (!edition) throw new ConfigError(`EDITION is "${config.edition}", which is not in the manifest`);
  refuseNamedTwice(manifest);
  refuseUnknownQuotas(config, manifest);
  const settings = readAllSettings(parts);
  const catalogue = buildCatalogue(plugins, manifest);
  await migrateServer(database, plugins, clock);

  const signer = createSigner(config.secret);
  const metrics = createMetrics();
  const mail = createMail({ config, clock, log });
  const identifier = identifierOn(database, { signer, clock });
  const { listeners, provide, handle, ...registry } = createRegistry(plugins);
  const closers: (() => Promise<void> | void)[] = [];
  const leaving = new AbortController();
  const definitions: JobDefinition[] = [];
  const dispatchers: Dispatcher[] = [];
  const times = plugins.flatMap((plugin) => plugin.times ?? []);
  const blobs = withSmallInRows(await openBlobs(config, { log }), database.sql);

  const runtime: RunningServer = {
    config,
    contentHosts: createContentHosts(config.content_url, () => registry.callHookAtOnce(contentHostsHook, undefined)),
    clock,
    log,
    manifest,
    edition,
    plugins: plugins.map((plugin) => plugin.name),
    catalogue,
    database,
    blobs,
    signer,
    encrypter: createEncrypter(config.secret),
    identifier,
    quotas: createQuotas(
      database,
      settleQuotas(manifest.quotas, { edition: config.edition, overrides: config.quotas }),
    ),
    plans: createPlans(manifest, {
      initial: config.default_plan ?? edition.default_plan,
      pricing_url: pricingUrlOf(plugins, { manifest, config, settings }),
    }),
    caps: sealCaps(manifest.caps),
    settings: (of) => readFrom(settings, of),
    mail,
    dns: createDns(config.dns_servers),
    jobs: createJobRunner({ database, clock, log, definitions, dispatchers, times, concurrency: 4, metrics }),
    relay: createRelay({ database, clock, log, listeners, onRelayed: () => runtime.jobs.wake() }),
    metrics,
    ...registry,
    strict: parts.strict ?? false,
    pathOf: (operationId) => catalogue.byId.get(operationId)?.path ?? null,
    onClose: (task) => void closers.push(task),
    leaving: leaving.signal,
    warm: () => {
      for (const plugin of plugins) plugin.warm?.(runtime);
    },
    leave: () => leaving.abort(),
    close: () => closeAll(runtime, closers),
  };
  const surface: Surface = {
    catalogue,
    toolsets: manifest.toolsets ?? {},
    changelog: manifest.changelog,
    plugins: manifest.plugins,
    perform: (call) => perform(runtime, call),
  };
  for (const plugin of plugins) {
    provide(plugin.name, plugin.provides?.(runtime, surface) ?? []);
    handle(plugin.handles?.(runtime) ?? []);
    definitions.push(...(plugin.jobs?.(runtime) ?? []));
    dispatchers.push(...(plugin.dispatchers?.(runtime) ?? []));
  }
  // Those that are off count too: what their tables name is there when they are on again.
  const references = parts.plugins.flatMap((plugin) => plugin.blobs ?? []);
  definitions.push(mailJob(mail), ...housekeepingJobs(runtime, references), ...listenerJobs(listeners, runtime));
  refuseTwins(definitions);
  for (const plugin of plugins) plugin.check?.(runtime);
  await Promise.all(plugins.map((plugin) => plugin.ready?.(runtime)));
  return runtime;
}

/** Who calls, remembered on every server and forgotten when something of theirs changes. */
function identifierOn({ sql, asyncCommitSql, bus }: Database, { signer, clock }: { signer: Signer; clock: Clock }) {
  const cache = createCache<Remembered>({
    size_max: 20_000,
    bus,
    channel: ACTORS_CHANNEL,
    // A guessed token names nobody, and remembering nobodies would push out the people.
    keeps: (found) => ("person" in found ? found.person !== null : found.holder !== null),
  });
  return createIdentifier({ sql, asyncCommitSql, signer, cache, clock });
}

/** Where plans are sold: by a running plugin whose first group of settings, the keys that it sells with, is set. */
function pricingUrlOf(
  plugins: readonly Plugin[],
  {
    manifest,
    config,
    settings,
  }: Pick<ServerParts, "manifest" | "config"> & { settings: ReadonlyMap<Settings, unknown> },
): string | null {
  for (const plugin of plugins) {
    const path = manifest.plugins[plugin.name]?.pricing_path;
    const keys = [plugin.settings ?? []].flat().find((one) => one.is_group);
    if (path !== undefined && (!keys || settings.get(keys) !== null)) return config.base_url + path;
  }
  return null;
}

/** Brings a database to what the kernel and these plugins need; answers nothing when it is there already. */
export async function migrateServer(database: Database, plugins: readonly Plugin[], clock: Clock): Promise<void> {
  await migrate(database, migrationSources(plugins), clock);
}

/** What the running plugins declare to be configured by. Throws ConfigError for a value that cannot be used. */
export function readAllSettings(parts: Pick<ServerParts, "config" | "manifest" | "plugins">): Map<Settings, unknown> {
  const declared = pickPlugins(parts).flatMap((plugin) => plugin.settings ?? []);
  return new Map(declared.map((one) => [one, readSettings(one, parts.config.env)]));
}

function readFrom<V>(settings: ReadonlyMap<Settings, unknown>, of: Settings<V>): V {
  if (!settings.has(of))
    throw new BootError(`settings for ${of.purpose} belong to no running plugin; name them in one`);
  return settings.get(of) as V;
}

function pickPlugins({ plugins, manifest, config }: Pick<ServerParts, "config" | "manifest" | "plugins">): Plugin[] {
  return choosePlugins(manifest, config).map((name) => {
    const plugin = plugins.find((one) => one.name === name);
    if (!plugin) throw new BootError(`plugin "${name}" is in the manifest but plugins/mod.ts does not list it`);
    return plugin;
  });
}

/** Where the kernel and these plugins keep their migrations, in the order in which they are applied. */
export function migrationSources(plugins: readonly Plugin[]): MigrationSource[] {
  const own = { plugin: "kernel", folder: Bun.fileURLToPath(KERNEL_MIGRATIONS) };
  const theirs = plugins.flatMap((plugin) =>
    plugin.migrations ? [{ plugin: plugin.name, folder: Bun.fileURLToPath(plugin.migrations) }] : [],
  );
  return [own, ...theirs];
}

/** Throws ConfigError for a QUOTA_ variable that names no quota of the manifest. */
export function refuseUnknownQuotas(config: Config, manifest: Manifest): void {
  const known = Object.keys(manifest.quotas);
  const unknown = Object.keys(config.quotas).find((name) => !known.includes(name));
  if (unknown) {
    const names = known.map((name) => `QUOTA_${name.toUpperCase()}`).join(", ");
    throw new ConfigError(`QUOTA_${unknown.toUpperCase()} names no quota: use one of ${names}`);
  }
}

function refuseTwins(definitions: readonly JobDefinition[]): void {
  const kinds = new Set<string>();
  for (const { kind } of definitions) {
    if (kinds.has(kind)) throw new BootError(`job kind "${kind}" is declared twice`);
    kinds.add(kind);
  }
}

async function closeAll(runtime: RunningServer, closers: readonly (() => Promise<void> | void)[]): Promise<void> {
  runtime.leave();
  await runtime.jobs.stop();
  await runtime.relay.stop();
  await runtime.identifier.settle();
  for (const task of [...closers].reverse()) await task();
  await runtime.database.close();
}
