// PUT /api/upload of 2 GiB, beside the same bytes piped by Bun to a file with SHA-256;
// and the server's memory meanwhile.
import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compare, print, readRounds } from "./rounds.ts";
import { openPlace, readRss } from "./servers.ts";

const MIB = 1024 ** 2;
const SIZE_MIB = 2048;

const place = await openPlace();
try {
  const floor = await place.startFloor("upload");
  const [token = ""] = await place.makeTokens(1);
  // A sparse file is read at the speed of memory, so that only the receiving side is measured.
  const source = join(place.data_dir, "source.bin");
  writeFileSync(source, "");
  truncateSync(source, SIZE_MIB * MIB);

  async function send(address: string): Promise<{ mib_per_s: number }> {
    const started = performance.now();
    const args = ["-sS", "--fail", "-o", "/dev/null", "-H", `Authorization: Bearer ${token}`, "-T", source, address];
    const code = await Bun.spawn(["curl", ...args], { stderr: "inherit" }).exited;
    if (code !== 0) throw new Error(`curl ended with ${code} at ${address}`);
    return { mib_per_s: SIZE_MIB / ((performance.now() - started) / 1000) };
  }

  let peak = 0;
  const before = readRss(place.ours.pid);
  const watch = setInterval(() => {
    peak = Math.max(peak, readRss(place.ours.pid));
  }, 20);
  let count = 0;
  await compare({
    workload: "PUT /api/upload, 2 GiB",
    rounds: Math.min(readRounds(), 3),
    floor: () => send(`${floor.base_url}/upload`),
    ours: () => send(`${place.ours.base_url}/api/upload?filename=big${++count}.bin`),
    score: (seen) => seen.mib_per_s,
    reach: 0.7,
  });
  clearInterval(watch);
  print({ workload: "PUT /api/upload, 2 GiB", rss_growth_mib: (peak - before) / MIB, reach: "under 64" });
} finally {
  await place.close();
}
