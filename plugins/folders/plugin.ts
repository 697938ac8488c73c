// Folders: made, renamed, moved and removed, how they are shown, and the tree that they make.
import { fill, type Plugin, provide } from "../../kernel/mod.ts";
import { publishedRootsSlot } from "../roots/port.ts";
import { makeFolder, readFolders, removeFolder, renameFolder } from "./operations/folders.ts";
import { readTree } from "./operations/tree.ts";
import { foldersPort } from "./port.ts";
import { provideFolders } from "./provided.ts";
import { findPublishedRoots } from "./store/settings.ts";

export const folders: Plugin = {
  name: "folders",
  operations: [readFolders, makeFolder, renameFolder, removeFolder, readTree],
  provides: () => [provide(foldersPort, provideFolders())],
  fills: () => [
    fill(publishedRootsSlot, ({ sql, workspace_id, root_ids }) => findPublishedRoots(sql, { workspace_id, root_ids })),
  ],
  migrations: new URL("./migrations/", import.meta.url),
};
