// Unpacks the browser that @sparticuz/chromium ships, with its libraries and fonts,
// where every process of this checkout can run it at the same time.
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { dirname, join, resolve } from "node:path";
import { brotliDecompressSync } from "node:zlib";

/** What it takes to start the unpacked browser: the program and the variables it needs. */
export interface Chromium {
  executable: string;
  env: Record<string, string>;
}

const LEFTOVER_AGE_MS = 10 * 60_000;

/** The system's own fonts come last: they add scripts that the packaged ones lack and never change the default faces. */
const FONTS_CONF = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
  <alias binding="same"><family>sans-serif</family><prefer><family>Open Sans</family><family>DejaVu Sans</family></prefer></alias>
  <alias binding="same"><family>system-ui</family><prefer><family>Open Sans</family><family>DejaVu Sans</family></prefer></alias>
  <alias binding="same"><family>serif</family><prefer><family>DejaVu Serif</family></prefer></alias>
  <alias binding="same"><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>
`;

/**
 * Unpacks the browser once per checkout and version, or finds it unpacked.
 *
 * The package's own `executablePath()` writes to fixed names in the temporary folder: a second process takes a half-written
 * program for a finished one, and a second user may not run the first one's. Here the finished folder appears by one rename.
 */
export async function unpackChromium(): Promise<Chromium> {
  const shipped = resolve(dirname(Bun.resolveSync("@sparticuz/chromium", import.meta.dir)), "..");
  const { version } = await Bun.file(join(shipped, "package.json")).json();
  const name = `chromium-${version}`;
  const homes = [resolve(shipped, "../../.cache"), join(tmpdir(), `docsvc-${userInfo().uid}`)];
  for (const home of homes) {
    if (await isUnpacked(join(home, name))) return describe(join(home, name));
  }
  for (const home of homes) {
    if (await canWrite(home)) {
      await unpackInto({ home, name, archives: join(shipped, "bin") });
      return describe(join(home, name));
    }
  }
  throw new Error(`no place to unpack the test browser: make one of ${homes.join(", ")} writable`);
}

function describe(folder: string): Chromium {
  return {
    executable: join(folder, "chromium"),
    env: {
      LD_LIBRARY_PATH: join(folder, "lib"),
      FONTCONFIG_FILE: join(folder, "fonts.conf"),
    },
  };
}

/** The folder is complete once it has its name. In the shared temporary place others could lay one, so its maker must be this user or root. */
async function isUnpacked(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => null);
  return found !== null && (found.uid === userInfo().uid || found.uid === 0);
}

async function canWrite(home: string): Promise<boolean> {
  try {
    await mkdir(home, { recursive: true, mode: 0o755 });
    await rm(await mkdtemp(join(home, "probe-")), { recursive: true });
    return true;
  } catch {
    return false;
  }
}

async function unpackInto({ home, name, archives }: { home: string; name: string; archives: string }): Promise<void> {
  await removeLeftovers(home);
  const unfinished = await mkdtemp(join(home, "unfinished-"));
  try {
    const program = brotliDecompressSync(await readFile(join(archives, "chromium.br")));
    await writeFile(join(unfinished, "chromium"), program, { mode: 0o755 });
    // Both archives bring a folder of their own: lib/ and fonts/.
    for (const archive of ["al2023.tar.br", "fonts.tar.br"]) {
      const tar = brotliDecompressSync(await readFile(join(archives, archive)));
      await new Bun.Archive(tar).extract(unfinished);
    }
    await copyFonts(join(unfinished, "fonts"));
    await writeFile(join(unfinished, "fonts.conf"), FONTS_CONF);
    // Temporary folders are private to their maker; the finished one serves every user of the checkout.
    await chmod(unfinished, 0o755);
    await rename(unfinished, join(home, name));
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another process may have been quicker, and then its folder serves as well.
    if (!(await isUnpacked(join(home, name)))) throw error;
  }
}

async function copyFonts(target: string): Promise<void> {
  const source = join(dirname(Bun.resolveSync("dejavu-fonts-ttf/package.json", import.meta.dir)), "ttf");
  await mkdir(target, { recursive: true });
  for (const file of await readdir(source)) await Bun.write(join(target, file), Bun.file(join(source, file)));
}

/** Unpacking that was killed leaves 200 MB behind. */
async function removeLeftovers(home: string): Promise<void> {
  for (const entry of await readdir(home)) {
    if (!entry.startsWith("unfinished-")) continue;
    const found = await stat(join(home, entry)).catch(() => null);
    if (found && Date.now() - found.mtimeMs > LEFTOVER_AGE_MS) {
      await rm(join(home, entry), { recursive: true, force: true });
    }
  }
}
