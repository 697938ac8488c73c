// Runs the parts of a search on worker threads until its time is over.
import { type Refusal, refuse } from "../../../kernel/plugin.ts";
import { manifest } from "../../manifest.ts";
import { searchWorkers } from "../workers.ts";
import { type Scan, type ScanOptions, scan } from "./scan.ts";

/** A few seconds, after which what was found so far is the answer (rules: search/bounds). */
export const BUDGET_MS = manifest.caps.search_ms;
/** What a thread that overstays its time is given on top, before it is ended. */
const GRACE_MS = 200;

/** On whose behalf the threads work, and until when. */
export interface Allotted {
  owner: string;
  signal: AbortSignal;
  /** As `performance.now()` counts. */
  ends: number;
}

/** What `inTime` answers when a thread had to be ended. */
export const OVERDUE = "overdue";

type Limits = { owner: string; signal: AbortSignal; budget: { cpu_ms: number }; overdue: () => Refusal };

/** Runs a task until the time is over; a thread that is busy longer, deep inside one line, is ended. */
export async function inTime<T>(
  { owner, signal, ends }: Allotted,
  run: (limits: Limits) => Promise<T>,
): Promise<T | typeof OVERDUE> {
  const overdue = refuse.unavailable("the search took too long");
  const cpu_ms = Math.max(1, ends - performance.now()) + GRACE_MS;
  try {
    return await run({ owner, signal, budget: { cpu_ms }, overdue: () => overdue });
  } catch (error) {
    if (error === overdue) return OVERDUE;
    throw error;
  }
}

/** Plain text is found faster than a thread is asked in so few bytes, each of which may be compared with all of it. */
const INLINE_STEPS_MAX = 500_000;

/** Scans until the time is over, on a thread unless it is a small matter. */
export async function scanInTime(
  allotted: Allotted,
  options: Omit<ScanOptions, "time_ms">,
): Promise<Scan | typeof OVERDUE> {
  const time_ms = Math.max(1, allotted.ends - performance.now());
  const { places } = options.texts;
  if (places.length === 0) return { hits: [], looked: 0, truncated: false };
  const bytes = places.reduce((sum, number, index) => (index % 3 === 2 ? sum + number : sum), 0);
  if (!options.pattern.regex && bytes * options.pattern.text.length <= INLINE_STEPS_MAX)
    return scan({ ...options, time_ms });
  return inTime(allotted, (limits) => searchWorkers()("scan", { ...options, time_ms }, limits));
}
