// Starts and stops a server: its database, its runtime, its listeners.
import http from "node:http";
import {
  bootServer,
  closeSharedWorkers,
  createLog,
  openDatabase,
  prepareChecks,
  type RunningServer,
  readAllSettings,
  systemClock,
} from "../../kernel/host.ts";
import type { Config } from "../../kernel/plugin.ts";
import { ConfigError, KERNEL_BOUNDS } from "../../kernel/plugin.ts";
import { manifest } from "../../plugins/manifest.ts";
import { plugins } from "../../plugins/mod.ts";
import { explainBinding } from "./binding.ts";
import { createHosts } from "./hosts.ts";
import { serveMetrics } from "./metrics.ts";
import { listenForTls } from "./tls.ts";

/** A server that answers. */
export interface Running {
  runtime: RunningServer;
  port: number;
  /**
   * Takes no new connections, finishes what is under way for at most 30 seconds, then lets everything go.
   * A second call waits for the first.
   */
  stop(): Promise<void>;
}

export interface StartOptions {
  /** Several processes listen on the port, and the kernel deals the connections out. */
  shared_port?: boolean;
}

/** No limit of the listener's own: its 413 is empty, and the caps are ours to enforce with an answer that says why. */
const LISTENER_BODY_MAX = Number.MAX_SAFE_INTEGER;
/**
 * Bytes of an address and its headers together; beyond them the listener answers an empty 431. The longest text that an
 * address carries is a description of 16 KiB (`PUT /api/upload`), which percent-encoding makes three times as long.
 */
const { address_and_headers_bytes: HEADER_BYTES_MAX } = KERNEL_BOUNDS;
/** Seconds without a byte before the listener hangs up; a slow upload still sends something. */
const IDLE_SECONDS = 120;
const HOSTNAME = "0.0.0.0";
const DRAIN_MS = 30_000;

/**
 * Opens everything that a command of the server needs: the database (its own Postgres where none is named) and the server over it.
 * Nothing listens and no job runs. Throws ConfigError with one line that says what to mend.
 */
export async function openLocalServer(config: Config): Promise<RunningServer> {
  // What is wrong with the environment should be told before a database is made for nothing.
  readAllSettings({ config, manifest, plugins });
  const clock = systemClock();
  const log = createLog(config.log_level);
  const database = await openDatabase(config, { log, clock });
  try {
    return await bootServer({ config, manifest, plugins, database, clock, log });
  } catch (error) {
    await database.close();
    throw database.isConnectionLoss(error) ? explainLoss(error) : error;
  }
}

/** It was reached, or there would be nothing to lose. */
function explainLoss(error: unknown): ConfigError {
  const reason = error instanceof Error ? error.message : String(error);
  return new ConfigError(
    `the database was there and stopped answering while docsvc started (${reason}): see whether its machine has anything to spare and what its log says, then start again`,
  );
}

/** Starts to serve. Throws ConfigError with one line that says what to mend. */
export async function startServer(config: Config, { shared_port = false }: StartOptions = {}): Promise<Running> {
  // An address that is taken should be told before a database is made for nothing.
  if (!shared_port) await refuseTakenPort(config);
  const runtime = await openLocalServer(config);
  try {
    prepareChecks(runtime.catalogue);
    const serving = servingOf(runtime);
    const listener = bind(runtime.config, { ...serving, reusePort: shared_port });
    const tls = await listenForTls(runtime, { hostname: HOSTNAME, serving });
    const metrics = config.metrics_port === null || shared_port ? null : serveMetrics(config, runtime.metrics.render);
    runtime.jobs.start();
    runtime.relay.start();
    runtime.warm();
    let stopping: Promise<void> | null = null;
    const stop = async () => {
      runtime.leave();
      await Promise.all([drain(listener), tls && drain({ stop: (now) => (now ? tls.end() : tls.drain()) })]);
      await metrics?.stop(true);
      await runtime.close();
      await closeSharedWorkers();
    };
    return {
      runtime,
      port: listener.port ?? config.port,
      stop: () => {
        stopping ??= stop();
        return stopping;
      },
    };
  } catch (error) {
    await runtime.close();
    throw error;
  }
}

/** Throws ConfigError when nothing can listen on PORT. */
export async function refuseTakenPort(config: Config): Promise<void> {
  const probe = bind(config, { fetch: () => new Response(null, { status: 503 }) });
  await probe.stop(true);
}

function servingOf(runtime: RunningServer): Listening {
  const hosts = createHosts(runtime);
  return {
    // Bun's own error page shows the inside of the server.
    development: false,
    maxRequestBodySize: LISTENER_BODY_MAX,
    idleTimeout: IDLE_SECONDS,
    fetch: (request, listener) => hosts.fetch(request, (one) => listener.requestIP(one)?.address ?? null),
    error: (error) => {
      runtime.log.error({ err: error }, "the listener failed");
      return Response.json({ error: "something went wrong on our side" }, { status: 500 });
    },
  };
}

type Listening = Omit<Bun.Serve.HostnamePortServeOptions<undefined>, "port" | "hostname"> & {
  fetch: (request: Request, server: Bun.Server<undefined>) => Response | Promise<Response>;
};

function bind({ port }: Config, options: Listening): Bun.Server<undefined> {
  // The one way to tell Bun's listener, whose own types call it read-only.
  Reflect.set(http, "maxHeaderSize", HEADER_BYTES_MAX);
  try {
    return Bun.serve({ ...options, hostname: HOSTNAME, port });
  } catch (error) {
    throw explainBinding(error, { variable: "PORT", port });
  }
}

async function drain(listener: Pick<Bun.Server<undefined>, "stop">): Promise<void> {
  let timer: Timer | undefined;
  const overdue = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, DRAIN_MS);
  });
  await Promise.race([listener.stop(false), overdue]);
  clearTimeout(timer);
  await listener.stop(true);
}
