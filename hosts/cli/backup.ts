// docsvc backup: database and blobs into one file, beside a running server or without one.
import { statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { readConfig, systemClock } from "../../kernel/host.ts";
import { backUp } from "../backup/back_up.ts";
import { keptName, removeOutdated } from "../backup/kept_backups.ts";
import { CommandError, command, readNumber } from "../command/command.ts";
import { describeBackup, endProgress, openProgress, untilStopped, WITHOUT_SECRET, withPlaces } from "./backup_work.ts";
import { demandDatabase, lookAtConfig } from "./server/running_server.ts";

const KEEP_DAYS = 14;
const KEEP_DAYS_MAX = 36_500;

export const backup = command({
  name: "backup",
  summary:
    "Write the database and all files into one tar, or into a folder of dated ones, consistent while the server runs",
  takes: ["file"],
  options: {
    "keep-days": {
      value: "D",
      about: `Into a folder: backups there are taken away after so many days, 0 for never. Default: ${KEEP_DAYS}.`,
    },
  },
  async run({ args, options, terminal }) {
    const clock = systemClock();
    const target = resolve(terminal.folder, demandFile(args.file));
    const folder = isFolder(target) ? target : null;
    if (folder === null && args.file.endsWith("/"))
      throw new CommandError(`${target} is not there: make the folder first`);
    const days = readDays(options["keep-days"], { target, folder });
    const file = folder === null ? target : join(folder, keptName(clock.now()));
    demandDatabase(lookAtConfig(terminal.env));
    const config = readConfig(terminal.env);
    const manifest = await untilStopped((signal) =>
      withPlaces(config, async (places) => {
        const report = openProgress(terminal);
        const work = { ...places, clock, edition: config.edition, report, signal };
        return backUp(file, work).finally(() => endProgress(terminal));
      }),
    );
    terminal.err(`SECRET is not in the backup: keep it elsewhere. ${WITHOUT_SECRET}`);
    terminal.out(`${file}: ${describeBackup(manifest)}`);
    if (folder === null || days === 0) return 0;
    // The new one is whole by now.
    for (const name of await removeOutdated(folder, { now: clock.now(), days, fresh: basename(file) })) {
      terminal.err(`${name} was older than ${days} days and is removed`);
    }
    return 0;
  },
});

/** Throws CommandError for days without a folder in which they could mean anything. */
function readDays(given: string | undefined, { target, folder }: { target: string; folder: string | null }): number {
  if (given === undefined) return KEEP_DAYS;
  if (folder === null) {
    throw new CommandError(`--keep-days goes with a folder of backups, and ${target} is none: make the folder first`);
  }
  return readNumber(given, { option: "keep-days", min: 0, max: KEEP_DAYS_MAX });
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Throws CommandError for what other programs take in place of a file, which would become one of an odd name. */
function demandFile(name: string): string {
  const wish = name === "-" ? "the output" : /^[a-z][a-z\d+.-]+:\/\//i.test(name) ? "an address" : null;
  if (wish === null) return name;
  throw new CommandError(
    `${name} is ${wish}, and a backup goes to a file, which appears there once it is whole: name one, and send it on from there`,
  );
}
