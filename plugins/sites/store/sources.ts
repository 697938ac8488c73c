// SQL of the texts that documents of a site were written as.

import type { Runtime, Sql } from "../../../kernel/plugin.ts";
import { findContents } from "../../../kernel/ports/blobs.ts";
import { readAnyText } from "../../texts/port/encoding.ts";

interface SourceRow {
  document_id: number;
  path: string;
  blob_id: number;
}

/** The texts by document, of one version or else the current one, of those that were sent as text or as HTML and are no longer than `bytes_max`. */
export async function readSources(
  { sql, blobs }: { sql: Sql; blobs: Runtime["blobs"] },
  by: { document_ids: readonly number[]; version: number | null; bytes_max: number },
): Promise<ReadonlyMap<number, { path: string; text: string }>> {
  const rows = await sql<SourceRow[]>`
    select d.document_id, f.path, f.blob_id from documents d
      join document_files f on f.document_id = d.document_id and f.version = coalesce(${by.version}::integer, d.version) and f.path = d.source_path
    where d.document_id = any(${[...by.document_ids]}::bigint[]) and d.kind in ('markdown', 'snippet', 'html')
      and f.size_bytes <= ${by.bytes_max}`;
  const contents = await findContents(
    sql,
    rows.map((row) => row.blob_id),
  );
  const read = rows.map(async ({ document_id, path, blob_id }) => {
    const content = contents.get(blob_id);
    const bytes = content && (content.bytes ?? (await blobs.bytes(content.storage_key)));
    return [document_id, { path, text: (bytes && readAnyText(bytes)) ?? "" }] as const;
  });
  return new Map(await Promise.all(read));
}
