// The least that reading one file of a document asks of the database: its row, then its bytes.
import type { openFloorDatabase } from "./database.ts";

export async function readFileRows(
  sql: ReturnType<typeof openFloorDatabase>,
  { doc_id, path }: { doc_id: string; path: string },
) {
  const [file] = await sql`
    select d.version, f.blob_id, f.size_bytes, encode(f.sha256, 'hex') as sha256
    from documents d join document_files f using (document_id, version) where d.doc_id = ${doc_id} and f.path = ${path}`;
  const [blob] = await sql`select bytes from blobs where blob_id = ${file?.["blob_id"] ?? 0}`;
  return {
    doc_id,
    path,
    version: Number(file?.["version"]),
    encoding: "utf8",
    content: Buffer.from(blob?.["bytes"] ?? "").toString("utf8"),
    size: Number(file?.["size_bytes"]),
    sha256: String(file?.["sha256"]),
    next: null,
  };
}
