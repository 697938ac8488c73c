// What the plugins above may use of navigations: a tree as one reader sees it, which documents it reaches, and what to answer when one goes.
import { type Sql, slot, type WriteCall } from "../../kernel/mod.ts";

export { managedNavigation } from "./permits.ts";
export { type Reader, readerOf } from "./reader.ts";
export {
  neighboursOf,
  type ReaderEntry,
  type ReaderTree,
  readNavigation,
  readNavigationFingerprint,
  type Stop,
  stopsOf,
} from "./reading.ts";
export {
  findAgentNavigation,
  findAgentNavigations,
  giveToAgent,
  listAgentNavigations,
  renameAgentNavigation,
  takeAgentNavigation,
} from "./store/agents.ts";
export { findNavigation } from "./store/navigations.ts";
/** A query with `navigationSets` in its `with` asks over `documents d join places p` by `isReached`. */
export { reachesDocument } from "./store/one_reached.ts";
export { isReached, navigationSets } from "./store/reached.ts";

/** A navigation that is about to be deleted. */
export interface NavigationEnd {
  call: WriteCall;
  workspace_id: number;
  navigation_id: number;
}

/**
 * Asked inside the transaction that deletes a navigation, before its row goes: each plugin drops what names it, or refuses
 * while something cannot do without it.
 */
export const navigationEndSlot = slot<NavigationEnd>("navigations.end");

/** Asked which navigations of a workspace are published, so that anybody reads their public entries: their ids. */
export const publishedNavigationsSlot = slot<{ sql: Sql; workspace_id: number }, readonly number[]>(
  "navigations.published",
);
