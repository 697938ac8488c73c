// Stars: a person's private shortcuts to documents and folders (rules: folders 8).
import { fill, handOverSlot, listen, type Plugin, personEndSlot, personMoveSlot } from "../../kernel/plugin.ts";
import { folderMovedSlot } from "../folders/port.ts";
import { followFolder } from "./follow.ts";
import { listStars, star, unstar } from "./operations.ts";
import { dropOwnFolders, dropOwnStars, dropStars, moveStars } from "./store.ts";

export const stars: Plugin = {
  name: "stars",
  operations: [listStars, star, unstar],
  on: [
    // Out of the trash a document comes back with its stars, so they go when it does: at the purge.
    listen("doc.purge", "drop", ({ workspace_id, target_id }, { database }) =>
      dropStars(database.sql, { workspace_id, doc_id: target_id ?? "" }),
    ),
  ],
  fills: () => [
    fill(personMoveSlot, moveStars),
    fill(handOverSlot, dropOwnFolders),
    fill(personEndSlot, dropOwnStars),
    fill(folderMovedSlot, followFolder),
  ],
  migrations: new URL("./migrations/", import.meta.url),
};
