// Reads candidates in portions and has the worker threads look at their lines, until there is enough or the time is over.
import { findContents, type House, type Refusal, refuse, type Sql } from "../../kernel/mod.ts";
import { decodeText } from "../documents/port.ts";
import type { GramFilter } from "./grams.ts";
import { filterOf, type Pattern } from "./pattern.ts";
import { type LineMatch, type Scan, type ScanWish, scan } from "./scan.ts";
import {
  type Candidate,
  type CandidatePage,
  findCandidates,
  findPlaceAfter,
  findUnindexed,
  type Place,
  readTexts,
} from "./store/candidates.ts";
import type { Wanted } from "./store/wanted.ts";
import { textCacheOf } from "./text_cache.ts";
import { searchWorkers } from "./workers.ts";

/** Part 3, "Search": a few seconds, after which what was found so far is the answer. */
export const BUDGET_MS = 3000;
/** All lines of an answer together. */
export const ANSWER_CHARS_MAX = 2_000_000;
const LINES_OF_FILE_MAX = 100;
/** Candidates read at once: a few at first, since one page is often enough. */
const PAGES = [400, 20_000];
/** The last changed documents, for each file that an answer may have, which are looked at before the index is asked. */
const NEWEST_FOR_FILE = 2;
const NEWEST_MIN = 100;
/** Where one in so many of these matches, the index would name more files than it saves. */
const COMMON_IN = 8;
const UNINDEXED_MAX = 400;
const PORTION_FILES = [40, 400];
/** Reading more of them at once from Postgres keeps the loop from others for too long. */
const PORTION_BYTES = 1024 * 1024;
/** Portions that are read or looked at while the one before is. */
const AHEAD = 2;
/** What a thread that overstays its time is given on top, before it is ended. */
const GRACE_MS = 200;

export interface Grep {
  house: House;
  sql: Sql;
  pattern: Pattern;
  context: number;
  files_max: number;
  /** On whose behalf the threads work. */
  owner: string;
  signal: AbortSignal;
}

export interface FileHit {
  doc_id: string;
  path: string;
  matches: LineMatch[];
}

/** Greps everything that is wanted and whose path the glob takes, the last changed documents first. Throws 400 for a bad regex. */
export async function grepDocuments(
  grep: Grep,
  { wanted, takes }: { wanted: Wanted; takes: (path: string) => boolean },
): Promise<{ hits: FileHit[]; truncated: boolean }> {
  const ends = performance.now() + BUDGET_MS;
  const workspaceId = wanted.actor.workspace.id;
  const { pattern } = grep;
  const wish = { pattern, workspace_id: workspaceId };
  // Only a regex can take long to be read.
  const filter = pattern.regex
    ? await inTime(grep, ends, (limits) => searchWorkers()("filter", wish, limits))
    : filterOf(pattern, workspaceId);
  if (filter === OVERDUE) return { hits: [], truncated: true };
  const seen = { files: 0, hits: 0 };
  return collect(grep, { ends, seen, portions: portionsOf(grep, { wanted, takes, filter, seen }) });
}

/** How many files have been looked at, and how many of them match. */
interface Seen {
  files: number;
  hits: number;
}

type Portion = { files: Candidate[]; read: ReadTexts } | "too many" | "end of page";
type ReadTexts = (blobIds: number[]) => Promise<Map<number, string>>;

/** What is not indexed yet comes first: it is the newest. */
async function* portionsOf(
  { house, sql, files_max }: Grep,
  {
    wanted,
    takes,
    filter,
    seen,
  }: { wanted: Wanted; takes: (path: string) => boolean; filter: GramFilter; seen: Readonly<Seen> },
): AsyncGenerator<Portion> {
  const workspace_id = wanted.actor.workspace.id;
  const read = (blob_ids: number[]) => readTexts(sql, { workspace_id, blob_ids });
  const unindexed = await findUnindexed(sql, { wanted, limit: UNINDEXED_MAX + 1 });
  const fresh = unindexed.slice(0, UNINDEXED_MAX).filter((file) => takes(file.path));
  for (const files of cut(fresh)) yield { files, read: (blobIds) => readUnindexed(house, blobIds) };
  if (unindexed.length > UNINDEXED_MAX) yield "too many";
  let after: Place | null = null;
  let asked = filter;
  if (filter !== null) {
    const documents = Math.max(NEWEST_MIN, NEWEST_FOR_FILE * files_max);
    const until = await findPlaceAfter(sql, { workspace_id, documents });
    const newest = { wanted, filter: null, after, limit: PAGES[0] ?? 0 };
    const { files, end } = await findCandidates(sql, until ? { ...newest, until } : newest);
    for (const portion of cut(files.filter((file) => takes(file.path)))) yield { files: portion, read };
    if (!end && !until) return;
    yield "end of page";
    after = end ?? until;
    if (seen.hits > 0 && seen.hits * COMMON_IN >= seen.files) asked = null;
  }
  for (let page = 0; ; page += 1) {
    const limit: number = PAGES[Math.min(page, PAGES.length - 1)] ?? 0;
    const { files, end }: CandidatePage = await findCandidates(sql, { wanted, filter: asked, after, limit });
    for (const portion of cut(files.filter((file) => takes(file.path)))) yield { files: portion, read };
    if (!end) return;
    after = end;
    yield "end of page";
  }
}

