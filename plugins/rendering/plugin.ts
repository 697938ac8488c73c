// Pages from markdown, snippets and files, made in worker processes, without a table or an operation of its own.
import { handle, type Plugin, sharedWorkers } from "../../kernel/plugin.ts";
import { pageFilesHook } from "../../kernel/ports/plugin.ts";
import { pageAssets } from "./page/assets.ts";
import { warmUps } from "./warm_ups.ts";

/** Two people who publish at once find one each; of several processes each has one. */
const WARM_WORKERS = 2;

export const rendering: Plugin = {
  name: "rendering",
  operations: [],
  handles: () => [handle(pageFilesHook, pageAssets)],
  warm: ({ config }) => sharedWorkers().keepWarm(config.workers > 1 ? 1 : WARM_WORKERS, warmUps()),
};
