// Every scope of the feed, each with the lists that show the same documents, and those lists as texts that compare.
import type { Harness, ParsedBody, Person } from "../harness/harness.ts";

export interface Scope {
  feed: Record<string, string>;
  lists: Record<string, string>[];
}

export const SCOPES: readonly Scope[] = [
  { feed: {}, lists: [{ view: "mine" }] },
  { feed: { root: "~", include_team: "true" }, lists: [{ view: "mine" }, { view: "team" }] },
  { feed: { include_team: "true" }, lists: [{ view: "all" }] },
  { feed: { root: "plans" }, lists: [{ root: "plans" }] },
  { feed: { root: "general" }, lists: [{ root: "general" }] },
  { feed: { folder: "a" }, lists: [{ view: "mine", folder: "a", recursive: "true" }] },
  { feed: { folder: "a", include_team: "true" }, lists: [{ view: "all", folder: "a", recursive: "true" }] },
  {
    feed: { root: "general", folder: "a/b", recursive: "false" },
    lists: [{ root: "general", folder: "a/b", recursive: "false" }],
  },
];

export interface Lists {
  /** What the lists show, sorted; null where what they ask for is closed to the person. */
  read(as: Person, lists: Record<string, string>[]): Promise<string[] | null>;
  /** Reads anew from now on. */
  forget(): void;
}

/** Reads each list once until it is told to forget. */
export function createLists(h: Harness): Lists {
  const known = new Map<string, Promise<string[] | null>>();
  async function readAll(as: Person, lists: Record<string, string>[]): Promise<string[] | null> {
    const found = new Set<string>();
    for (const list of lists) {
      const { status, body } = await h.call(`GET /api/docs?${new URLSearchParams({ ...list, limit: "500" })}`, { as });
      if (status === 404) return null;
      if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
      for (const doc of body.docs) found.add(describe(doc));
    }
    return [...found].sort();
  }
  return {
    forget: () => known.clear(),
    read: (as, lists) => {
      const key = `${as.token} ${JSON.stringify(lists)}`;
      const reading = known.get(key) ?? readAll(as, lists);
      known.set(key, reading);
      return reading;
    },
  };
}

/** A document as a list or the feed shows it. */
export function describe({ doc_id, title, folder, version, root }: ParsedBody): string {
  return `${doc_id} "${title}" ${root?.slug ?? "~"}:${folder} v${version}`;
}
