// The least that a tool call can cost: JSON-RPC echoed around one indexed select.
import { Elysia } from "elysia";
import { openFloorDatabase } from "./database.ts";

const sql = openFloorDatabase();

new Elysia()
  .get("/ready", async () => (await sql`select 1 as ready`)[0])
  .post("/mcp", async ({ body }) => {
    const { id, params } = Object(body);
    const [row] = await sql`
      select doc_id, title, kind, slug, visibility, expires_at, version from documents
      where doc_id = ${String(params.arguments.doc_id)}`;
    const content = [{ type: "text", text: JSON.stringify(row) }];
    return { jsonrpc: "2.0", id, result: { content, structuredContent: row } };
  })
  .listen(Number(process.env["PORT"]));
