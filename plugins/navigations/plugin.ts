// Navigations: curated trees of documents, folders, tags and links, each shown to a reader as far as they may see.
import { handle, type Plugin, personEndHook, personMoveHook } from "../../kernel/plugin.ts";
import { folderMovedHook } from "../folders/port.ts";
import { iconEndHook, iconOwnerHook } from "../icons/port.ts";
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
  handles: () => [
    handle(iconOwnerHook, findIconOwner),
    handle(iconEndHook, clearNavigationIcon),
    handle(folderMovedHook, followFolder),
    handle(personMoveHook, leaveBehind),
    handle(personEndHook, forgetOwner),
  ],
  migrations: new URL("./migrations/", import.meta.url),
};
