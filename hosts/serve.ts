// Starts and stops a server: its database, its house, its listeners.
import { type Config, createLog, type House, type Log, openDatabase, openHouse, systemClock } from "../kernel/mod.ts";
import { manifest } from "../plugins/manifest.ts";
import { plugins } from "../plugins/mod.ts";
import { createHosts } from "./hosts.ts";
import { serveMetrics } from "./metrics.ts";

/** A server that answers. */
export interface Running {
  house: House;
  port: number;
  /** Takes no new requests, finishes those under way, then lets everything go. */
  stop(): Promise<void>;
}

/** Above the largest upload (2 GiB): the caps are ours to enforce, with an answer that says why. */
const LISTENER_BODY_MAX = 3 * 1024 ** 3;
/** Seconds without a byte before the listener hangs up; a slow upload still sends something. */
const IDLE_SECONDS = 120;

/** Opens everything that a command of the server needs: the database (its own Postgres where none is named) and the house. */
export async function openLocalHouse(config: Config, log: Log): Promise<House> {
  const clock = systemClock();
  const database = await openDatabase(config, { log, clock });
  try {
    return await openHouse({ config, manifest, plugins, database, clock, log });
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Starts to serve. Throws ConfigError with one line that says what to mend. */
export async function startServer(config: Config): Promise<Running> {
  const log = createLog(config.log_level);
  const house = await openLocalHouse(config, log);
  const hosts = createHosts(house);
  const server = Bun.serve({
    port: config.port,
    hostname: "0.0.0.0",
    reusePort: config.workers > 1,
    maxRequestBodySize: LISTENER_BODY_MAX,
    idleTimeout: IDLE_SECONDS,
    fetch: (request, listener) => hosts.fetch(request, listener.requestIP(request)?.address ?? null),
    error: (error) => {
      log.error({ err: error }, "the listener failed");
      return Response.json({ error: "something went wrong on our side" }, { status: 500 });
    },
  });
  const metrics = config.metrics_port === null ? null : serveMetrics(house);
  house.jobs.start();
  house.relay.start();
  return {
    house,
    port: server.port ?? config.port,
    stop: async () => {
      await server.stop(false);
      await metrics?.stop(true);
      await house.close();
    },
  };
}
