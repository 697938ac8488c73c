// GET /api/search over 20,000 markdown files of 2 to 50 KiB, beside ripgrep, ripgrep stopped at as many files,
// and git grep.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { medianOf, print, readRounds } from "./rounds.ts";
import { awaitIndex, createCorpus, fillDocuments, writeFiles } from "./search_data.ts";
import { openPlace } from "./servers.ts";

const DOCUMENTS = Number(process.env["BENCH_DOCUMENTS"] ?? 20_000);
const corpus = createCorpus();
const texts = Array.from({ length: DOCUMENTS }, () => corpus.next({ min: 2048, max: 50 * 1024 }));
const FILES_MAX = 200;
const [common = "", mid = "", rare = ""] = [corpus.words[20], corpus.words[2000], corpus.words[29_000]];

/** What is looked for, whether it is a regex, and how often the time of ripgrep ours may take. */
const QUERIES = [
  { name: "one token", q: "needle_zq", regex: false, reach: 1 },
  { name: "rare word", q: rare, regex: false, reach: 1 },
  { name: "word", q: mid, regex: false, reach: 1 },
  { name: "common word", q: common, regex: false, reach: 1 },
  { name: "regex with a word", q: `${rare}\\w* [a-z]+`, regex: true, reach: 1 },
  { name: "regex, no trigram, common", q: "\\b[a-f]{3}\\b", regex: true, reach: 3 },
  { name: "regex, no trigram, rare", q: "[0-9]{3}-[0-9]{4}", regex: true, reach: 3 },
] as const;

const place = await openPlace();
const folder = mkdtempSync(join(tmpdir(), "docsvc-files-"));
try {
  writeFiles(folder, texts);
  await run(["git", "init", "-q"]);
  await run(["git", "add", "-A"]);
  const [token = ""] = await place.makeTokens(1);
  const [person] = await place.database.sql<{ user_id: number }[]>`select user_id from users limit 1`;
  await fillDocuments(place.database, { user_id: person?.user_id ?? 0, texts });
  const megabytes = texts.reduce((sum, text) => sum + text.length, 0) / 1e6;
  print({ documents: DOCUMENTS, megabytes, index_seconds: await awaitIndex(place.database) });
  await place.database.sql`vacuum analyze`;
  for (const query of QUERIES) {
    const kind = query.regex ? [] : ["-F"];
    const look = ["-i", "-n", "-C1", ...kind, "-e", query.q];
    const times = { ours: [] as number[], ripgrep: [] as number[], stopped: [] as number[], git: [] as number[] };
    let first = Number.NaN;
    let answer = { count: 0, truncated: false };
    for (let round = 0; round <= readRounds(); round += 1) {
      const ripgrep = await timed(() => run(["rg", ...look, "."]));
      const stopped = await timed(() => runUntil(["rg", "--heading", ...look, "."], FILES_MAX));
      const git = await timed(() => run(["git", "grep", ...(query.regex ? ["-P"] : []), ...look]));
      const parameters = new URLSearchParams({ q: query.q, regex: String(query.regex), limit: String(FILES_MAX) });
      const ours = await timed(async () => {
        const address = `${place.ours.base_url}/api/search?${parameters}`;
        const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
        answer = await response.json();
      });
      // The first round warms up: ours reads the texts from Postgres, and has them in memory from then on.
      if (round === 0) {
        first = ours;
        continue;
      }
      times.ours.push(ours);
      times.ripgrep.push(ripgrep);
      times.stopped.push(stopped);
      times.git.push(git);
    }
    const medians = {
      ours: medianOf(times.ours),
      ripgrep: medianOf(times.ripgrep),
      ripgrep_stopped: medianOf(times.stopped),
      git_grep: medianOf(times.git),
    };
    const { count, truncated } = answer;
    print({
      workload: query.name,
      ...medians,
      first_ours: first,
      ratio: medians.ours / medians.ripgrep,
      ratio_stopped: medians.ours / medians.ripgrep_stopped,
      reach: query.reach,
      count,
      truncated,
    });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
  await place.close();
}

async function run(command: string[]): Promise<void> {
  const child = Bun.spawn(command, { cwd: folder, stdin: "ignore", stdout: "ignore", stderr: "inherit" });
  await child.exited;
}

/** Ends the command once it has printed the matches of so many files, each under a line with its path. */
async function runUntil(command: string[], files: number): Promise<void> {
  const child = Bun.spawn(command, { cwd: folder, stdin: "ignore", stdout: "pipe", stderr: "inherit" });
  const PATH_LINE = /^\.\/.*\.md$/gm;
  let found = 0;
  let rest = "";
  const decoder = new TextDecoder();
  const reader = child.stdout.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = rest + decoder.decode(read.value, { stream: true });
    const end = lines.lastIndexOf("\n") + 1;
    found += lines.slice(0, end).match(PATH_LINE)?.length ?? 0;
    rest = lines.slice(end);
    if (found >= files) break;
  }
  child.kill();
  await child.exited;
}

/** Milliseconds. */
async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
