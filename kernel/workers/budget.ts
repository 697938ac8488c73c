// What a task may cost: processor time and memory that grow with the text it reads, and no faster.

/** What one task may use before its worker is ended. */
export interface Budget {
  /** Processor time of the worker's main thread; where that cannot be measured, time. */
  cpu_ms: number;
  /** Memory of the whole worker, which weighs about 70 MiB before it has done anything. */
  memory_bytes: number;
}

/** Which bound a task went over, for the words of its refusal. */
export interface Overrun {
  over: "time" | "memory";
  budget: Budget;
}

const MIB = 1024 * 1024;

/** What a task may use whatever it reads, and how much more for each MiB of text. */
export const BUDGET = {
  cpu_ms: 2600,
  cpu_ms_per_mib: 1300,
  memory_bytes: 272 * MIB,
  memory_bytes_per_mib: 160 * MIB,
  /** However much a task reads, so that the memory of one machine carries a few of them. */
  memory_bytes_max: 640 * MIB,
} as const;

/**
 * The budget of a task that reads so many bytes of text. The costliest honest text that the caps allow, 1.9 MiB of small tables,
 * was seen to use four fifths of it on one core, and more where others share that core; lists, prose and logs about half.
 */
export function budgetOf(bytes: number): Budget {
  return {
    cpu_ms: Math.ceil(BUDGET.cpu_ms + (BUDGET.cpu_ms_per_mib * bytes) / MIB),
    memory_bytes: Math.min(
      BUDGET.memory_bytes_max,
      Math.ceil(BUDGET.memory_bytes + (BUDGET.memory_bytes_per_mib * bytes) / MIB),
    ),
  };
}

/** "more than 6 seconds of processor time" or "more than 592 MiB of memory". */
export function describeOverrun({ over, budget }: Overrun): string {
  if (over === "memory") return `more than ${Math.round(budget.memory_bytes / MIB)} MiB of memory`;
  return `more than ${Number((budget.cpu_ms / 1000).toFixed(1))} seconds of processor time`;
}
