// What a request's parameters say of which documents it is about.
import { type Actor, refuse } from "../../../kernel/plugin.ts";
import { KINDS, normaliseTag } from "../../documents/port/read.ts";
import { parseFolder, type RootRow } from "../../places/port.ts";
import type { Wanted } from "../store/wanted.ts";

export interface ScopeQuery {
  folder?: string;
  recursive?: boolean;
  tag?: string;
  kinds?: string;
  include_team?: boolean;
}

/** Throws 400 for a folder, a tag or a kind that cannot be. */
export function readScope(query: ScopeQuery): Pick<Wanted, "include_team" | "folder" | "recursive" | "tag" | "kinds"> {
  return {
    include_team: query.include_team ?? true,
    folder: query.folder === undefined ? null : parseFolder(query.folder),
    recursive: query.recursive ?? true,
    tag: query.tag === undefined ? null : normaliseTag(query.tag),
    kinds: query.kinds === undefined ? null : readKinds(query.kinds),
  };
}

function readKinds(list: string): string[] {
  const kinds = list.split(",").map((kind) => kind.trim());
  for (const kind of kinds) {
    if (!KINDS.some((known) => known === kind)) {
      throw refuse.invalid(`kinds has "${kind.slice(0, 40)}"; use some of ${KINDS.join(", ")}, separated by commas`);
    }
  }
  return kinds;
}

/** `root` is what the permit of the request's `root` has found. */
export function wantedOf(
  call: { actor: Actor; now: Date },
  { query, root }: { query: ScopeQuery & { root?: string | undefined }; root: RootRow | null },
): Wanted {
  const view = root ? { root } : query.root === undefined ? "all" : "mine";
  return { actor: call.actor, now: call.now, view, ...readScope(query) };
}
