// Opens a zip with two readers that are not ours: Info-ZIP's `unzip -t`, and fflate.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { unzipSync } from "fflate";

/** The folders that are there once Info-ZIP's `unzip` has unpacked it. */
export async function unpackedFolders(bytes: Uint8Array): Promise<string[]> {
  return inFolder(bytes, async ({ folder, path }) => {
    const unpacked = Bun.spawnSync(["unzip", "-qq", path, "-d", join(folder, "out")]);
    if (unpacked.exitCode !== 0) throw new Error(`unzip: ${unpacked.stdout}${unpacked.stderr}`);
    const all = readdirSync(join(folder, "out"), { recursive: true, withFileTypes: true });
    const folders = all.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
    return folders.map((one) => relative(join(folder, "out"), one)).sort();
  });
}

/** The texts of a zip's files by name. Throws when either reader finds something wrong. */
export async function unzip(bytes: Uint8Array): Promise<Record<string, string>> {
  const files = Object.entries(await unzipped(bytes));
  return Object.fromEntries(files.map(([name, file]) => [name, new TextDecoder().decode(file)]));
}

/** The same as bytes. */
export async function unzipped(bytes: Uint8Array): Promise<Record<string, Uint8Array>> {
  await inFolder(bytes, async ({ path }) => {
    const tested = Bun.spawnSync(["unzip", "-tqq", path]);
    if (tested.exitCode !== 0) throw new Error(`unzip -t: ${tested.stdout}${tested.stderr}`);
  });
  return unzipSync(bytes);
}

/** With the zip in a folder of its own, which goes afterwards. */
async function inFolder<T>(bytes: Uint8Array, work: (at: { folder: string; path: string }) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "docsvc-zip-"));
  try {
    const path = join(folder, "one.zip");
    await Bun.write(path, bytes);
    return await work({ folder, path });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
