// Whether a list is loose is asked once for a list: the library asks all of its items again for each of them.
import type { List, ListItem, Parents } from "mdast";
import { defaultHandlers, type Handlers, type State } from "mdast-util-to-hast";

/** Handlers for one tree, in place of the library's. */
export function listHandlers(): Handlers {
  const known = new WeakMap<List, List>();
  return {
    listItem: (state: State, item: ListItem, parent: Parents | undefined) =>
      defaultHandlers.listItem(state, item, parent?.type === "list" ? looseness(parent, known) : parent),
  };
}

/** Of the parent the library's handler reads nothing else: a list without items that is as loose. */
function looseness(list: List, known: WeakMap<List, List>): List {
  const before = known.get(list);
  if (before) return before;
  const spread = list.spread || list.children.some(isLoose);
  const alike: List = { type: "list", spread, children: [] };
  known.set(list, alike);
  return alike;
}

function isLoose({ spread, children }: ListItem): boolean {
  return spread ?? children.length > 1;
}
