// Icons: a workspace's own pictures, and which icon and description documents, folders and tags are shown with.
import { handle, type Plugin, personEndHook, personMoveHook } from "../../kernel/plugin.ts";
import { libraryIconHook } from "../places/port.ts";
import { readIcons, removeIcon, serveIcon, uploadIcon } from "./operations/library.ts";
import { clearIcon, setDescription, setIcon } from "./operations/targets.ts";
import { forgetUploader, holdIcon, moveOwnTags } from "./store.ts";

export const icons: Plugin = {
  name: "icons",
  operations: [readIcons, uploadIcon, removeIcon, setIcon, clearIcon, setDescription, serveIcon],
  handles: () => [
    handle(libraryIconHook, ({ sql, workspace_id, icon_id }) => holdIcon(sql, { workspace_id, icon_id })),
    handle(personMoveHook, moveOwnTags),
    handle(personEndHook, forgetUploader),
  ],
  migrations: new URL("./migrations/", import.meta.url),
};
