// The page a signed-in person lands on.
import type { Plugin } from "../../kernel/mod.ts";
import { goHome, readScript, readStyle, showHome } from "./operations.ts";

export const home: Plugin = {
  name: "home",
  operations: [showHome, goHome, readScript, readStyle],
};
