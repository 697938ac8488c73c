// The messages between the worker pool and its workers, apart from both so that a worker loads nothing of the pool.
import type { FieldError, RefusalDetail, RefusalKind, RefusalVoice } from "../base/refusal.ts";

export interface WorkerRequest {
  /** Address of the module whose `tasks` hold the function. */
  module: string;
  /** Null only loads the module. */
  task: string | null;
  input: unknown;
}

export type WorkerReply<Value> =
  | { state: "loaded"; module: string }
  | { state: "done"; value: Value }
  | {
      state: "refused";
      kind: RefusalKind;
      message: string;
      detail: RefusalDetail;
      voice: RefusalVoice;
      fields: FieldError[] | undefined;
    }
  | { state: "failed"; name: string; message: string; stack: string | undefined };
