// Walks over the files that a search is about, the last changed first,
// in portions that are looked at one after the other.
import type { Sql } from "../../../kernel/plugin.ts";
import type { GramFilter } from "../regex/gram_filter.ts";
import {
  type Candidate,
  type CandidateOptions,
  findCandidates,
  findPlaceAfter,
  type Place,
} from "../store/candidates.ts";
import type { Wanted } from "../store/wanted.ts";

/** Candidates read at once: a few at first, since one page is often enough. */
const FIRST_PAGE = 400;
const PAGE = 5000;
/** The last changed documents, for each file that an answer may have, which are looked at before the index is asked. */
const NEWEST_FOR_FILE = 2;
const NEWEST_MIN = 100;
/** Where one in so many of these matches, the index would name more files than it saves. */
const COMMON_IN = 8;
const FIRST_PORTION_FILES = 40;
const PORTION_FILES = 400;
/** Reading more of them at once from Postgres keeps the loop from others for too long. */
const PORTION_BYTES = 1024 * 1024;

/** How far a walk has come: what its next page needs to know. */
export interface Walked {
  /** The last file that was looked at; null before the first one. */
  after: Place | null;
  /** Only what has changed behind this number; null for everything. */
  since: number | null;
  /** The number of the last change when the walk began: what changes later comes once more at its end. */
  began: number;
}

export interface Portion {
  files: Candidate[];
  /** How far the walk has come with this portion. */
  walked: Walked;
}

/** What has been looked at so far. */
export interface Seen {
  files: number;
  hits: number;
}

interface WalkOptions {
  wanted: Wanted;
  filter: GramFilter;
  /** Where the walk goes on; null at its beginning. */
  from: Walked | null;
  /** How many files an answer may have. */
  files_max: number;
  /** Of the portions so far. */
  seen: Readonly<Seen>;
  /** Keeps of a page's files those that are wanted. */
  choose: (files: Candidate[]) => Promise<Candidate[]>;
}

/** There may be enough by now, and the next page need not be asked for. */
export const END_OF_PAGE = "end of page";

/**
 * The portions of a walk in their order. What changes while it lasts has moved to the top, behind the walk's back, so it is
 * walked over once more: nothing that was there all the time is missed.
 */
export async function* walk(sql: Sql, options: WalkOptions): AsyncGenerator<Portion | typeof END_OF_PAGE> {
  let from = options.from;
  for (;;) {
    let last: Page | null = null;
    for await (const page of pagesOf(sql, { ...options, from })) {
      last = page;
      yield* portionsOf(page);
      if (!page.is_last) yield END_OF_PAGE;
    }
    if (!last || last.change_seq === last.walked.began) return;
    yield END_OF_PAGE;
    from = { after: null, since: last.walked.began, began: last.change_seq };
  }
}

interface Page {
  files: Candidate[];
  walked: Walked;
  is_last: boolean;
  change_seq: number;
}

async function* pagesOf(sql: Sql, options: WalkOptions): AsyncGenerator<Page> {
  const { wanted, from, files_max, seen } = options;
  const since = from?.since ?? null;
  let { after, began }: { after: Place | null; began: number | null } = from ?? { after: null, began: null };
  let filter = since === null ? options.filter : null;
  let limit = FIRST_PAGE;

  async function read(some: Pick<CandidateOptions, "filter" | "until">): Promise<Page> {
    const { files, is_last, change_seq } = await findCandidates(sql, { wanted, after, since, limit, ...some });
    began ??= change_seq;
    after = files.at(-1) ?? after;
    return { files: await options.choose(files), walked: { after, since, began }, is_last, change_seq };
  }

  if (filter !== null && after === null) {
    const documents = Math.max(NEWEST_MIN, NEWEST_FOR_FILE * files_max);
    const until = await findPlaceAfter(sql, { workspace_id: wanted.actor.workspace.id, documents });
    const newest = await read({ filter: null, until });
    const isAll = newest.is_last;
    yield { ...newest, is_last: isAll && !until };
    if (isAll && !until) return;
    if (isAll && until) after = { ...until, path: PATHS_END };
    if (seen.hits > 0 && seen.hits * COMMON_IN >= seen.files) filter = null;
  }
  for (;;) {
    const page = await read({ filter, until: null });
    yield page;
    if (page.is_last) return;
    limit = PAGE;
  }
}

/** Behind every path. */
const PATHS_END = "\u{10ffff}";

/** Cuts a page into portions; the last one ends where the page does, even where none of its files is wanted. */
function* portionsOf({ files, walked }: Pick<Page, "files" | "walked">): Generator<Portion> {
  let portion: Candidate[] = [];
  let bytes = 0;
  let filesMax = FIRST_PORTION_FILES;
  for (const file of files) {
    bytes += file.size_bytes;
    if (portion.length > 0 && (portion.length >= filesMax || bytes > PORTION_BYTES)) {
      yield { files: portion, walked: { ...walked, after: portion.at(-1) ?? null } };
      filesMax = PORTION_FILES;
      portion = [];
      bytes = file.size_bytes;
    }
    portion.push(file);
  }
  yield { files: portion, walked };
}
