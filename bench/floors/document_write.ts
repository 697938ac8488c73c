// The least that publishing can cost:
// one route, one transaction that inserts a document, a version, a file, a blob and an audit row.
import { randomBytes } from "node:crypto";
import { Elysia } from "elysia";
import { openFloorDatabase } from "./database.ts";

/** Of no workspace: what the floor writes is nobody's. */
const WORKSPACE = 0;
/** As many folders to publish into as the workload has writers, who have one each. */
const PLACES = 40;
const sql = openFloorDatabase();
const places = await sql`
  insert into places (workspace_id, owner_id, path) select ${WORKSPACE}, -n, '' from generate_series(1, ${PLACES}) as n returning place_id`;
let turn = 0;

async function publish(html: string) {
  const bytes = new TextEncoder().encode(html);
  const hash = new Bun.CryptoHasher("sha256").update(bytes).digest();
  const size = bytes.byteLength;
  const now = new Date();
  const name = () => randomBytes(16).toString("hex");
  const docId = `doc_${name()}`;
  const place = places[turn++ % PLACES]?.["place_id"];
  await sql.begin(async (tx) => {
    const [document] = await tx`
      insert into documents (workspace_id, doc_id, slug, owner_id, created_by, title, kind, doc_type, place_id, source_path, tags,
        visibility, listing, retention_days, description, attrs, version, size_bytes, created_at, updated_at)
      values (${WORKSPACE}, ${docId}, ${name()}, 0, 0, 'Untitled', 'html', 'document', ${place}, 'index.html', '{}',
        'restricted', 'private', 0, '', '{}', 1, ${size}, ${now}, ${now})
      returning document_id`;
    const id: number = document?.["document_id"];
    await tx`
      with version as (
        insert into document_versions (document_id, version, workspace_id, created_at, created_by, created_via, total_bytes)
        values (${id}, 1, ${WORKSPACE}, ${now}, 0, 'api', ${size})
      ), blob as (
        insert into blobs (workspace_id, sha256, size_bytes, storage_key, bytes, created_at)
        values (${WORKSPACE}, ${hash}, ${size}, ${name()}, ${bytes}, ${now}) returning blob_id
      ), file as (
        insert into document_files (document_id, version, path, workspace_id, blob_id, sha256, size_bytes, content_type)
        select ${id}, 1, 'index.html', ${WORKSPACE}, blob_id, ${hash}, ${size}, 'text/html; charset=utf-8' from blob
      )
      insert into audit_events (workspace_id, action, actor, actor_user_id, target_type, target_id, meta, created_at)
      values (${WORKSPACE}, 'doc.publish', 'nobody', 0, 'doc', ${docId}, '{"via": "api"}', ${now})`;
  });
  return { doc_id: docId, title: "Untitled", kind: "html", version: 1, size, created_at: now };
}

new Elysia()
  .get("/ready", async () => (await sql`select 1 as ready`)[0])
  .post("/api/docs", ({ body }) => publish(String(Object(body).html)))
  .listen(Number(process.env["PORT"]));
