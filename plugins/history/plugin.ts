// History: what changed in documents, when and by whom; and documents rendered for reading elsewhere.
import type { Plugin } from "../../kernel/plugin.ts";
import { readBlame } from "./operations/blame.ts";
import { readDiff } from "./operations/diff.ts";
import { readHistory } from "./operations/history.ts";
import { readRendered, renderText } from "./operations/render.ts";

export const history: Plugin = {
  name: "history",
  operations: [readHistory, readDiff, readBlame, readRendered, renderText],
};
