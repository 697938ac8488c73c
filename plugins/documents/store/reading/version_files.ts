// The files of a version that somebody names, of a document that is loaded already.
import type { Sql } from "../../../../kernel/plugin.ts";
import type { FileRow, LoadedDocument } from "../../model/rows.ts";
import { refuseMissingVersion } from "../../permits.ts";
import { findVersionFiles } from "./documents.ts";

/** Those of the current version without another query. Throws 404 for a version that there is not. */
export async function filesOfVersion(
  sql: Sql,
  document: Pick<LoadedDocument, "document_id" | "version" | "files">,
  version: number = document.version,
): Promise<FileRow[]> {
  if (version === document.version) return document.files;
  const files = await findVersionFiles(sql, { document_id: document.document_id, version });
  if (!files) throw refuseMissingVersion(version);
  return files;
}
