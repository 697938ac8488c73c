// docsvc backup: database and blobs into one file, beside a running server or without one.
import { resolve } from "node:path";
import { readConfig, systemClock } from "../../kernel/host.ts";
import { backUp } from "../backup/back_up.ts";
import { command } from "../command.ts";
import { describeBackup, endProgress, openProgress, untilStopped, withPlaces } from "./backup_work.ts";
import { demandDatabase, lookAtConfig } from "./running_server.ts";

export const backup = command({
  name: "backup",
  summary: "Write the database and all files into one tar, consistent while the server runs",
  takes: ["file"],
  options: {},
  async run({ args, terminal }) {
    const file = resolve(terminal.folder, args.file);
    demandDatabase(lookAtConfig(terminal.env));
    const config = readConfig(terminal.env);
    const manifest = await untilStopped((signal) =>
      withPlaces(config, async (places) => {
        const report = openProgress(terminal);
        const options = { ...places, clock: systemClock(), edition: config.edition, report, signal };
        return backUp(file, options).finally(() => endProgress(terminal));
      }),
    );
    terminal.err("SECRET is not in the backup: keep it elsewhere, or everybody signs in anew after a restore.");
    terminal.out(`${file}: ${describeBackup(manifest)}`);
    return 0;
  },
});
