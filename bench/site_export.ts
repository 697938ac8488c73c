// A published tree of 5,000 pages written into a folder as `docsvc site export` does it,
// beside `cp -r` of the same files; the zip of it; and the server's memory meanwhile.
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unpack } from "../hosts/client/site/unpack.ts";
import { withCpu } from "./cpu.ts";
import { compare, print, readRounds } from "./rounds.ts";
import { makeFolder, openPlace, readRss, removeFolder, senderAt } from "./servers.ts";

const MIB = 1024 ** 2;
const PAGES = Number(process.env["BENCH_DOCUMENTS"] ?? 5000);
const FOLDER_PAGES = 50;
const TEXT_BYTES = 4 * 1024;
/** Of a page that is exported, with the tree beside its text. */
const PAGE_BYTES = 20_000;
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

  // Each round has folders of its own: file systems take several times as long to make files where many were removed just now.
  let rounds = 0;
  let out = "";
  const pids = { server: place.ours.pid, postgres: place.postgres_pid };
  async function ask(format: "tar" | "zip"): Promise<Response> {
    const address = `${base_url}/api/wiki-site/export?root=handbook&format=${format}`;
    const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new Error(`the export answered ${answer.status}: ${await answer.text()}`);
    return answer;
  }
  interface Taken {
    seconds: number;
    cpu_ms: Record<string, number>;
  }
  async function ours(): Promise<Taken & { files: number }> {
    rounds += 1;
    out = join(folder, `site${rounds}`);
    const before = process.cpuUsage();
    const taken = await withCpu(pids, async () => {
      const started = performance.now();
      const { body } = await ask("tar");
      const files = body ? await unpack(body, out) : 0;
      return { seconds: (performance.now() - started) / 1000, files };
    });
    const { user, system } = process.cpuUsage(before);
    return { ...taken, cpu_ms: { ...taken.cpu_ms, client: (user + system) / 1000 } };
  }
  async function floor(): Promise<Taken> {
    const copy = `${out}.copy${Date.now()}`;
    const started = performance.now();
    const child = Bun.spawn(["cp", "-r", out, copy], { stdin: "ignore", stdout: "ignore", stderr: "inherit" });
    if ((await child.exited) !== 0) throw new Error(`cp ended with ${child.exitCode}`);
    const seconds = (performance.now() - started) / 1000;
    return { seconds, cpu_ms: { cp: Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1000 } };
  }
  /** What Bun itself takes: rows as long as a page, by the driver that we use, each written to a file. */
  async function bare(): Promise<Taken> {
    const to = `${out}.bare`;
    mkdirSync(to);
    const before = process.cpuUsage();
    const started = performance.now();
    let count = 0;
    const rows = place.database.sql<{ page: string }[]>`
      select repeat('Words of a page. ', ${Math.ceil(PAGE_BYTES / 17)}::int) as page from generate_series(1, ${PAGES}::int)`;
    for await (const portion of rows.cursor(100))
      for (const { page } of portion) writeFileSync(join(to, `${++count}.html`), page, { flag: "wx" });
    const seconds = (performance.now() - started) / 1000;
    const { user, system } = process.cpuUsage(before);
    return { seconds, cpu_ms: { bare: (user + system) / 1000 } };
  }
  async function zip(): Promise<{ seconds: number; mib: number }> {
    const path = join(folder, "site.zip");
    const started = performance.now();
    await Bun.write(path, await ask("zip"));
    return { seconds: (performance.now() - started) / 1000, mib: statSync(path).size / MIB };
  }

  // What a server keeps of a site once somebody has asked for it is not what an export adds.
  await ours();
  await zip();
  const before = readRss(place.ours.pid);
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, readRss(place.ours.pid));
  }, 20);
  await ours();
  clearInterval(watch);
  print({ workload: "the same as a zip", ...(await zip()) });
  for (let round = 0; round < 3; round++) {
    await ours();
    print({ workload: "bare rows into files", floor: await floor(), bare: await bare() });
  }
  print({ pages: PAGES, rss_growth_mib: (peak - before) / MIB, reach: "under 100" });
  await compare({
    workload: `GET /api/wiki-site/export?format=tar, ${PAGES} pages, unpacked`,
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
