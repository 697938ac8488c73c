// Icons: a workspace's own pictures, and which icon and description documents, folders and tags are shown with.
import { fill, type Plugin, personEndSlot, personMoveSlot } from "../../kernel/plugin.ts";
import { libraryIconSlot } from "../places/port.ts";
import { readIcons, removeIcon, serveIcon, uploadIcon } from "./operations/library.ts";
import { clearIcon, setDescription, setIcon } from "./operations/targets.ts";
import { forgetUploader, holdIcon, moveOwnTags } from "./store.ts";

export const icons: Plugin = {
  name: "icons",
  operations: [readIcons, uploadIcon, removeIcon, setIcon, clearIcon, setDescription, serveIcon],
  fills: () => [
    fill(libraryIconSlot, ({ sql, workspace_id, icon_id }) => holdIcon(sql, { workspace_id, icon_id })),
    fill(personMoveSlot, moveOwnTags),
    fill(personEndSlot, forgetUploader),
  ],
  migrations: new URL("./migrations/", import.meta.url),
};
