// docsvc backup: database and blobs into one file, beside a running server or without one.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { readConfig, systemClock } from "../../kernel/host.ts";
import type { Config } from "../../kernel/mod.ts";
import { backUp } from "../backup/back_up.ts";
import { CommandError, command } from "../command.ts";
import { describeBackup, endProgress, openProgress, untilStopped, withPlaces } from "./backup_work.ts";

export const backup = command({
  name: "backup",
  summary: "Write the database and all files into one tar, consistent while the server runs",
  takes: ["file"],
  options: {},
  async run({ args, terminal }) {
    const file = resolve(terminal.folder, args.file);
    const config = readConfig(terminal.env);
    refuseAbsent(config);
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

/** Without this, a mistyped DATA_DIR would get a database of its own, and the backup would be of that. */
function refuseAbsent({ database_url, data_dir }: Config): void {
  if (database_url !== null) return;
  if (existsSync(join(data_dir, "postgres")) || existsSync(join(data_dir, "postgres.path"))) return;
  throw new CommandError(`DATA_DIR is ${data_dir}, where no database is: set DATA_DIR or DATABASE_URL as the server's`);
}
