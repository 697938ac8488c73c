// docsvc backup: database and blobs into one file, beside a running server or without one.
import { resolve } from "node:path";
import { readConfig, systemClock } from "../../kernel/host.ts";
import { backUp } from "../backup/back_up.ts";
import { CommandError, command } from "../command.ts";
import { describeBackup, endProgress, openProgress, untilStopped, WITHOUT_SECRET, withPlaces } from "./backup_work.ts";
import { demandDatabase, lookAtConfig } from "./running_server.ts";

export const backup = command({
  name: "backup",
  summary: "Write the database and all files into one tar, consistent while the server runs",
  takes: ["file"],
  options: {},
  async run({ args, terminal }) {
    const file = resolve(terminal.folder, demandFile(args.file));
    demandDatabase(lookAtConfig(terminal.env));
    const config = readConfig(terminal.env);
    const manifest = await untilStopped((signal) =>
      withPlaces(config, async (places) => {
        const report = openProgress(terminal);
        const options = { ...places, clock: systemClock(), edition: config.edition, report, signal };
        return backUp(file, options).finally(() => endProgress(terminal));
      }),
    );
    terminal.err(`SECRET is not in the backup: keep it elsewhere. ${WITHOUT_SECRET}`);
    terminal.out(`${file}: ${describeBackup(manifest)}`);
    return 0;
  },
});

/** Throws CommandError for what other programs take in place of a file, which would become one of an odd name. */
function demandFile(name: string): string {
  const wish = name === "-" ? "the output" : /^[a-z][a-z\d+.-]+:\/\//i.test(name) ? "an address" : null;
  if (wish === null) return name;
  throw new CommandError(
    `${name} is ${wish}, and a backup goes to a file, which appears there once it is whole: name one, and send it on from there`,
  );
}
