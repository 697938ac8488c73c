// The kernel's door for plugins to how plugins hear of each other, for those that list it.

export { type HookHandler, hears } from "../hooks/hooks.ts";
