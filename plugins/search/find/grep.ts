// Greps everything that a caller may find: walks over the files and has the worker threads look at their lines.

import type { Runtime, Sql } from "../../../kernel/plugin.ts";
import { findContents } from "../../../kernel/ports/blobs.ts";
import { readAnyText } from "../../texts/port/encoding.ts";
import { filterOf, type Pattern } from "../regex/pattern.ts";
import { type Candidate, readTexts } from "../store/candidates.ts";
import type { Wanted } from "../store/wanted.ts";
import { textCacheOf } from "../texts/text_cache.ts";
import { inSearchTurn, searchWorkers } from "../workers.ts";
import { compileGlob } from "./glob.ts";
import { type Allotted, BUDGET_MS, inTime, OVERDUE, scanInTime } from "./in_time.ts";
import type { LineMatch, Scan } from "./scan.ts";
import { END_OF_PAGE, type Portion, type Seen, type Walked, walk } from "./walk.ts";

/** All lines of an answer together. */
export const ANSWER_CHARS_MAX = 2_000_000;
const LINES_OF_FILE_MAX = 100;
/** Portions that are read or looked at while the one before is. */
const AHEAD = 2;

export interface Grep {
  runtime: Runtime;
  sql: Sql;
  pattern: Pattern;
  context: number;
  files_max: number;
  wanted: Wanted;
  path_glob: string | null;
  /** Where the page before ended. */
  from: Walked | null;
  /** On whose behalf the threads work. */
  owner: string;
  signal: AbortSignal;
}

export interface FileHit {
  doc_id: string;
  path: string;
  matches: LineMatch[];
}

export interface Found {
  hits: FileHit[];
  /** There is more: further files, or further lines of those that are here. */
  truncated: boolean;
  /** Where further files are; null when all were looked at. */
  next: Walked | null;
}

type Timed = Grep & Allotted;

/**
 * Greps everything that is wanted, the last changed documents first. Throws 400 for a bad regex or glob, 429 when too many
 * searches of the owner wait.
 */
export function grepDocuments(asked: Grep): Promise<Found> {
  return inSearchTurn({ owner: asked.owner, signal: asked.signal }, () => grepInTurn(asked));
}

async function grepInTurn(asked: Grep): Promise<Found> {
  const grep: Timed = { ...asked, ends: performance.now() + BUDGET_MS };
  const { pattern, wanted, from, files_max } = grep;
  const workspace_id = wanted.actor.workspace.id;
  // Only a regex can take long to be read.
  const filter = pattern.regex
    ? await inTime(grep, (limits) => searchWorkers()("filter", { pattern, workspace_id }, limits))
    : filterOf(pattern, workspace_id);
  if (filter === OVERDUE) return { hits: [], truncated: true, next: null };
  const seen: Seen = { files: 0, hits: 0 };
  const portions = walk(grep.sql, { wanted, filter, from, files_max, seen, choose: chooserOf(grep) });
  return collect(grep, { seen, portions });
}

/** What takes longer is matched on a thread. */
const INLINE_GLOB_STEPS = 200_000;

function chooserOf(grep: Timed): (files: Candidate[]) => Promise<Candidate[]> {
  const { path_glob } = grep;
  if (path_glob === null) return async (files) => files;
  const glob = compileGlob(path_glob);
  return async (files) => {
    const chars = files.reduce((sum, file) => sum + file.path.length, 0);
    if (chars * glob.steps <= INLINE_GLOB_STEPS) return files.filter((file) => glob.takes(file.path));
    const options = { glob: path_glob, paths: files.map((file) => file.path) };
    const taken = await inTime(grep, (limits) => searchWorkers()("glob", options, limits));
    if (taken === OVERDUE) throw OUT_OF_TIME;
    return files.filter((_, index) => taken[index] === 1);
  };
}

const OUT_OF_TIME = new Error("the time of the search is over");

interface Looked {
  portion: Portion;
  /** Files of the portion by the number of their text. */
  keys: number[];
  scan: Scan | typeof OVERDUE;
}

