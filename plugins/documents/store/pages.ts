// Puts a page that the service made anew in the place of the old one, inside the same version (part 5, 5.4).
import { discardBytes, keepBlobs } from "../../../kernel/mod.ts";
import type { WriteCall } from "../calls.ts";
import type { ContentFile } from "../content.ts";
import type { DocumentRow, FileRow } from "../rows.ts";
import { lockDocument } from "./documents.ts";
import { showAnew } from "./writes.ts";

/** Answers the document's files afterwards. The caller holds the document's lock. */
export async function replacePage(call: WriteCall, document: DocumentRow, page: ContentFile): Promise<FileRow[]> {
  const { sql, now, house } = call;
  const [kept] = await keepBlobs(sql, { workspace_id: document.workspace_id, stored: [page.stored], now });
  if (!kept) throw new Error("keepBlobs answered nothing for one blob");
  if (kept.duplicate) call.afterCommit(() => discardBytes(house.blobs, { keys: [page.stored.key], log: house.log }));
  await sql`
    update document_files set blob_id = ${kept.blob_id}, sha256 = decode(${page.stored.sha256}, 'hex'),
      size_bytes = ${page.stored.size_bytes}, renderer = ${page.renderer}
    where document_id = ${document.document_id} and version = ${document.version} and path = ${page.path}`;
  showAnew(call, document.slug);
  const after = await lockDocument(sql, document.document_id);
  return after?.files ?? [];
}
