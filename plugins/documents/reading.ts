// Tells the plugins above that somebody has read a document, once the answer is certain;
// what they make of it keeps nobody waiting.
import { type Actor, hook, type Runtime, type Via } from "../../kernel/plugin.ts";

/** Who reads: a signed-in person, or whoever a request to the content host comes from. */
export type Reader =
  | { user_id: number }
  | {
      /** The address. Asking for it costs more than counting, so who has seen enough of its kind does not. */
      ip: () => string;
      headers: Headers;
      /** A password or a cookie opened the document, and not its link alone. */
      proven: boolean;
    };

/** `view`: a document was shown to somebody. `download`: one of its files went out as it is. */
export type ReadKind = "view" | "download";

/** One reading of one document. */
export interface DocumentRead {
  workspace_id: number;
  document_id: number;
  kind: ReadKind;
  via: Via;
  at: Date;
  reader: Reader;
}

/**
 * Told beside every answer that holds a document's content, quick lanes included. A handler answers at once and does not throw: it
 * is no part of the reading, so it writes nothing before the answer is out.
 */
export const documentReadHook = hook<DocumentRead>("documents.read");

/** Tells that a call's answer holds what stands in a document. */
export function tellRead(
  { runtime, actor, via, now }: { runtime: Runtime; actor: Pick<Actor, "user_id">; via: Via; now: Date },
  { workspace_id, document_id }: { workspace_id: number; document_id: number },
  kind: ReadKind,
): void {
  const { user_id } = actor;
  runtime.callHookAtOnce(documentReadHook, { workspace_id, document_id, kind, via, at: now, reader: { user_id } });
}
