// What `npm test` runs while one works:
// the fast files and a share of the slow ones, so that it stays short, and all of them in a few runs.
import { expect, test } from "bun:test";
import timings from "./timings.json" with { type: "json" };

interface Runner {
  FAST_MS_MAX: number;
  ONE_OF: number;
  chooseFiles(
    all: string[],
    of: { timings: Record<string, number>; changed: string[]; seed: number },
  ): { chosen: string[]; left_out: number };
  namesFiles(words: string[]): boolean;
}

const { FAST_MS_MAX, ONE_OF, chooseFiles, namesFiles }: Runner = await import(`${import.meta.dir}/run.mjs`);

/** Six minutes on two cores, less a twentieth for the start and the end. */
const RUN_MS_MAX = 6 * 60_000 * 2 * 0.95;
/** Beside what the timings count, each file takes its part of the start and the end of the run. */
const FILE_MS = 150;
const SEEDS = Array.from({ length: ONE_OF }, (_, index) => 1_000_000 + index);

test("a run has every fast file, every file without a time and what was changed, and runs with following seeds have all", () => {
  const all = ["new_test.ts", ...Array.from({ length: 40 }, (_, index) => `f${index}_test.ts`)];
  const times = Object.fromEntries(all.slice(1).map((file, index) => [file, FAST_MS_MAX - 10_000 + index * 1000]));
  const slow = all.filter((file) => (times[file] ?? 0) > FAST_MS_MAX);
  expect(slow.length).toBeGreaterThan(20);
  const met = new Map<string, number>();
  for (const seed of SEEDS) {
    const { chosen, left_out } = chooseFiles(all, { timings: times, changed: ["f39_test.ts"], seed });
    expect(chosen.length + left_out).toBe(all.length);
    expect(chosen).toEqual(all.filter((file) => chosen.includes(file)));
    for (const file of chosen) met.set(file, (met.get(file) ?? 0) + 1);
  }
  for (const file of all) expect([file, met.get(file)]).toEqual([file, isShared(file) ? 1 : ONE_OF]);

  function isShared(file: string): boolean {
    return slow.includes(file) && file !== "f39_test.ts";
  }
});

test("files that are named, and flags that mean all files, are handed on as they are", () => {
  const flags = ["--parallel=2", "--no-isolate", "--timeout", "300000", "--timings=test/timings.json"];
  expect(namesFiles(flags)).toBe(false);
  expect(namesFiles([...flags, "--bail", "--seed", "7"])).toBe(false);
  for (const word of ["test/walks/fuzz_test.ts", "sites", "-t", "--update-timings", "--changed=main"])
    expect(namesFiles([...flags, word])).toBe(true);
});

test("whatever the seed, the files of a run fit into six minutes on two cores; else lower FAST_MS_MAX", () => {
  const files: Record<string, number> = timings.files;
  for (const seed of SEEDS) {
    const { chosen } = chooseFiles(Object.keys(files), { timings: files, changed: [], seed });
    expect(chosen.reduce((sum, file) => sum + FILE_MS + (files[file] ?? 0), 0)).toBeLessThan(RUN_MS_MAX);
  }
});
