// docsvc restore: a backup into an empty place, or only the check that it is whole.
import { resolve } from "node:path";
import { choosePlugins, migrationSources, readConfig, systemClock } from "../../kernel/host.ts";
import { manifest as runtime } from "../../plugins/manifest.ts";
import { plugins } from "../../plugins/mod.ts";
import type { BackupManifest } from "../backup/backup_manifest.ts";
import { refuseNoBackup } from "../backup/backup_parts.ts";
import { restoreBackup } from "../backup/restore_backup.ts";
import { verifyBackup } from "../backup/verify.ts";
import { command, type Terminal } from "../command/command.ts";
import { describeBackup, endProgress, openProgress, untilStopped, WITHOUT_SECRET, withPlaces } from "./backup_work.ts";

export const restore = command({
  name: "restore",
  summary: "Put a backup into an empty database and blob store",
  takes: ["file"],
  options: { verify: { value: null, about: "Only check that the file is whole; nothing is opened or written." } },
  async run({ args, options, terminal }) {
    const file = resolve(terminal.folder, args.file);
    const isCheck = options.verify !== undefined;
    const work = isCheck ? check(file, terminal) : putBack(file, terminal);
    const found = await work.finally(() => endProgress(terminal));
    terminal.out(`${file}: ${isCheck ? "whole" : "restored"}, ${describeBackup(found)}`);
    terminal.err(`made ${found.created_at} by docsvc ${found.app_version}, edition ${found.edition}`);
    if (isCheck) return 0;
    terminal.err(`SECRET was not in the backup: set it as it was. ${WITHOUT_SECRET}`);
    terminal.err(TAKEN_AWAY_SINCE);
    return 0;
  },
});

const TAKEN_AWAY_SINCE =
  "What was taken away after it was made holds again, such as revoked tokens, ended sessions and removed people: take it away anew.";

function check(file: string, terminal: Terminal): Promise<BackupManifest> {
  return untilStopped((signal) => verifyBackup(file, { report: openProgress(terminal), signal }));
}

async function putBack(file: string, terminal: Terminal): Promise<BackupManifest> {
  // Before a secret or a database is made, for which a mistyped name is no reason.
  await refuseNoBackup(file);
  const config = readConfig(terminal.env);
  const running = choosePlugins(runtime, config);
  return untilStopped((signal) =>
    withPlaces(config, (places) =>
      restoreBackup(file, {
        ...places,
        clock: systemClock(),
        sources: migrationSources(plugins),
        running: migrationSources(plugins.filter((plugin) => running.includes(plugin.name))),
        report: openProgress(terminal),
        signal,
      }),
    ),
  );
}
