// What backup and restore share:
// the open database and store, progress on the screen, and a stop that leaves nothing half done.
import { createLog, openBlobs, openDatabase, systemClock } from "../../kernel/host.ts";
import type { Config, Database } from "../../kernel/plugin.ts";
import type { BlobStore } from "../../kernel/ports/blobs.ts";
import type { BackupManifest } from "../backup/backup_manifest.ts";
import type { Progress, ReportProgress } from "../backup/progress.ts";
import { showBytes } from "../command/byte_size.ts";
import { CommandError, type Terminal } from "../command/command.ts";

/** What a restore comes to under another secret: signatures end, and what was sealed under the former one is not opened again. */
export const WITHOUT_SECRET =
  "Under another one everybody signs in anew, and what is sealed under it is lost: the signing secrets of webhooks, the client secrets of single sign-on, connections to directories, addresses of chats and keys of certificates.";

const REDRAW_MS = 100;
const PHASES: Record<Progress["step"], string> = {
  checking: "checking the file",
  tables: "tables",
  blobs: "blobs",
};

/** Opens what the configuration names without booting a server, which would migrate; closes it after `work`. */
export async function withPlaces<T>(
  config: Config,
  work: (places: { database: Database; store: BlobStore }) => Promise<T>,
): Promise<T> {
  const log = createLog(config.log_level === "silent" ? "silent" : "error");
  const store = await openBlobs(config, { log });
  const database = await openDatabase(config, { log, clock: systemClock(), unlimited: true });
  try {
    return await work({ database, store });
  } finally {
    await database.close();
  }
}

/** Gives `work` a signal that Ctrl-C and SIGTERM raise, so that it can clear away what it began. */
export async function untilStopped<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = (name: string) => controller.abort(new CommandError(`stopped by ${name}, nothing is left behind`));
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, stop);
  try {
    return await work(controller.signal);
  } finally {
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.off(name, stop);
  }
}

/** A line that counts where there is a screen, else a line when each phase ends. */
export function openProgress({ redraw, err }: Terminal): ReportProgress {
  let drawnAt = 0;
  return ({ step, done, total }) => {
    const counted = step === "checking" ? `${showBytes(done)} of ${showBytes(total)}` : `${done} of ${total}`;
    const line = `${PHASES[step]}: ${counted}`;
    const isLast = done === total;
    if (!redraw) {
      if (isLast) err(line);
      return;
    }
    const now = performance.now();
    if (!isLast && now - drawnAt < REDRAW_MS) return;
    drawnAt = now;
    redraw(line);
  };
}

/** Clears the line that counts. */
export function endProgress({ redraw }: Terminal): void {
  redraw?.("");
}

/** What a backup holds, in one line. */
export function describeBackup({ tables, blobs, totals }: BackupManifest): string {
  return `${tables.length} tables with ${totals.rows} rows, ${blobs.count} blobs, ${showBytes(totals.size_bytes)}`;
}
