// Blames a file of 1,000 lines over 200 versions, beside `git blame` on the same history, in one run.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sharedWorkers } from "../kernel/plugin.ts";
import type { tasks } from "../plugins/texts/text_worker.ts";

const VERSIONS = 200;
const LINES = 1000;
const ROUNDS = 11;

const folder = mkdtempSync(join(tmpdir(), "docsvc-bench-"));
function git(...args: string[]): string {
  return Bun.spawnSync(["git", "-c", "user.name=b", "-c", "user.email=b@b", ...args], {
    cwd: folder,
  }).stdout.toString();
}
git("init", "-q");

const lines = Array.from({ length: LINES }, (_, n) => `line ${n} as it was first`);
const texts: { version: number; text: string }[] = [];
const commits: string[] = [];
for (let version = 1; version <= VERSIONS; version++) {
  for (let n = 0; n < 5; n++) lines[(version * 37 + n * 211) % LINES] = `line ${n} of version ${version}`;
  const text = `${lines.join("\n")}\n`;
  texts.push({ version, text });
  writeFileSync(join(folder, "file.txt"), text);
  git("add", "file.txt");
  git("commit", "-q", "-m", String(version));
  commits.push(git("rev-parse", "HEAD").trim());
}

const run = sharedWorkers().module<typeof tasks>(new URL("../plugins/texts/text_worker.ts", import.meta.url));
const own: number[] = [];
const gits: number[] = [];
await run("blame", { base: null, texts, budget_ms: 5000 });
for (let round = 0; round < ROUNDS; round++) {
  const start = performance.now();
  const { versions } = await run("blame", { base: null, texts, budget_ms: 5000 });
  own.push(performance.now() - start);
  const begun = performance.now();
  const said = git("blame", "-s", "-l", "--root", "--no-abbrev", "file.txt").split("\n").filter(Boolean);
  gits.push(performance.now() - begun);
  const wanted = said.map((line) => 1 + commits.indexOf(line.slice(0, 40)));
  if (!Bun.deepEquals([...versions], wanted)) throw new Error("git blames other versions");
}
rmSync(folder, { recursive: true, force: true });
const [ours, theirs] = [median(own), median(gits)];
console.log(`blame of ${LINES} lines over ${VERSIONS} versions, median of ${ROUNDS} rounds`);
console.log(`  on a worker thread   ${ours.toFixed(1)} ms`);
console.log(`  git blame            ${theirs.toFixed(1)} ms`);
console.log(`  ratio                ${(ours / theirs).toFixed(2)} (2 is the limit)`);
process.exit(0);

function median(values: number[]): number {
  return values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
