// Backups that are kept in a folder:
// each named by its moment, and those beyond their days taken away once a newer one is whole.
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

const DAY_MS = 24 * 60 * 60_000;
/** What a killed backup left half written counts, too. */
const NAMED = /^docsvc-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar(?:\.part)?$/;

/** Names sort as their moments do, on every file system: `docsvc-2026-03-01T04-00-00Z.tar`. */
export function keptName(now: Date): string {
  return `docsvc-${now.toISOString().slice(0, 19).replaceAll(":", "-")}Z.tar`;
}

/**
 * Of the names in a folder, those of backups made more than `days` before `now`, or before the day after the last one beside `fresh`, which
 * was just made: a clock that is ahead for a while makes none of them older. What is named in another way is somebody else's.
 */
export function findOutdated(
  names: readonly string[],
  { now, days, fresh }: { now: Date; days: number; fresh?: string },
): string[] {
  const earlier = names.filter((name) => name !== fresh).map(madeAt);
  const last = Math.max(...earlier.filter((made) => made <= now.getTime()));
  const until = Math.min(now.getTime(), Number.isFinite(last) ? last + DAY_MS : now.getTime());
  return names.filter((name) => until - madeAt(name) > days * DAY_MS);
}

/** Milliseconds; not a number for what is named in another way. */
function madeAt(name: string): number {
  const [, day, hour, minute, second] = NAMED.exec(name) ?? [];
  return day === undefined ? Number.NaN : Date.parse(`${day}T${hour}:${minute}:${second}Z`);
}

/** Takes the outdated backups of a folder away and answers their names; one that somebody else took away meanwhile is gone, too. */
export async function removeOutdated(folder: string, asked: Parameters<typeof findOutdated>[1]): Promise<string[]> {
  const outdated = findOutdated(await readdir(folder), asked).toSorted();
  for (const name of outdated) await rm(join(folder, name), { force: true });
  return outdated;
}
