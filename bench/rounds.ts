// Measures two things in turns, so that whatever else the machine does meets both,
// and prints the ratio of their medians.

export interface Comparison<F, O> {
  workload: string;
  rounds: number;
  floor: () => Promise<F>;
  ours: () => Promise<O>;
  /** The number that is compared; more is better. */
  score: (seen: F | O) => number;
  /** The ratio of ours to the floor's that is asked for. */
  reach: number;
}

/** Prints one JSON line a round and a last one with the ratio. Nothing is warmed up: the first round counts, and is told apart. */
export async function compare<F, O>({ workload, rounds, floor, ours, score, reach }: Comparison<F, O>): Promise<void> {
  const ratios: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    const one = await floor();
    const other = await ours();
    const ratio = score(other) / score(one);
    ratios.push(ratio);
    print({ workload, round, floor: one, ours: other, ratio });
  }
  const [first] = ratios;
  ratios.sort((a, b) => a - b);
  print({ workload, ratio: medianOf(ratios), first, spread: [ratios[0], ratios.at(-1)], reach });
}

export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** One JSON line with numbers of at most three decimals. */
export function print(line: Record<string, unknown>): void {
  console.log(
    JSON.stringify(line, (_name, value) => (typeof value === "number" ? Math.round(value * 1000) / 1000 : value)),
  );
}

/** Rounds to run: the first argument of the command line, else five. */
export function readRounds(): number {
  return Number(process.argv[2] ?? 5);
}
