// How deep a run of the tests goes where inputs are random or large, and the seed that repeats it.
import fc from "fast-check";

const DEPTHS = ["small", "deep"] as const;
type Depth = (typeof DEPTHS)[number];

/** `DEPTH=small` (the default) while one works, `DEPTH=deep` once for all that goes out: more and longer runs of the same tests. */
const DEPTH = readDepth(process.env["DEPTH"]);

/** Every random test of the run begins here; `SEED=` repeats one. */
export const SEED = readSeed(process.env["SEED"]);

// Properties that name no seed take this one.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });
console.log(`random tests: SEED=${SEED} DEPTH=${DEPTH}`);

/** What a test takes so many or so much of at the depth of this run. */
export function pickByDepth<T>(choices: Readonly<Record<Depth, T>>): T {
  return choices[DEPTH];
}

/** How long a random test may take; a busy machine is several times slower than a quiet one. */
export const RANDOM_MS_MAX = pickByDepth({ small: 5 * 60_000, deep: 20 * 60_000 });

/** All of `items` when deep, otherwise one of every `step`, from `first` on: other ones with another seed. */
export function sampleByDepth<T>(items: readonly T[], step: number, first = 0): readonly T[] {
  return pickByDepth({ small: sample(items, step, first), deep: items });
}

/** One of every `step`, from `first` on: other ones with another seed, and all of them in `step` seeds that follow each other. */
export function sample<T>(items: readonly T[], step: number, first = 0): readonly T[] {
  return items.filter((_, index) => index % step === (SEED + first) % step);
}

function readDepth(text: string | undefined): Depth {
  const found = DEPTHS.find((depth) => depth === (text || "small"));
  if (!found) throw new Error(`DEPTH=${text} is unknown; give ${DEPTHS.join(" or ")}`);
  return found;
}

function readSeed(text: string | undefined): number {
  if (!text) return Math.floor(Math.random() * 2 ** 31);
  if (!/^\d{1,10}$/.test(text)) throw new Error(`SEED=${text} is no number of up to ten digits`);
  return Number(text);
}
