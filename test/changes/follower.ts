// A sync client: it knows of documents only what the feed told it, and only goes on from the cursor that it was given.
import type { Harness, ParsedBody, Person } from "../harness.ts";
import { must } from "../roots/space.ts";

type Change = ParsedBody;

export interface Follower {
  /** What it knows, by document; deleted ones are forgotten. */
  state: Map<string, Change>;
  /** Everything that it was ever told, in order. */
  told: Change[];
  /** Reads until there is nothing more. */
  catchUp(): Promise<void>;
}

export function follow(h: Harness, as: Person, query: Record<string, string> = {}): Follower {
  const state = new Map<string, Change>();
  const told: Change[] = [];
  let since: string | undefined;
  return {
    state,
    told,
    catchUp: async () => {
      for (let more = true; more; ) {
        const asked = new URLSearchParams({ ...query, ...(since === undefined ? {} : { since }) });
        const { body } = await must(h.call(`GET /api/changes?${asked}`, { as }));
        for (const change of body.changes) {
          told.push(change);
          if (change.deleted) state.delete(change.doc_id);
          else state.set(change.doc_id, change);
        }
        since = body.next_cursor;
        more = body.has_more;
      }
    },
  };
}
