// What the plugins above may use of navigations:
// a tree as one reader sees it, which documents it reaches, and what to answer when one goes.

export { type NavigationEnd, navigationEndHook, publishedNavigationsHook } from "./hooks.ts";
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
