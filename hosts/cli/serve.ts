// docsvc serve: one server process, or a supervisor over as many as WORKERS says.
import { readConfig } from "../../kernel/mod.ts";
import { startServer } from "../serve.ts";
import { greet } from "./banner.ts";
import { command } from "./command.ts";
import { waitForStop } from "./stop_signal.ts";

/** What does not end by itself within this time after the last request is cut off. */
const STOP_MS_MAX = 45_000;

export const serve = command({
  name: "serve",
  summary: "Start the server",
  takes: [],
  options: {},
  async run({ terminal }) {
    const config = readConfig(terminal.env);
    const stopped = waitForStop();
    const server = await startServer(config);
    terminal.out(await greet(server.house));
    const { log } = server.house;
    const signal = await stopped;
    log.info({ signal }, "stopping: requests under way are finished first");
    const isClean = await Promise.race([server.stop().then(() => true), Bun.sleep(STOP_MS_MAX).then(() => false)]);
    if (isClean) log.info("stopped");
    else log.error("some work did not end in time and was cut off");
    return isClean ? 0 : 1;
  },
});
