// Turning a plain document into one of a type that a plugin above brings, which then answers for its page.
import { refuse } from "../../../kernel/plugin.ts";
import type { WriteCall } from "../model/calls.ts";
import type { DocType, LoadedDocument } from "../model/rows.ts";
import { lockWith } from "../permits.ts";
import { updateDocument } from "../store/writing/updates.ts";
import { closeAnew } from "./showing.ts";

/** Throws 404 or 403 when the caller lost the right to edit it since it was found, and 409 for a document of another type; one of this type is for the plugin to look at. */
export async function giveDocType(
  call: WriteCall,
  document: Pick<LoadedDocument, "document_id">,
  doc_type: Exclude<DocType, "document">,
): Promise<LoadedDocument> {
  const current = await lockWith(call, document, "edit");
  if (current.doc_type === doc_type) return current;
  if (current.doc_type !== "document") {
    throw refuse.conflict(`"${current.doc_id}" is a ${current.doc_type} already; name a plain document`);
  }
  await updateDocument(call, current, { doc_type, updated_at: call.now });
  await closeAnew(call, current.slug);
  return { ...current, doc_type };
}
