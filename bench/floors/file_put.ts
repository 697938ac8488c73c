// The least that writing one file of a document can cost:
// one route, one transaction that adds a version, its files, a blob and an audit row.
import { randomBytes } from "node:crypto";
import { Elysia } from "elysia";
import { openFloorDatabase } from "./database.ts";

const sql = openFloorDatabase();

async function put(docId: string, path: string, content: string) {
  const bytes = new TextEncoder().encode(content);
  const hash = new Bun.CryptoHasher("sha256").update(bytes).digest();
  const size = bytes.byteLength;
  const now = new Date();
  const key = randomBytes(16).toString("hex");
  const version = await sql.begin(async (tx) => {
    const [document] = await tx`
      update documents set version = version + 1, size_bytes = ${size}, updated_at = ${now} where doc_id = ${docId}
      returning document_id, version, workspace_id`;
    const { document_id: id, version: next, workspace_id: workspace } = Object(document);
    await tx`
      with version as (
        insert into document_versions (document_id, version, workspace_id, created_at, created_by, created_via, total_bytes)
        values (${id}, ${next}, ${workspace}, ${now}, 0, 'api', ${size})
      ), blob as (
        insert into blobs (workspace_id, sha256, size_bytes, storage_key, bytes, created_at)
        values (${workspace}, ${hash}, ${size}, ${key}, ${bytes}, ${now}) returning blob_id
      ), file as (
        insert into document_files (document_id, version, path, workspace_id, blob_id, sha256, size_bytes, content_type)
        select ${id}::bigint, ${next}::integer, ${path}, ${workspace}::bigint, blob_id, ${hash}, ${size}::bigint, 'text/plain; charset=utf-8'
        from blob
        union all
        select ${id}, ${next}, path, workspace_id, blob_id, sha256, size_bytes, content_type from document_files
        where document_id = ${id} and version = ${next} - 1 and path <> ${path}
      )
      insert into audit_events (workspace_id, action, actor, actor_user_id, target_type, target_id, meta, created_at)
      values (${workspace}, 'doc.edit', 'nobody', 0, 'doc', ${docId}, '{"via": "api"}', ${now})`;
    return next;
  });
  return { doc_id: docId, path, changed: true, version: Number(version), size, updated_at: now };
}

new Elysia()
  .get("/ready", async () => (await sql`select 1 as ready`)[0])
  .put("/api/docs/:doc_id/files/*", ({ params, body }) => put(params.doc_id, params["*"], String(Object(body).content)))
  .listen(Number(process.env["PORT"]));
