// A sync client: it knows of documents only what the feed told it, and only goes on from the cursor that it was given.
import type { Harness, ParsedBody, Person } from "../harness/harness.ts";

type Change = ParsedBody;

export interface Follower {
  /** What it knows, by document; those that were deleted or left are forgotten. */
  state: Map<string, Change>;
  /** Everything that it was ever told, in order. */
  told: Change[];
  /** Reads one page. Answers whether there is more; null when what it follows is closed to it. */
  readPage(): Promise<boolean | null>;
  /** Reads until there is nothing more. */
  catchUp(): Promise<void>;
}

/** A cursor that the feed refuses as too old is dropped with all that is known, as the refusal says. */
export function follow(h: Harness, as: Person, query: Record<string, string> = {}): Follower {
  const state = new Map<string, Change>();
  const told: Change[] = [];
  let since: string | undefined;

  async function readPage(): Promise<boolean | null> {
    const asked = new URLSearchParams({ ...query, ...(since === undefined ? {} : { since }) });
    const { status, body } = await h.call(`GET /api/changes?${asked}`, { as });
    if (status === 404 && query["root"] !== undefined) return null;
    if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
    for (const change of body.changes) {
      told.push(change);
      if (change.deleted || change.left) state.delete(change.doc_id);
      else state.set(change.doc_id, change);
    }
    since = body.next_cursor;
    return body.has_more;
  }

  return {
    state,
    told,
    readPage,
    catchUp: async () => {
      while (await readPage());
    },
  };
}
