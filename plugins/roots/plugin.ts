// Roots: General and the shared spaces beside it, and who may open them and their folders.
import type { Plugin } from "../../kernel/mod.ts";
import { changeRoot, endRoot, makeRoot, readRoot, readRoots } from "./operations/roots.ts";

export const roots: Plugin = {
  name: "roots",
  operations: [readRoots, readRoot, makeRoot, changeRoot, endRoot],
};
