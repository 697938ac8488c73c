// The page a signed-in person lands on, its search and its trash.
import type { Plugin } from "../../kernel/plugin.ts";
import { goHome, readScript, readStyle, showHome } from "./operations.ts";
import { showSearch } from "./search_page.ts";
import { showTrash } from "./trash_page.ts";

export const home: Plugin = {
  name: "home",
  operations: [showHome, showSearch, showTrash, goHome, readScript, readStyle],
};
