// Zips past the limits of the plain format, when deep a sparse file of more than 4 GiB and 66,000 entries,
// opened by a reader that is not ours.
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jsonEntry, type ZipEntry } from "../../plugins/bundles/zip_entry.ts";
import { zip64Stream } from "../../plugins/bundles/zip64.ts";
import { pickByDepth, RANDOM_MS_MAX } from "../harness/depth.ts";

const ENTRIES = pickByDepth({ small: 7_000, deep: 66_000 });
const SPARSE_BYTES = pickByDepth({ small: 64 * 1024 ** 2, deep: 4 * 1024 ** 3 + 1 });
/** A zip of tens of thousands of entries comes in several pieces for each. */
const BUFFER_BYTES = 1024 ** 2;
const NOW = new Date("2026-03-01T12:00:00.000Z");

async function listed(entries: AsyncIterable<ZipEntry>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "docsvc-zip64-"));
  try {
    const path = join(folder, "big.zip");
    const file = Bun.file(path).writer({ highWaterMark: BUFFER_BYTES });
    const reader = zip64Stream(entries).getReader();
    let held = 0;
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      file.write(next.value);
      held += next.value.length;
      if (held < BUFFER_BYTES) continue;
      await file.flush();
      held = 0;
    }
    await file.end();
    const tested = Bun.spawnSync(["unzip", "-tqq", path]);
    if (tested.exitCode !== 0) throw new Error(`unzip -t: ${tested.stdout}${tested.stderr}`);
    return Bun.spawnSync(["unzip", "-l", path]).stdout.toString();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test(`${ENTRIES} entries`, async () => {
  const text = await listed(
    (async function* () {
      for (let number = 0; number < ENTRIES; number++) yield jsonEntry(`d/${number}.json`, number, NOW);
    })(),
  );
  expect(text).toContain(`${ENTRIES} files`);
});

test(
  `a sparse file of ${SPARSE_BYTES} bytes, deflated, with an entry behind it`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "docsvc-sparse-"));
    try {
      const sparse = join(folder, "sparse");
      writeFileSync(sparse, "");
      truncateSync(sparse, SPARSE_BYTES);
      const big: ZipEntry = {
        name: "big.txt",
        size_bytes: SPARSE_BYTES,
        modified: NOW,
        deflate: true,
        open: async () => Bun.file(sparse).stream(),
      };
      const text = await listed(
        (async function* () {
          yield big;
          yield jsonEntry("index.json", {}, NOW);
        })(),
      );
      expect(text).toMatch(new RegExp(`${SPARSE_BYTES} .*big\\.txt`));
      expect(text).toMatch(/index\.json/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  RANDOM_MS_MAX,
);
