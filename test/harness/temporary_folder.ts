// Folders for what a test throws away:
// in memory where there is plenty of it, since nothing here has to outlive the machine.
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const MEMORY_FREE_BYTES_MIN = 4 * 1024 ** 3;
const PREFIX = "docsvc-quick-";

let isSwept = false;

/** Where a disk that is slow to say what it has kept keeps no test waiting: a server asks it at every commit and for every file. */
export function quickPlace(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > MEMORY_FREE_BYTES_MIN ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Both places, since there may have been more memory when the last run began, or less. */
export function quickPlaces(): string[] {
  return [...new Set([tmpdir(), MEMORY])].filter((place) => existsSync(place));
}

/** Makes a folder that anybody may enter, as Postgres must which runs as somebody else under root; whoever asks removes it. */
export function makeQuickFolder(name: string): string {
  sweep();
  const folder = mkdtempSync(join(quickPlace(), `${PREFIX}${process.pid}-${name}-`));
  chmodSync(folder, 0o755);
  return folder;
}

/** What processes left there that were ended before they could remove it; memory is dear. */
function sweep(): void {
  if (isSwept) return;
  isSwept = true;
  for (const place of quickPlaces()) {
    for (const name of readdirSync(place)) {
      const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]);
      if (!(pid > 0) || isAlive(pid)) continue;
      const found = lstatSync(join(place, name), { throwIfNoEntry: false });
      if (found?.uid === process.getuid?.()) remove(join(place, name));
    }
  }
}

/** What cannot go, such as a disk that a killed test has left mounted in there, stays and stops nobody. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}

/** Also true of a process that this one may not signal. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
