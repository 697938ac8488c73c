// docsvc migrate: brings the database up to this release and ends, for deployments that do it before they start servers.
import { command } from "../command/command.ts";
import { withHouse } from "./server/local_house.ts";

export const migrate = command({
  name: "migrate",
  summary: "Bring the database up to this release and end",
  takes: [],
  options: {},
  async run({ terminal }) {
    // Opening the house migrates first of all.
    const plugins = await withHouse(terminal, async (house) => house.plugins, { begins: true });
    terminal.out(`the database is up to date for ${plugins.join(", ")}`);
    return 0;
  },
});
