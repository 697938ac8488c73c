// What the parts of the page are made from on which a text is written.
import type { AnswerOf } from "../app/port/ask.ts";
import type { getDoc } from "../documents/port/operations.ts";
import type { readLines, readLock } from "../editing/port/operations.ts";
import type { TypedText } from "./typed.ts";
import type { WrittenFile } from "./written_file.ts";

export type Editable = AnswerOf<typeof getDoc>;
export type Text = AnswerOf<typeof readLines>;
export type Lock = AnswerOf<typeof readLock>["lock"];

export interface Edited {
  document: Editable;
  files: readonly WrittenFile[];
  /** The text as it is now. */
  text: Text;
  lock: Lock;
  /** What somebody typed, where the page is shown again. */
  typed: TypedText | null;
}
