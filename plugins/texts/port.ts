// Comparing, patching and replacing texts, and what counts as one.
export { batchesOf } from "./batches.ts";
export { type ContentRef, readTexts, textBytes } from "./contents.ts";
export { gramsOf } from "./grams.ts";
export type { AppliedFile } from "./patch_apply.ts";
export type { PatchHead } from "./patch_parse.ts";
export { type Replaced, replaceText } from "./replace.ts";
export { decodeExactly, decodeText, readBytesOf, TEXT_BYTES_MAX } from "./text.ts";
export { inTextTurn, textTasks } from "./text_tasks.ts";
