// docsvc migrate: brings the database up to this release and ends,
// for deployments that do it before they start servers.
import { command } from "../command/command.ts";
import { withServer } from "./server/this_machine.ts";

export const migrate = command({
  name: "migrate",
  summary: "Bring the database up to this release and end",
  takes: [],
  options: {},
  async run({ terminal }) {
    // Opening the server migrates first of all.
    const plugins = await withServer(terminal, async (runtime) => runtime.plugins, { begins: true });
    terminal.out(`the database is up to date for ${plugins.join(", ")}`);
    return 0;
  },
});
