// The page a signed-in person lands on, its search and its trash.
import { handle, type Plugin } from "../../kernel/plugin.ts";
import { commandsHook, findHook } from "../app/port/find.ts";
import { railHook } from "../app/port/slots.ts";
import { documentsNamed, homeCommands } from "./find.ts";
import { showNew } from "./new_page.ts";
import { goHome, showHome } from "./operations.ts";
import { railOfHome } from "./rail.ts";
import { showSearch } from "./search_page.ts";
import { showTrash } from "./trash_page.ts";

export const home: Plugin = {
  name: "home",
  operations: [showHome, showNew, showSearch, showTrash, goHome],
  handles: () => [handle(railHook, railOfHome), handle(findHook, documentsNamed), handle(commandsHook, homeCommands)],
};
