// What ranked search finds for somebody: documents that are listed to them, each with its best file and a snippet.
import type { Call } from "../../../kernel/plugin.ts";
import { type OwnedDocument, showOwned } from "../../documents/port/read.ts";
import type { RootRow } from "../../places/port.ts";
import type { Snippet } from "../texts/snippet.ts";
import { RANKED } from "./cursor.ts";
import { rankDocuments } from "./ranked.ts";
import { type ScopeQuery, wantedOf } from "./scope.ts";

export interface ListedQuery extends ScopeQuery {
  /** As people type it. */
  q: string;
  limit: number;
  /** As it was sent, and what it names. */
  root?: string | undefined;
  place?: RootRow | null;
  cursor?: string | undefined;
}

interface ListedHit {
  document: OwnedDocument;
  /** The file of it that matches best. */
  path: string;
  snippet: Snippet;
  /** Lower is better. */
  score: number;
}

/** Best first. Throws 400 for a folder, a tag, a kind or a cursor that is none, and 429 when too many searches of the caller wait. */
export async function searchListed(
  call: Pick<Call, "runtime" | "sql" | "actor" | "request" | "now">,
  { q, limit, cursor, place = null, ...scope }: ListedQuery,
): Promise<{ hits: ListedHit[]; truncated: boolean; next_cursor: string | null }> {
  const { runtime, sql, actor, request } = call;
  const { results, truncated, next } = await rankDocuments({
    ...{ runtime, sql, query: q, limit },
    wanted: wantedOf(call, { query: scope, root: place }),
    after: cursor ? RANKED.read(cursor) : null,
    owner: `user:${actor.user_id}`,
    signal: request.signal,
  });
  const hits = results.flatMap(({ file, snippet }): ListedHit[] =>
    file.document ? [{ document: showOwned(file.document, call), path: file.path, snippet, score: file.score }] : [],
  );
  return { hits, truncated, next_cursor: next && RANKED.write(next) };
}
