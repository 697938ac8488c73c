// docsvc serve: one server process, or a supervisor over as many as WORKERS says.
import { fileURLToPath } from "node:url";
import { readConfig, renderTogether } from "../../kernel/host.ts";
import type { Config, Log } from "../../kernel/plugin.ts";
import { CommandError, command, type Terminal } from "../command/command.ts";
import { serveMetrics } from "../listener/metrics.ts";
import { openLocalServer, refuseTakenPort, startServer } from "../listener/serve.ts";
import { greet } from "./banner.ts";
import { surviveFaults, waitForStop } from "./process_events.ts";
import { noteRunning } from "./server/running_server.ts";
import { reportToSupervisor, superviseWorkers } from "./supervisor.ts";

/** What does not end by itself within this time is cut off. */
const STOP_MS_MAX = 45_000;

export const serve = command({
  name: "serve",
  summary: "Start the server",
  takes: [],
  options: { worker: { value: null, about: "Be one of the processes of a server with WORKERS.", hidden: true } },
  async run({ options, terminal }) {
    const stopped = waitForStop();
    const config = readConfig(terminal.env);
    if (options.worker) return serveAsWorker(config, stopped);
    return config.workers === 1 ? serveAlone(config, stopped, terminal) : supervise(config, stopped, terminal);
  },
});

async function serveAlone(config: Config, stopped: Promise<string>, terminal: Terminal): Promise<number> {
  const server = await startServer(config);
  const { log } = server.runtime;
  surviveFaults(log);
  const forget = noteRunning({ ...config, port: server.port }, log);
  if (!(await isOver(stopped))) terminal.out(await greet(server.runtime));
  log.info({ signal: await stopped }, "stopping: requests under way are finished first");
  forget();
  return stopInTime(server.stop, log);
}

async function serveAsWorker(config: Config, stopped: Promise<string>): Promise<number> {
  const server = await startServer(config, { shared_port: true });
  const { log, metrics } = server.runtime;
  surviveFaults(log);
  const alone = Promise.withResolvers<string>();
  reportToSupervisor({ metrics: metrics.snapshot, onAlone: () => alone.resolve("the supervisor is gone") });
  await Promise.race([stopped, alone.promise]);
  return stopInTime(server.stop, log);
}

async function supervise(config: Config, stopped: Promise<string>, terminal: Terminal): Promise<number> {
  await refuseTakenPort(config);
  // Holding the server open holds the database open, whichever worker dies meanwhile.
  const runtime = await openLocalServer(config);
  const { log } = runtime;
  const workers = superviseWorkers({
    count: config.workers,
    command: [process.execPath, fileURLToPath(import.meta.resolve("../docsvc.ts")), "serve", "--worker"],
    log,
  });
  const renderAll = async () => renderTogether([...(await workers.collect()), await runtime.metrics.snapshot()]);
  try {
    await Promise.race([workers.ready, stopped]);
    const forget = noteRunning(config, log);
    const metrics = config.metrics_port === null ? null : serveMetrics(config, renderAll);
    if (!(await isOver(stopped))) terminal.out(await greet(runtime));
    log.info({ signal: await stopped }, "stopping: requests under way are finished first");
    forget();
    await metrics?.stop(true);
  } catch (error) {
    await workers.stop();
    await runtime.close();
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
  return stopInTime(async () => {
    await workers.stop();
    await runtime.close();
  }, log);
}

/** Whoever stopped a server while it started is told of no address that ends at once. */
function isOver(stopped: Promise<string>): Promise<boolean> {
  return Promise.race([stopped.then(() => true), Bun.sleep(0).then(() => false)]);
}

async function stopInTime(stop: () => Promise<void>, log: Log): Promise<number> {
  const isClean = await Promise.race([stop().then(() => true), Bun.sleep(STOP_MS_MAX).then(() => false)]);
  if (isClean) log.info("stopped");
  else log.error("some work did not end in time and was cut off");
  return isClean ? 0 : 1;
}
