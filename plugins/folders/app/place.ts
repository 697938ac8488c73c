// Which place of the tree a page is about, so that the rail unfolds down to it without asking again.
import type { RequestFacts } from "../../../kernel/plugin.ts";
import type { ask } from "../../app/port/ask.ts";
import type { readFolderView } from "../operations/view.ts";

/** What a folder shows, as its operation answers it. */
export type FolderView = typeof readFolderView extends Parameters<typeof ask<infer _I, infer O>>[1] ? O : never;

export interface Place {
  /** The space's slug; null for My documents. */
  root: string | null;
  path: string;
  folder: FolderView;
}

const places = new WeakMap<RequestFacts, Place>();

export function setPlace(facts: RequestFacts, place: Place): void {
  places.set(facts, place);
}

export function placeOfPage(facts: RequestFacts): Place | null {
  return places.get(facts) ?? null;
}
