// The least that a published page can cost:
// one select for its row and its bytes, or a file of the disk that was named before.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Elysia } from "elysia";
import { openFloorDatabase } from "./database.ts";

const sql = openFloorDatabase();
const folder = join(process.env["FLOOR_FOLDER"] ?? "", "blobs");
const headers = { "content-type": "text/html; charset=utf-8" };
const files = new Map(
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => [name, join(parentPath, name)]),
);

new Elysia()
  .get("/ready", async () => (await sql`select 1 as ready`)[0])
  .get("/d/:slug/", async ({ params }) => {
    const [row] = await sql`
      select b.bytes, b.storage_key from documents d join document_files f using (document_id, version) join blobs b using (blob_id)
      where d.slug = ${params.slug} and d.visibility = 'unlisted' and f.path = 'index.html'`;
    const { bytes = null, storage_key = "" } = row ?? {};
    return new Response(bytes ?? Bun.file(files.get(storage_key) ?? ""), { headers });
  })
  .get("/file/:name", ({ params }) => new Response(Bun.file(files.get(params.name) ?? ""), { headers }))
  .listen(Number(process.env["PORT"]));
