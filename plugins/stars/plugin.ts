// Stars: a person's private shortcuts to documents and folders (rules: folders/stars).
import { handle, handOverHook, listen, type Plugin, personEndHook, personMoveHook } from "../../kernel/plugin.ts";
import { documentActionsHook, homeHook, railHook } from "../app/port/slots.ts";
import { folderMovedHook } from "../folders/port.ts";
import { starAction } from "./app/star_action.ts";
import { railOfStars, starredAtHome } from "./app/starred.ts";
import { followFolder } from "./follow.ts";
import { listStars, star, unstar } from "./operations.ts";
import { readStarred } from "./starred.ts";
import { dropOwnFolders, dropOwnStars, dropStars, moveStars } from "./store.ts";

export const stars: Plugin = {
  name: "stars",
  operations: [listStars, readStarred, star, unstar],
  on: [
    // Out of the trash a document comes back with its stars, so they go when it does: at the purge.
    listen("doc.purge", "drop", ({ workspace_id, target_id }, { database }) =>
      dropStars(database.sql, { workspace_id, doc_id: target_id ?? "" }),
    ),
  ],
  handles: () => [
    handle(personMoveHook, moveStars),
    handle(handOverHook, dropOwnFolders),
    handle(personEndHook, dropOwnStars),
    handle(folderMovedHook, followFolder),
    handle(documentActionsHook, starAction),
    handle(railHook, railOfStars),
    handle(homeHook, starredAtHome),
  ],
  migrations: new URL("./migrations/", import.meta.url),
};
