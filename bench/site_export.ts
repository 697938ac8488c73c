// A published tree of 5,000 pages written into a folder by `docsvc site export`'s route, beside `cp -r` of the same files; and the server's memory meanwhile.
import { mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { unpack } from "../hosts/client/site/unpack.ts";
import { compare, print, readRounds } from "./rounds.ts";
import { makeFolder, openPlace, readRss, removeFolder, senderAt } from "./servers.ts";

const MIB = 1024 ** 2;
const PAGES = Number(process.env["BENCH_DOCUMENTS"] ?? 5000);
const FOLDER_PAGES = 50;
const TEXT_BYTES = 4 * 1024;
const AT_ONCE = 8;

const place = await openPlace({ QUOTA_SITE_EXPORT: "1000" });
const folder = makeFolder();
try {
  const [token = ""] = await place.makeTokens(1);
  await place.database.sql`update users set role = 'owner'`;
  await place.database.sql`update workspaces set plan = 'enterprise'`;
  const { base_url } = place.ours;
  const send = senderAt(place.ours, token);
  await send("POST", "/api/roots", { name: "Handbook" });
  const numbers = Array.from({ length: PAGES }, (_, n) => n).values();
  const publish = async () => {
    for (const n of numbers) {
      const markdown = `# Page ${n}\n\n${"Words of a page, one after the other. ".repeat(TEXT_BYTES / 38)}\n`;
      const at = { root: "handbook", folder: `Part ${Math.floor(n / FOLDER_PAGES)}`, visibility: "unlisted" };
      await send("POST", "/api/docs", { markdown, ...at });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, publish));
  await send("PUT", "/api/folder-meta?root=handbook&path=", { published: true });

  const zip = join(folder, "site.zip");
  const out = join(folder, "site");
  async function download(): Promise<{ seconds: number; zip_mib: number }> {
    const started = performance.now();
    const address = `${base_url}/api/wiki-site/export?root=handbook`;
    const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new Error(`the export answered ${answer.status}: ${await answer.text()}`);
    await Bun.write(zip, answer);
    return { seconds: (performance.now() - started) / 1000, zip_mib: statSync(zip).size / MIB };
  }
  async function ours(): Promise<{ seconds: number; download_seconds: number; zip_mib: number }> {
    rmSync(out, { recursive: true, force: true });
    const started = performance.now();
    const { seconds: download_seconds, zip_mib } = await download();
    await unpack(zip, out);
    return { seconds: (performance.now() - started) / 1000, download_seconds, zip_mib };
  }
  async function floor(): Promise<{ seconds: number }> {
    const copy = join(folder, "copy");
    rmSync(copy, { recursive: true, force: true });
    mkdirSync(copy);
    const started = performance.now();
    const child = Bun.spawn(["cp", "-r", out, copy], { stdin: "ignore", stdout: "ignore", stderr: "inherit" });
    if ((await child.exited) !== 0) throw new Error(`cp ended with ${child.exitCode}`);
    return { seconds: (performance.now() - started) / 1000 };
  }

  const before = readRss(place.ours.pid);
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, readRss(place.ours.pid));
  }, 20);
  await ours();
  clearInterval(watch);
  print({ pages: PAGES, rss_growth_mib: (peak - before) / MIB, reach: "under 100" });
  await compare({
    workload: `GET /api/wiki-site/export, ${PAGES} pages, unpacked`,
    rounds: Math.min(readRounds(), 3),
    floor,
    ours,
    // The ratio is of times, so that it is read as it is asked for: at most 3.
    score: (seen) => seen.seconds,
    reach: 3,
  });
} finally {
  removeFolder(folder);
  await place.close();
}
