// Navigations: curated trees of documents, folders, tags and links, each shown to a reader as far as they may see.
import { fill, type Plugin, personEndSlot, personMoveSlot } from "../../kernel/plugin.ts";
import { folderMovedSlot } from "../folders/port.ts";
import { iconEndSlot, iconOwnerSlot } from "../icons/port.ts";
import { findIconOwner } from "./icons.ts";
import { endEntry, makeEntry, placeEntry, updateEntry } from "./operations/entries.ts";
import { endNavigation, makeNavigation, readNavigations, updateNavigation } from "./operations/navigations.ts";
import { getNavigation, previewNavigation, readOrphans } from "./operations/reading.ts";
import { replaceTree } from "./operations/tree.ts";
import { clearNavigationIcon, followFolder, forgetOwner, leaveBehind } from "./store/endings.ts";

export const navigations: Plugin = {
  name: "navigations",
  operations: [
    ...[readNavigations, makeNavigation, getNavigation, replaceTree, updateNavigation, endNavigation],
    ...[previewNavigation, readOrphans, makeEntry, updateEntry, placeEntry, endEntry],
  ],
  fills: () => [
    fill(iconOwnerSlot, findIconOwner),
    fill(iconEndSlot, clearNavigationIcon),
    fill(folderMovedSlot, followFolder),
    fill(personMoveSlot, leaveBehind),
    fill(personEndSlot, forgetOwner),
  ],
  migrations: new URL("./migrations/", import.meta.url),
};
