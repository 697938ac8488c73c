// Changing a document on nobody's behalf: what a plugin's job finds out is written by the service itself.
import { actorOf, findPerson, type Runtime } from "../../../kernel/plugin.ts";
import { writeAsService } from "../../../kernel/ports/write.ts";
import type { PrepareCall } from "../model/calls.ts";
import { type LoadedDocument, stateOf } from "../model/rows.ts";
import { findDocumentOwner } from "../store/reading/by_key.ts";
import { readLoaded } from "../store/reading/documents.ts";
import { type Revised, type Revision, revise } from "./revise.ts";

/** One version that the service writes into a document. */
export interface ServiceRevision {
  document_id: number;
  /** What the work is called in logs. */
  id: string;
  signal: AbortSignal;
  /**
   * True writes while somebody holds a lease too: for files that people do not edit. Without it that is a 423 as for anybody, and
   * the job comes again.
   */
  past_leases?: boolean;
  /** What is to be written, from the document as it is; stores bytes and makes pages before the transaction. Null for nothing. */
  make(call: PrepareCall, document: LoadedDocument): Promise<Revision | null>;
}

/**
 * Writes a version that is by the system in the history and in the audit log (`doc.edit`) and counts against the document's
 * account. It needs no right; caps, rules on publishing and `base_version` hold as for everybody. Answers null where nothing was
 * to be written or there is no such live document any more; throws what `revise` does.
 */
export async function reviseAsService(runtime: Runtime, options: ServiceRevision): Promise<Revised | null> {
  const { document_id, id, signal, past_leases = false } = options;
  const { sql } = runtime.database;
  const owner = await findDocumentOwner(sql, document_id);
  const person = owner && (await findPerson(sql, owner.owner_id));
  if (!person) return null;
  const actor = actorOf(person, runtime);
  const document = await readLoaded(sql, document_id, actor);
  if (!document || stateOf(document, runtime.clock.now()) !== "live") return null;
  return writeAsService(runtime, {
    id,
    audit: ["doc.edit"],
    actor,
    signal,
    prepare: (call) => options.make(call, document),
    run: async (call, revision) => {
      if (!revision) return null;
      const revised = await revise(call, document, { ...revision, past_leases });
      const { candidate, document: after } = revised;
      const meta = { version: after.version, ...(candidate && { candidate }) };
      if (revised.changed) call.note("doc.edit", { target_type: "doc", target_id: document.doc_id, meta });
      return revised;
    },
  });
}