function cut(files: readonly Candidate[]): Candidate[][] {
  const portions: Candidate[][] = [];
  let bytes = 0;
  for (const file of files) {
    const last = portions.at(-1);
    const filesMax = PORTION_FILES[Math.min(portions.length - 1, PORTION_FILES.length - 1)] ?? 0;
    bytes += file.size_bytes;
    if (last && last.length < filesMax && bytes <= PORTION_BYTES) last.push(file);
    else {
      portions.push([file]);
      bytes = file.size_bytes;
    }
  }
  return portions;
}

async function readUnindexed(house: House, blobIds: number[]): Promise<Map<number, string>> {
  const contents = await findContents(house.database.sql, blobIds);
  const texts = new Map<number, string>();
  for (const [blobId, { bytes, storage_key }] of contents) {
    const text = decodeText(bytes ?? (await house.blobs.bytes(storage_key)));
    if (text !== null) texts.set(blobId, text);
  }
  return texts;
}

async function collect(
  grep: Grep,
  { ends, seen, portions }: { ends: number; seen: Seen; portions: AsyncGenerator<Portion> },
): Promise<{ hits: FileHit[]; truncated: boolean }> {
  const found = { hits: [] as FileHit[], truncated: false };
  const underWay: Promise<{ files: Candidate[]; scan: Scan | typeof OVERDUE }>[] = [];
  let chars = 0;
  /** Takes the oldest portion in; true when no more are wanted. */
  async function takeNext(): Promise<boolean> {
    const next = await underWay.shift();
    if (!next) return true;
    if (next.scan === OVERDUE) {
      found.truncated = true;
      return true;
    }
    found.truncated ||= next.scan.truncated;
    seen.files += next.files.length;
    seen.hits += next.scan.hits.length;
    for (const { key, matches } of next.scan.hits) {
      if (found.hits.length >= grep.files_max) return true;
      const file = next.files[key];
      if (file) found.hits.push({ doc_id: file.doc_id, path: file.path, matches });
      for (const { text, before, after } of matches) chars += [text, ...before, ...after].join("").length;
    }
    if (chars > ANSWER_CHARS_MAX) found.truncated = true;
    return chars > ANSWER_CHARS_MAX || found.hits.length >= grep.files_max;
  }
  for await (const portion of portions) {
    if (portion === "too many") {
      found.truncated = true;
      continue;
    }
    if (portion === "end of page") {
      // Often there is enough by now, and the next page need not be asked for.
      while (underWay.length > 0) if (await takeNext()) return found;
      continue;
    }
    const looked = scanPortion(grep, { ends, portion });
    // Of a portion that is no longer wanted nobody hears whether it failed.
    looked.catch(() => {});
    underWay.push(looked);
    while (underWay.length > AHEAD) if (await takeNext()) return found;
    if (performance.now() > ends) return { ...found, truncated: true };
  }
  while (underWay.length > 0) if (await takeNext()) break;
  return found;
}

async function scanPortion(
  grep: Grep,
  { ends, portion: { files, read } }: { ends: number; portion: Exclude<Portion, string> },
): Promise<{ files: Candidate[]; scan: Scan | typeof OVERDUE }> {
  const { house, pattern, context, files_max } = grep;
  const blobIds = files.map((file) => file.blob_id);
  const { texts, keys, release } = await textCacheOf(house).hold(blobIds, read);
  try {
    const bounds = { files_max, lines_max: LINES_OF_FILE_MAX, chars_max: ANSWER_CHARS_MAX, counts_all: false };
    const scan = await scanInTime(grep, ends, { texts, pattern, context, ...bounds });
    return { files: keys.flatMap((key) => files[key] ?? []), scan };
  } finally {
    release();
  }
}

/** Plain text in so few bytes is found faster than a thread is asked. */
const INLINE_BYTES_MAX = 50_000;

/** Scans until `ends`, on a thread unless it is a small matter. */
export async function scanInTime(
  grep: Pick<Grep, "owner" | "signal">,
  ends: number,
  wish: Omit<ScanWish, "time_ms">,
): Promise<Scan | typeof OVERDUE> {
  const time_ms = Math.max(1, ends - performance.now());
  const { places } = wish.texts;
  if (places.length === 0) return { hits: [], truncated: false };
  const bytes = places.reduce((sum, number, index) => (index % 3 === 2 ? sum + number : sum), 0);
  if (!wish.pattern.regex && bytes <= INLINE_BYTES_MAX) return scan({ ...wish, time_ms });
  return inTime(grep, ends, (limits) => searchWorkers()("scan", { ...wish, time_ms }, limits));
}

/** What `inTime` answers when a thread had to be ended. */
export const OVERDUE = "overdue";

type Limits = { owner: string; signal: AbortSignal; timeout_ms: number; overdue: () => Refusal };

/** Runs a task until `ends`; a thread that is busy longer, deep inside one line, is ended. */
async function inTime<T>(
  { owner, signal }: Pick<Grep, "owner" | "signal">,
  ends: number,
  run: (limits: Limits) => Promise<T>,
): Promise<T | typeof OVERDUE> {
  const overdue = refuse.unavailable("the search took too long");
  const timeout_ms = Math.max(1, ends - performance.now()) + GRACE_MS;
  try {
    return await run({ owner, signal, timeout_ms, overdue: () => overdue });
  } catch (error) {
    if (error === overdue) return OVERDUE;
    throw error;
  }
}
