// Finds documents by words, best first: what the index knows, and what it does not know yet.
import type { Runtime, Sql } from "../../../kernel/plugin.ts";
import { visibleTexts } from "../index/build.ts";
import {
  type RankedFile,
  type RankedFiles,
  type RankedOptions,
  type RankedPlace,
  rankIndexed,
  rankTail,
  rankWithTail,
} from "../store/ranked.ts";
import { type Sought, workspaceOf } from "../store/wanted.ts";
import { makeSnippet, type Snippet, type SnippetSource } from "../texts/snippet.ts";
import { isAscii, markOf, readQuery, type WordQuery } from "../texts/words.ts";
import { inSearchTurn, searchWorkers, tailWorkers } from "../workers.ts";
import { type Allotted, BUDGET_MS } from "./in_time.ts";
import { isReadInline, NO_TAIL, readBytes, searchPage, searchTail, TAIL_PAGE, type Tail } from "./tail.ts";

/** What a snippet may be taken from. */
const SNIPPET_SOURCE_CHARS = 65_536;
const SNIPPETS_MS = 5000;
/** In so few characters, each of which is looked at once for each word, words are found sooner than a thread is asked. */
const INLINE_STEPS_MAX = 1_000_000;
/** What reading a character of markdown costs, in steps of comparing one. */
const MARKDOWN_STEPS = 10;
const MARKDOWN = /\.(?:md|markdown)$/i;

export interface RankOptions {
  runtime: Runtime;
  sql: Sql;
  wanted: Sought;
  /** As people type it. */
  query: string;
  limit: number;
  /** Where the page before ended. */
  after: RankedPlace | null;
  owner: string;
  signal: AbortSignal;
}

export interface Ranked {
  results: { file: RankedFile; snippet: Snippet }[];
  /** There is more than these and what `next` leads to, or that nobody compared. */
  truncated: boolean;
  next: RankedPlace | null;
}

/** One result a document, with its best file. Throws 429 when too many searches of the owner wait. */
export function rankDocuments(options: RankOptions): Promise<Ranked> {
  return inSearchTurn({ owner: options.owner, signal: options.signal }, () => rank(options));
}

async function rank(options: RankOptions): Promise<Ranked> {
  const { wanted, query, limit, after } = options;
  const words = readQuery(query, markOf(workspaceOf(wanted)));
  const { tsquery, in_title } = words;
  if (tsquery === null || in_title === null) return { results: [], truncated: false, next: null };
  const sought = { wanted, tsquery, in_title, after, limit: limit + 1, chars_max: SNIPPET_SOURCE_CHARS };
  const { tail, files, is_capped } = await findBest(options, sought);
  const page = files.slice(0, limit);
  const snippets = await makeSnippets(options, { page, words, tail });
  const results = page.flatMap((file, index) => {
    const snippet = snippets[index];
    return snippet ? [{ file, snippet }] : [];
  });
  const hasMore = files.length > limit;
  const next = hasMore ? (page.at(-1) ?? null) : null;
  return { results, truncated: hasMore || is_capped || tail.truncated, next };
}

/** The index is compared once: beside what has changed since where that is little, and after it where it is much. */
async function findBest(options: RankOptions, sought: RankedOptions): Promise<RankedFiles & { tail: Tail }> {
  const { sql } = options;
  const found = await rankIndexed(sql, sought, { tail_files_max: TAIL_PAGE });
  const ends = performance.now() + BUDGET_MS;
  if (found.is_tail_longer) {
    const tail = await searchTail({ ...options, unindexed: found.unindexed, ends });
    return { ...(await rankWithTail(sql, sought, tail)), tail };
  }
  if (found.tail.files.length === 0) return { ...found, tail: NO_TAIL };
  const tail = await searchPage({ ...options, ends }, found.tail);
  if (tail.matches.length === 0) return { ...found, tail };
  const { files } = await rankTail(sql, sought, tail);
  return { files: mergeRanked(found.files, files).slice(0, sought.limit), is_capped: found.is_capped, tail };
}

function mergeRanked(known: readonly RankedFile[], fresh: readonly RankedFile[]): RankedFile[] {
  return [...known, ...fresh].sort(
    (one, other) => one.score - other.score || other.updated_at - one.updated_at || other.document_id - one.document_id,
  );
}

async function makeSnippets(
  options: RankOptions,
  { page, words, tail }: { page: readonly RankedFile[]; words: WordQuery; tail: Tail },
): Promise<Snippet[]> {
  if (page.length === 0) return [];
  const limits = { owner: options.owner, signal: options.signal, budget: { cpu_ms: SNIPPETS_MS } };
  const unindexed = await visibleOfTail(options, { page, tail, limits });
  const { runs } = words;
  let steps = 0;
  const sources = page.map((file): SnippetSource => {
    const text = unindexed.get(keyOf(file)) ?? file.text ?? "";
    const is_markdown = MARKDOWN.test(file.path);
    steps += text.length * (runs.length + (is_markdown ? MARKDOWN_STEPS : 0));
    return { text, is_markdown, title: file.title };
  });
  if (steps <= INLINE_STEPS_MAX && sources.every(({ text }) => isAscii(text)))
    return sources.map((source) => makeSnippet(source, runs));
  return searchWorkers()("snippets", { sources, runs }, limits);
}

/** What a reader sees of files that the index does not have. */
async function visibleOfTail(
  options: RankOptions,
  {
    page,
    tail,
    limits,
  }: { page: readonly RankedFile[]; tail: Tail; limits: Omit<Allotted, "ends"> & { budget: { cpu_ms: number } } },
): Promise<Map<string, string>> {
  const shown = new Set(page.map(keyOf));
  const files = tail.matches.filter((file) => shown.has(keyOf(file)));
  if (files.length === 0) return new Map();
  const bytes = await readBytes(options, files);
  const input = files.map(({ content_type, blob_id }) => ({ content_type, bytes: bytes.get(blob_id) ?? null }));
  const shownOf = { files: input, chars_max: SNIPPET_SOURCE_CHARS };
  const texts = isReadInline(bytes) ? visibleTexts(shownOf) : await tailWorkers()("visible", shownOf, limits);
  return new Map(files.map((file, index) => [keyOf(file), texts[index] ?? ""]));
}

function keyOf({ document_id, path }: { document_id: number; path: string }): string {
  return `${document_id} ${path}`;
}
