// The messages between the worker pool and its threads, apart from both so that a thread loads nothing of the pool.
import type { FieldError, RefusalDetail, RefusalKind, RefusalVoice } from "../refusal.ts";

export interface WorkerRequest {
  /** Address of the module whose `tasks` hold the function. */
  module: string;
  task: string;
  input: unknown;
}

export type WorkerReply<Value> =
  | { state: "loaded" }
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

const MOVED: unique symbol = Symbol("moved");

/** A task's result whose buffers change hands instead of being copied. */
export interface Moved<Value> {
  readonly [MOVED]: true;
  value: Value;
  buffers: ArrayBuffer[];
}

/** Marks the buffers inside a task's result as given away: `return moveBuffers({ page }, [page.buffer])`. */
export function moveBuffers<Value>(value: Value, buffers: ArrayBuffer[]): Moved<Value> {
  return { [MOVED]: true, value, buffers };
}

export function isMoved(value: unknown): value is Moved<unknown> {
  return typeof value === "object" && value !== null && MOVED in value;
}
