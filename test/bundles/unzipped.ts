// Opens a zip with two readers that are not ours: Info-ZIP's `unzip -t`, and fflate.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";

/** The texts of a zip's files by name. Throws when either reader finds something wrong. */
export async function unzip(bytes: Uint8Array): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), "docsvc-zip-"));
  try {
    const path = join(folder, "one.zip");
    await Bun.write(path, bytes);
    const tested = Bun.spawnSync(["unzip", "-tqq", path]);
    if (tested.exitCode !== 0) throw new Error(`unzip -t: ${tested.stdout}${tested.stderr}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
  return Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, file]) => [name, new TextDecoder().decode(file)]),
  );
}
