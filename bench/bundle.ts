// A bundle of 500 MiB of text, beside `zip -1 -r` of the files that are in it; and the server's memory meanwhile.
import { mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { withCpu } from "./cpu.ts";
import { compare, print, readRounds } from "./rounds.ts";
import { awaitIndex, createCorpus } from "./search_data.ts";
import { makeFolder, openPlace, readRss, removeFolder } from "./servers.ts";

const MIB = 1024 ** 2;
const FILES = 240;
/** Together a little under 500 MiB, so that the pages which the server makes fit in too; too long to be indexed meanwhile. */
const FILE_BYTES = Math.floor(2.05 * MIB);
/** Deflate looks 32 KiB back, so texts may come again after so many. */
const TEXTS = 8;

const place = await openPlace({ QUOTA_BUNDLE: "1000" });
const folder = makeFolder();
try {
  const [token = ""] = await place.makeTokens(1);
  const authorization = `Bearer ${token}`;
  const corpus = createCorpus();
  const texts = Array.from({ length: TEXTS }, () => corpus.next({ min: FILE_BYTES, max: FILE_BYTES }));
  for (let index = 0; index < FILES; index++) {
    const address = `${place.ours.base_url}/api/upload?filename=text${index}.txt`;
    const body = `${index}\n${texts[index % TEXTS]}`.slice(0, FILE_BYTES);
    const response = await fetch(address, { method: "PUT", headers: { authorization }, body });
    if (!response.ok) throw new Error(`uploading answered ${response.status}: ${await response.text()}`);
  }
  await awaitIndex(place.database);

  let unpacked = 0;
  async function bundle(): Promise<{ seconds: number; zip_mib: number; cpu_ms: number }> {
    const asked = await fetch(`${place.ours.base_url}/api/bundles`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: "{}",
    });
    if (!asked.ok) throw new Error(`the bundle answered ${asked.status}: ${await asked.text()}`);
    const { url, bytes } = await asked.json();
    unpacked = bytes;
    const path = join(folder, "ours.zip");
    rmSync(path, { force: true });
    const address = place.ours.base_url + new URL(url).pathname;
    const { cpu_ms, seconds } = await withCpu({ server: place.ours.pid, postgres: place.postgres_pid }, () =>
      timed(["curl", "-sS", "--fail", "-o", path, address], folder),
    );
    return { seconds, zip_mib: statSync(path).size / MIB, cpu_ms: cpu_ms.server + cpu_ms.postgres };
  }

  async function zip(): Promise<{ seconds: number; zip_mib: number; cpu_ms: number }> {
    const path = join(folder, "floor.zip");
    rmSync(path, { force: true });
    const { seconds, cpu_ms } = await timed(["zip", "-1", "-q", "-r", path, "."], join(folder, "files"));
    return { seconds, zip_mib: statSync(path).size / MIB, cpu_ms };
  }

  const before = readRss(place.ours.pid);
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, readRss(place.ours.pid));
  }, 20);
  await bundle();
  clearInterval(watch);
  print({ unpacked_mib: unpacked / MIB, rss_growth_mib: (peak - before) / MIB, reach: "under 100" });
  mkdirSync(join(folder, "files"));
  await timed(["unzip", "-q", join(folder, "ours.zip")], join(folder, "files"));
  await compare({
    workload: "GET /api/bundles/{token}, 500 MiB",
    rounds: Math.min(readRounds(), 5),
    floor: zip,
    ours: bundle,
    // The ratio is of times, so that it is read as it is asked for: at most 1.5.
    score: (seen) => seen.seconds,
    reach: 1.5,
  });
} finally {
  removeFolder(folder);
  await place.close();
}

async function timed(command: string[], cwd: string): Promise<{ seconds: number; cpu_ms: number }> {
  const started = performance.now();
  const child = Bun.spawn(command, { cwd, stdin: "ignore", stdout: "ignore", stderr: "inherit" });
  if ((await child.exited) !== 0) throw new Error(`${command.join(" ")} ended with ${child.exitCode}`);
  const cpu_ms = Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1000;
  return { seconds: (performance.now() - started) / 1000, cpu_ms };
}
