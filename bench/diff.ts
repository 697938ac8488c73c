// Compares two texts of 1 MiB with 5,000 changed lines, beside `git diff --no-index` on the same files, in one run.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sharedWorkers } from "../kernel/plugin.ts";
import type { tasks } from "../plugins/texts/text_worker.ts";

const BYTES = 1024 * 1024;
const CHANGED = 5000;
const ROUNDS = 15;

const lines: string[] = [];
for (let size = 0; size < BYTES - 64; size += lines.at(-1)?.length ?? 0) {
  lines.push(`${lines.length} ${Math.sin(lines.length).toString(36).slice(2)}\n`);
}
const changed = [...lines];
for (let n = 0; n < CHANGED; n++) changed[Math.floor((n * lines.length) / CHANGED)] = `changed ${n} ${Math.cos(n)}\n`;
const [before, after] = [lines.join(""), changed.join("")];

const folder = mkdtempSync(join(tmpdir(), "docsvc-bench-"));
writeFileSync(join(folder, "a"), before);
writeFileSync(join(folder, "b"), after);

const run = sharedWorkers().module<typeof tasks>(new URL("../plugins/texts/text_worker.ts", import.meta.url));
const own: number[] = [];
const gits: number[] = [];
let stall = 0;
await run("gitDiff", { path: "a", before, after });
for (let round = 0; round < ROUNDS; round++) {
  let last = performance.now();
  const watch = setInterval(() => {
    stall = Math.max(stall, performance.now() - last - 1);
    last = performance.now();
  }, 1);
  const start = performance.now();
  const { removed } = await run("gitDiff", { path: "a", before, after });
  own.push(performance.now() - start);
  clearInterval(watch);
  if (removed !== CHANGED) throw new Error(`${removed} lines went, ${CHANGED} did`);
  const begun = performance.now();
  Bun.spawnSync(["git", "diff", "--no-index", "--no-color", "a", "b"], { cwd: folder });
  gits.push(performance.now() - begun);
}
rmSync(folder, { recursive: true, force: true });
const [ours, theirs] = [median(own), median(gits)];
console.log(`diff of ${before.length} bytes, ${CHANGED} lines changed, median of ${ROUNDS} rounds`);
console.log(`  on a worker thread    ${ours.toFixed(1)} ms (the loop waited ${stall.toFixed(1)} ms at most)`);
console.log(`  git diff --no-index   ${theirs.toFixed(1)} ms`);
console.log(`  ratio                 ${(ours / theirs).toFixed(2)} (3 is the limit)`);
process.exit(0);

function median(values: number[]): number {
  return values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
