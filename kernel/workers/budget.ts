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
  cpu_ms: 1800,
  cpu_ms_per_mib: 1100,
  memory_bytes: 256 * MIB,
  memory_bytes_per_mib: 128 * MIB,
  /** However much a task reads: with the server itself and an idle worker or two it stays within a gibibyte. */
  memory_bytes_max: 576 * MIB,
} as const;

/**
 * The budget of a task that reads so many bytes of text. It leaves the costliest honest texts that the caps allow, 1.9 MiB of a book, of
 * a list or of a table, twice their time and more, and the longest of them a quarter of a second to wait for a processor each second
 * and still be answered within six.
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

/** Where a request runs several tasks, each of them may take so long whatever the others took. */
const LEAST_CPU_MS = 500;

/** What the tasks of one request have read and used. */
export interface Spending {
  bytes: number;
  cpu_ms: number;
}

/** A task's processor time beside others of one request: what does not grow with the text is given once, not to each of them. */
export function shareOf(own_ms: number, { bytes, cpu_ms }: Spending): number {
  return Math.max(LEAST_CPU_MS, Math.min(own_ms, budgetOf(bytes).cpu_ms - cpu_ms));
}

/** "more than 6 seconds of processor time" or "more than 592 MiB of memory". */
export function describeOverrun({ over, budget }: Overrun): string {
  if (over === "memory") return `more than ${Math.round(budget.memory_bytes / MIB)} MiB of memory`;
  return `more than ${Number((budget.cpu_ms / 1000).toFixed(1))} seconds of processor time`;
}
