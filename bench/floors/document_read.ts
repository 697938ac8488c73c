// The least that reading a document can cost: one route, one indexed select, the row as JSON.
import { Elysia } from "elysia";
import { openFloorDatabase } from "./database.ts";

const sql = openFloorDatabase();

new Elysia()
  .get("/ready", async () => (await sql`select 1 as ready`)[0])
  .get("/api/docs/:doc_id", async ({ params }) => {
    const [row] = await sql`
      select doc_id, title, kind, doc_type, slug, place_id, tags, description, attrs, visibility, listing, retention_days,
        expires_at, version, size_bytes, created_at, updated_at
      from documents where doc_id = ${params.doc_id}`;
    return row;
  })
  .listen(Number(process.env["PORT"]));
