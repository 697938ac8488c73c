// What a document's page is answered by the operations that it asks.
import type { Asked } from "../app/port/ask.ts";
import type { readRendered } from "../history/port/operations.ts";
import type { readAccess } from "../sharing/port/operations.ts";

type AnswerOf<Operation> = Operation extends Asked<infer _Input, infer Output> ? Output : never;

export type Rendered = AnswerOf<typeof readRendered>;
export type Access = AnswerOf<typeof readAccess>;
