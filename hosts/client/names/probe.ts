// Finds out by trying what the file system of a folder does with names:
// one machine has several, and a mount is none of its own kind.
import { lstat, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LINUX, MAC, type Machine, WINDOWS } from "./machine.ts";

/** Each as Windows takes none: by a sign, by its end, and by what a colon means there. */
const ODD = ["a?b", 'a"b', "a*b", "end.", "end ", "a:b", "a\tb", "a\\b", "aux"];
/** Of 300 bytes. */
const LONG = "\u3042".repeat(100);

/** What this system's own disks do, for a run that may write nothing. */
export function usualMachine(platform: NodeJS.Platform = process.platform): Machine {
  if (platform === "win32") return WINDOWS;
  return platform === "darwin" ? MAC : LINUX;
}

/** What the file system below a folder does, tried in a folder of its own there that is gone afterwards. */
export async function probeMachine(folder: string): Promise<Machine> {
  let place: string | null = null;
  try {
    await mkdir(folder, { recursive: true });
    place = await mkdtemp(join(folder, "names-"));
    return await tryNames(place);
  } catch {
    return usualMachine();
  } finally {
    if (place !== null) await rm(place, { recursive: true, force: true }).catch(() => {});
  }
}

async function tryNames(place: string): Promise<Machine> {
  const write = (name: string) =>
    writeFile(join(place, name), "").then(
      () => true,
      () => false,
    );
  const isThere = (name: string) =>
    lstat(join(place, name)).then(
      () => true,
      () => false,
    );
  await write("case");
  await write("\u00e9");
  const taken = await Promise.all(ODD.map(write));
  const names = await readdir(place);
  return {
    tells_case: !(await isThere("CASE")),
    tells_forms: !(await isThere("e\u0301")),
    takes_all: taken.every(Boolean) && ODD.every((name) => names.includes(name)),
    counts_bytes: !(await write(LONG)),
  };
}
