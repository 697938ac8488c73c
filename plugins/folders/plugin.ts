// Folders: made, renamed, moved and removed, how they are shown, and the tree that they make.
import { handle, listen, type Plugin, personEndHook, personMoveHook } from "../../kernel/plugin.ts";
import { findHook } from "../app/port/find.ts";
import { documentPanelsHook, newKindsHook } from "../app/port/slots.ts";
import { publishedRootsHook } from "../roots/port.ts";
import { foldersNamed } from "./app/find.ts";
import { showFolder, showSpace } from "./app/folder_page.ts";
import { neighboursPanel } from "./app/neighbours_panel.ts";
import { newFolderKind } from "./app/new_kind.ts";
import { findFolders } from "./operations/find.ts";
import { makeFolder, readFolders, removeFolder, renameFolder } from "./operations/folders.ts";
import { readNeighbours } from "./operations/neighbours.ts";
import { changeFolderSettings, readFolderSettings } from "./operations/settings.ts";
import { changeShortcut, makeShortcut, readShortcuts, removeShortcut } from "./operations/shortcuts.ts";
import { readTree } from "./operations/tree.ts";
import { readFolderView } from "./operations/view.ts";
import { findPublishedRoots, moveOwnSettings } from "./store/settings.ts";
import { dropShortcutsTo, forgetShortcutMaker } from "./store/shortcuts.ts";

export const folders: Plugin = {
  name: "folders",
  operations: [
    showSpace,
    showFolder,
    readFolders,
    findFolders,
    makeFolder,
    renameFolder,
    removeFolder,
    readTree,
    readFolderSettings,
    changeFolderSettings,
    readFolderView,
    readNeighbours,
    readShortcuts,
    makeShortcut,
    changeShortcut,
    removeShortcut,
  ],
  on: [
    listen("doc.purge", "drop_shortcuts", ({ workspace_id, target_id }, { database }) =>
      dropShortcutsTo(database.sql, { workspace_id, doc_id: target_id ?? "" }),
    ),
  ],
  handles: () => [
    handle(personMoveHook, moveOwnSettings),
    handle(personEndHook, forgetShortcutMaker),
    handle(findHook, foldersNamed),
    handle(newKindsHook, newFolderKind),
    handle(documentPanelsHook, neighboursPanel),
    handle(publishedRootsHook, ({ sql, workspace_id, root_ids }) =>
      findPublishedRoots(sql, { workspace_id, root_ids }),
    ),
  ],
  migrations: new URL("./migrations/", import.meta.url),
};