async function collect(
  grep: Timed,
  { seen, portions }: { seen: Seen; portions: AsyncGenerator<Portion | typeof END_OF_PAGE> },
): Promise<Found> {
  const answer = openAnswer(grep);
  const underWay: Promise<Looked>[] = [];
  /** Takes the oldest portions in until so few are left; true when no more are wanted. */
  async function take(left: number): Promise<boolean> {
    while (underWay.length > left) {
      const looked = await underWay.shift();
      if (!looked) break;
      seen.files += looked.portion.files.length;
      seen.hits += looked.scan === OVERDUE ? 0 : looked.scan.hits.length;
      if (answer.take(looked)) return true;
    }
    return false;
  }
  try {
    for await (const portion of portions) {
      if (portion === END_OF_PAGE) {
        if (await take(0)) return answer.found;
        continue;
      }
      const looked = scanPortion(grep, portion);
      // Of a portion that is no longer wanted nobody hears whether it failed.
      looked.catch(() => {});
      underWay.push(looked);
      if (await take(AHEAD)) return answer.found;
      // Some of it is looked at whatever the time, so that every page gets further.
      if (performance.now() > grep.ends) return (await take(underWay.length - 1)) ? answer.found : answer.cut();
    }
  } catch (error) {
    if (error !== OUT_OF_TIME) throw error;
    return (await take(0)) ? answer.found : answer.cut();
  }
  await take(0);
  return answer.found;
}

/** Gathers what the portions of a walk hold, in their order, until it is as much as an answer may have. */
function openAnswer({ from, files_max }: Timed) {
  const found: Found = { hits: [], truncated: false, next: null };
  const shown = new Set<string>();
  let walked = from;
  let chars = 0;

  function cut(): Found {
    found.truncated = true;
    found.next = walked;
    return found;
  }

  /** True when the answer ends here. */
  function take({ portion, keys, scan }: Looked): boolean {
    const { files } = portion;
    const upTo = (after: Candidate | undefined): Walked => (after ? { ...portion.walked, after } : portion.walked);
    if (scan === OVERDUE) {
      // What nobody can look at in time must not keep the next page from what comes behind it.
      if (walked === from) walked = upTo(files[0]);
      cut();
      return true;
    }
    found.truncated ||= scan.truncated;
    for (const { key, matches } of scan.hits) {
      const file = files[keys[key] ?? -1];
      if (!file || shown.has(`${file.doc_id} ${file.path}`)) continue;
      if (found.hits.length >= files_max || chars > ANSWER_CHARS_MAX) {
        cut();
        return true;
      }
      shown.add(`${file.doc_id} ${file.path}`);
      found.hits.push({ doc_id: file.doc_id, path: file.path, matches });
      for (const { text, before, after } of matches) chars += [text, ...before, ...after].join("").length;
      walked = upTo(file);
    }
    const isWhole = scan.looked === keys.length;
    walked = isWhole ? portion.walked : upTo(files[(keys[scan.looked] ?? files.length) - 1]);
    if (!isWhole) cut();
    return !isWhole;
  }

  return { found, take, cut };
}

async function scanPortion(grep: Timed, portion: Portion): Promise<Looked> {
  const { runtime, pattern, context, files_max } = grep;
  const blobIds = portion.files.map((file) => file.blob_id);
  const { texts, keys, release } = await textCacheOf(runtime).hold(blobIds, (missing) =>
    readMissing(grep, { missing: new Set(missing), files: portion.files }),
  );
  try {
    const scan = await scanInTime(grep, {
      texts,
      pattern,
      context,
      // One more tells whether there are more.
      files_max: files_max + 1,
      lines_max: LINES_OF_FILE_MAX,
      chars_max: ANSWER_CHARS_MAX,
      counts_all: false,
    });
    return { portion, keys, scan };
  } finally {
    release();
  }
}

/** Texts from the index, and those that it does not have, not yet or no longer, from their blobs. */
async function readMissing(
  { sql, runtime, wanted }: Timed,
  { missing, files }: { missing: ReadonlySet<number>; files: readonly Candidate[] },
): Promise<Map<number, string>> {
  const indexed = files.flatMap((file) => (file.is_indexed && missing.has(file.blob_id) ? [file.blob_id] : []));
  const texts = await readTexts(sql, { workspace_id: wanted.actor.workspace.id, blob_ids: indexed });
  const others = [...missing].filter((blobId) => !texts.has(blobId));
  const contents = others.length === 0 ? [] : await findContents(sql, others);
  for (const [blobId, { bytes, storage_key }] of contents) {
    const text = readAnyText(bytes ?? (await runtime.blobs.bytes(storage_key)));
    if (text !== null) texts.set(blobId, text);
  }
  return texts;
}
